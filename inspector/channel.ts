import * as z from 'zod/mini'
import type { Recorder } from '../src/recording/recorder'
import { type Entry, entries } from '../src/recording/recording'

/** Sent once a second, with the run that is known: a console that was loaded again is another run. */
const ready = z.object({ type: z.literal('inspection.ready'), run: z.optional(z.string()) })
const told = z.object({ type: z.literal('inspection.told'), run: z.string(), startsAnew: z.boolean(), entries })
const askedEvery = 1000

type Ready = z.infer<typeof ready>
type Told = z.infer<typeof told>

/**
 * Opens the inspector's page beside the console and tells it everything since the start, then whatever follows.
 * Both ends talk to their own origin alone.
 */
export const createInspectorWindow = (recorder: Recorder, opener: Window): { open(): void } => {
  const { origin: own } = opener.location
  const { run } = recorder
  let stop = () => {}
  opener.addEventListener('message', ({ data, origin, source: page }) => {
    const asked = ready.safeParse(data)
    if (origin !== own || !page || !asked.success || asked.data.run === run) return
    const tell = (message: Told) => page.postMessage(message, { targetOrigin: own })
    stop()
    tell({ type: 'inspection.told', run, startsAnew: true, entries: recorder.entries() })
    stop = recorder.subscribe((entry) => tell({ type: 'inspection.told', run, startsAnew: false, entries: [entry] }))
  })
  return {
    open: () => {
      opener.open('/inspector/', 'auto-comment-bot-inspector')
    },
  }
}

/** The other end: asks the window that opened this page for its recording. Returns the function that stops it. */
export const receiveRecording = (
  page: Window,
  onTold: (entries: Entry[], options: { startsAnew: boolean }) => void,
): (() => void) => {
  const { origin: own } = page.location
  let run: string | undefined
  const ask = () => page.opener?.postMessage({ type: 'inspection.ready', run } satisfies Ready, own)
  const listen = ({ data, origin }: MessageEvent) => {
    const message = told.safeParse(data)
    if (origin !== own || !message.success) return
    run = message.data.run
    onTold(message.data.entries, message.data)
  }
  page.addEventListener('message', listen)
  ask()
  const asking = page.setInterval(ask, askedEvery)
  return () => {
    page.removeEventListener('message', listen)
    page.clearInterval(asking)
  }
}
