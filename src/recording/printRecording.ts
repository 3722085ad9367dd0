import { deltaOf } from './deltas'
import type { Chart, Entry, Head, RecordingFile } from './recording'

export const format = 'auto-comment-bot.recording'

export const printRecording = (run: Entry[], head?: Head): string => {
  const charts: Record<string, Chart> = {}
  const contexts = new Map<string, unknown>()
  const events = new Map<string, object>()
  const printed = run.map((each) => {
    if (each.kind === 'event') events.set(each.actor, each.event)
    if (each.kind === 'snapshot') {
      const { snapshot, actor } = each
      const event = { ...Object(deltaOf(each.event, events.get(actor))), type: each.event.type }
      const context = deltaOf(snapshot.context, contexts.get(actor))
      contexts.set(actor, snapshot.context)
      return { ...each, event, ...(context === undefined ? {} : { snapshot: { ...snapshot, context } }) }
    }
    if (each.kind !== 'actor' || !each.chart || each.machine === undefined) return each
    charts[each.machine] ??= each.chart
    const { chart: _, ...rest } = each
    return rest
  })
  const file: RecordingFile = {
    format,
    version: 3,
    ...(head ? { head: head } : {}),
    charts,
    entries: printed,
  }
  return JSON.stringify(file)
}
