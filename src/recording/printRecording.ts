import { deltaOf } from './deltas'
import type { Chart, Entry, Head, RecordingFile } from './recording'

export const format = 'auto-comment-bot.recording'

export const printRecording = (run: Entry[], head?: Head): string => {
  const charts: Record<string, Chart> = {}
  const contexts = new Map<string, unknown>()
  const events = new Map<string, object>()
  const inputs = new Map<string, unknown>()
  const printed = run.map((each) => {
    if (each.kind === 'event') events.set(each.actor, each.event)
    if (each.kind === 'snapshot') {
      const { snapshot, actor } = each
      const event = { ...Object(deltaOf(each.event, events.get(actor))), type: each.event.type }
      const context = deltaOf(snapshot.context, contexts.get(actor))
      contexts.set(actor, snapshot.context)
      return { ...each, event, ...(context === undefined ? {} : { snapshot: { ...snapshot, context } }) }
    }
    if (each.kind !== 'actor') return each
    const { chart, ...rest } = each
    if (chart && each.machine !== undefined) charts[each.machine] ??= chart
    const family = `${each.parent} ${each.name}`
    const input = deltaOf(each.input, inputs.get(family))
    inputs.set(family, each.input)
    return { ...(each.machine === undefined ? each : rest), ...(input === undefined ? {} : { input }) }
  })
  const file: RecordingFile = {
    format,
    version: 4,
    ...(head ? { head: head } : {}),
    charts,
    entries: printed,
  }
  return JSON.stringify(file)
}
