import type { Chart, Entry } from '../src/recording/recording'

/** By the id of a chart: the ids of the transitions that were taken. */
export type Covered = Map<string, Set<string>>

/** `charts` remembers the chart of each actor across batches. */
export const addCovered = (covered: Covered, charts: Map<string, string>, entries: readonly Entry[]): void => {
  for (const entry of entries) {
    if (entry.kind === 'actor' && entry.chart?.states[0]) charts.set(entry.actor, entry.chart.states[0].id)
    const chart = entry.kind === 'snapshot' ? charts.get(entry.actor) : undefined
    if (entry.kind !== 'snapshot' || chart === undefined) continue
    const ofChart = covered.get(chart) ?? new Set()
    covered.set(chart, ofChart)
    for (const transition of entry.transitions) ofChart.add(transition)
  }
}

/** Branches that refuse an event are not counted. */
export const coverageOf = (
  { transitions }: Chart,
  covered: ReadonlySet<string>,
): { covered: number; total: number } => {
  const all = transitions.filter(({ targets, actions = [] }) => targets.length > 0 || actions.length > 0)
  return { covered: all.filter(({ id }) => covered.has(id)).length, total: all.length }
}
