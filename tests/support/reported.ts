import { todaysCharts } from '../../scripts/replay/charts'
import { rerun } from '../../scripts/replay/rerun'
import { statesOf } from '../../scripts/replay/story'
import { readChart } from '../../src/recording/chart'
import type { Entry } from '../../src/recording/recording'

/**
 * The active states of a reported actor, by every ending of their names (`previewing`, `open.previewing`), after
 * today's charts took the recording. Throws the error of its machine.
 */
export const statesAfter = (reported: Entry[], actor: string): string[] => {
  const snapshot = rerun(reported, todaysCharts()).snapshotOf(actor)
  if (!snapshot) throw new Error(`Today's charts start no ${actor}`)
  if (snapshot.status === 'error') throw snapshot.error
  return statesOf(readChart(snapshot.machine).chart, snapshot.value).flatMap(endingsOf)
}

const endingsOf = (state: string): string[] => {
  const names = state.split('.')
  return names.map((_, index) => names.slice(index).join('.'))
}
