import * as z from 'zod/mini'
import type { Recorder } from './recorder'
import { type Entry, entries } from './recording'

const ready = z.object({ type: z.literal('inspection.ready') })
const told = z.object({ type: z.literal('inspection.told'), startsAnew: z.boolean(), entries })

type Told = z.infer<typeof told>

/**
 * Opens the inspector's page beside the console and tells it everything since the start, then whatever follows.
 * Both ends talk to their own origin alone.
 */
export const createInspectorWindow = (recorder: Recorder, opener: Window): { open(): void } => {
  let page: Window | null = null
  let stop = () => {}
  const tell = (message: Told) => page?.postMessage(message, opener.location.origin)
  opener.addEventListener('message', ({ data, origin, source }) => {
    if (origin !== opener.location.origin || source !== page || !ready.safeParse(data).success) return
    stop()
    tell({ type: 'inspection.told', startsAnew: true, entries: recorder.entries() })
    stop = recorder.subscribe((entry) => tell({ type: 'inspection.told', startsAnew: false, entries: [entry] }))
  })
  return {
    open: () => {
      page = opener.open('/inspector.html', 'auto-comment-bot-inspector')
    },
  }
}

/** The other end: asks the window that opened this page for its recording. Returns the function that stops it. */
export const receiveRecording = (
  page: Window,
  onTold: (entries: Entry[], options: { startsAnew: boolean }) => void,
): (() => void) => {
  const listen = ({ data, origin }: MessageEvent) => {
    if (origin !== page.location.origin) return
    const message = told.safeParse(data)
    if (message.success) onTold(message.data.entries, message.data)
  }
  page.addEventListener('message', listen)
  page.opener?.postMessage({ type: 'inspection.ready' }, page.location.origin)
  return () => page.removeEventListener('message', listen)
}
