import type { Chart, Entry, Head, RecordingFile } from './recording'

export const format = 'auto-comment-bot.recording'

export const printRecording = (run: Entry[], head?: Head): string => {
  const charts: Record<string, Chart> = {}
  const printed = run.map((each) => {
    if (each.kind !== 'actor' || !each.chart || each.machine === undefined) return each
    charts[each.machine] ??= each.chart
    const { chart: _, ...rest } = each
    return rest
  })
  const file: RecordingFile = {
    format,
    version: 2,
    ...(head ? { head: head } : {}),
    charts,
    entries: printed,
  }
  return JSON.stringify(file)
}
