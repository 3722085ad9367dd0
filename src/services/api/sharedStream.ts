import * as z from 'zod/mini'
import { type FollowTasks, longestSilence, type StreamEnd, streamEnds } from './taskStream'

/** Messages between the windows of a browser. `from` identifies the window. */
const saying = z.union([
  z.object({ from: z.number(), type: z.literal('reads'), isOpen: z.boolean() }),
  z.object({ from: z.number(), type: z.enum(['alive', 'news', 'leaves']) }),
  z.object({ from: z.number(), type: z.literal('over'), end: z.enum(streamEnds) }),
])
type Saying = z.infer<typeof saying>

/**
 * One window reads the stream for all windows of its browser, because a browser keeps only six connections to a server.
 * Each window starts to read and stops if another window reads; of two that start at once, the smaller number
 * continues. Locks are not used, because they need a secure origin.
 */
export const createSharedFollow =
  (follow: FollowTasks, nameOf: () => string): FollowTasks =>
  (listener, signal) => {
    const channel = openChannel(nameOf())
    if (!channel) return follow(listener, signal)
    return new Promise((resolve) => {
      const from = Math.random()
      let reading: { isOpen: boolean; stop: AbortController } | undefined
      let silence: ReturnType<typeof setTimeout> | undefined
      let isOpenElsewhere = false

      const say = (message: Saying) => channel.postMessage(message)
      const stopReading = () => {
        const { stop } = reading ?? {}
        reading = undefined
        stop?.abort()
      }
      const finish = (end: StreamEnd) => {
        clearTimeout(silence)
        signal.removeEventListener('abort', leave)
        channel.close()
        resolve(end)
      }
      const leave = () => {
        if (reading) say({ from, type: 'leaves' })
        stopReading()
        finish('lost')
      }
      const read = async () => {
        clearTimeout(silence)
        isOpenElsewhere = false
        const own = { isOpen: false, stop: new AbortController() }
        reading = own
        say({ from, type: 'reads', isOpen: false })
        const end = await follow(
          {
            onOpen: () => {
              own.isOpen = true
              say({ from, type: 'reads', isOpen: true })
              listener.onOpen()
            },
            onUpdate: () => {
              say({ from, type: 'news' })
              listener.onUpdate()
            },
            onLife: () => say({ from, type: 'alive' }),
          },
          own.stop.signal,
        )
        if (reading !== own) return
        say({ from, type: 'over', end })
        finish(end)
      }
      const expectLife = () => {
        clearTimeout(silence)
        silence = setTimeout(() => void read(), longestSilence)
      }
      const yieldsTo = (other: { isOpen: boolean; from: number }) =>
        !reading || (reading.isOpen === other.isOpen ? other.from < from : other.isOpen)

      channel.onmessage = ({ data }) => {
        const heard = saying.safeParse(data).data
        if (!heard || (reading && heard.type !== 'reads')) return
        if (heard.type === 'reads' && !yieldsTo(heard))
          return say({ from, type: 'reads', isOpen: reading?.isOpen ?? false })
        if (heard.type === 'over') return finish(heard.end)
        if (heard.type === 'leaves') return void read()
        stopReading()
        expectLife()
        if (heard.type === 'news') listener.onUpdate()
        if (heard.type !== 'reads' || !heard.isOpen || isOpenElsewhere) return
        isOpenElsewhere = true
        listener.onOpen()
      }
      signal.addEventListener('abort', leave)
      void read()
    })
  }

/** A browser that refuses storage to the page may refuse the channel too. */
const openChannel = (name: string): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
