import * as z from 'zod/mini'
import type { Recorder } from '../src/recording/recorder'
import { type Entry, entries } from '../src/recording/recording'
import type { Control } from './control'

/** Sent once a second with the known run: a reloaded console is another run. */
const ready = z.object({ type: z.literal('inspection.ready'), run: z.optional(z.string()) })
const batchMessage = z.object({
  type: z.literal('inspection.entries'),
  run: z.string(),
  startsAnew: z.boolean(),
  entries,
})
const send = z.object({
  type: z.literal('inspection.send'),
  run: z.string(),
  actor: z.string(),
  event: z.looseObject({ type: z.string() }),
})
const setBack = z.object({
  type: z.literal('inspection.setBack'),
  run: z.string(),
  actor: z.string(),
  number: z.number(),
})
const command = z.discriminatedUnion('type', [send, setBack])
export type Command = z.infer<typeof command>
/** Without a text the command succeeded. */
const answered = z.object({ type: z.literal('inspection.answered'), text: z.optional(z.string()) })
const askedEvery = 1000

type Ready = z.infer<typeof ready>
type InspectionBatch = z.infer<typeof batchMessage>
type Answered = z.infer<typeof answered>

/**
 * Opens the inspector's page beside the console and sends it everything since the start, then new entries in batches.
 * Both ends talk only to their own origin.
 */
export const createInspectorWindow = (recorder: Recorder, control: Control, opener: Window): { open(): void } => {
  const { origin: own } = opener.location
  const { run } = recorder
  const pages = new Map<MessageEventSource, () => void>()
  opener.addEventListener('message', ({ data, origin, source: page }) => {
    const asked = ready.safeParse(data)
    if (origin !== own || !page || !asked.success || asked.data.run === run) return
    const tell = (message: InspectionBatch) => page.postMessage(message, { targetOrigin: own })
    const forget = () => {
      pages.get(page)?.()
      pages.delete(page)
    }
    forget()
    tell({ type: 'inspection.entries', run, startsAnew: true, entries: recorder.entries() })
    const stop = recorder.subscribe((batch) => {
      if ('closed' in page && page.closed) forget()
      else tell({ type: 'inspection.entries', run, startsAnew: false, entries: batch })
    })
    pages.set(page, stop)
  })
  opener.addEventListener('message', ({ data, origin, source: page }) => {
    const message = command.safeParse(data)
    if (origin !== own || !page || !message.success || message.data.run !== run) return
    const answer = obey(control, message.data)
    page.postMessage({ type: 'inspection.answered', text: answer } satisfies Answered, { targetOrigin: own })
  })
  return {
    open: () => {
      opener.open(inspectorPath, 'auto-comment-bot-inspector')
    },
  }
}

const obey = (control: Control, message: Command): string | undefined => {
  try {
    if (message.type === 'inspection.send') control.send(message.actor, message.event)
    else control.setBack(message.actor, message.number)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

export const inspectorPath = '/inspector/'

export interface Receiver {
  ask(wish: Wish): void
  stop(): void
}

export type Wish = Omit<z.infer<typeof send>, 'run'> | Omit<z.infer<typeof setBack>, 'run'>

interface Heard {
  onEntries(entries: Entry[], options: { startsAnew: boolean }): void
  onAnswered(text: string | undefined): void
}

export const receiveRecording = (page: Window, { onEntries, onAnswered }: Heard): Receiver => {
  const { origin: own } = page.location
  let run: string | undefined
  const post = (message: Ready | Command) => page.opener?.postMessage(message, own)
  const ask = () => post({ type: 'inspection.ready', run })
  const listen = ({ data, origin }: MessageEvent) => {
    if (origin !== own) return
    const message = batchMessage.safeParse(data)
    const answer = answered.safeParse(data)
    if (answer.success) onAnswered(answer.data.text)
    if (!message.success) return
    run = message.data.run
    onEntries(message.data.entries, message.data)
  }
  page.addEventListener('message', listen)
  ask()
  const asking = page.setInterval(ask, askedEvery)
  return {
    ask: (wish) => {
      if (run !== undefined) post({ ...wish, run })
    },
    stop: () => {
      page.removeEventListener('message', listen)
      page.clearInterval(asking)
    },
  }
}
