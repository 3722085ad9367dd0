import { deltaOf } from './deltas'
import type { Chart, Entry, Head, RecordingFile } from './recording'

export const format = 'auto-comment-bot.recording'

export const printRecording = (run: Entry[], head?: Head): string => {
  const charts: Record<string, Chart> = {}
  const before = new Map<string, unknown>()
  const printed = run.map((each) => {
    if (each.kind === 'snapshot') {
      const { snapshot, actor } = each
      const context = deltaOf(snapshot.context, before.get(actor))
      before.set(actor, snapshot.context)
      return context === undefined ? each : { ...each, snapshot: { ...snapshot, context } }
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
