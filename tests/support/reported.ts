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
  const { machine, value } = snapshotAfter(reported, actor)
  return statesOf(readChart(machine).chart, value).flatMap(endingsOf)
}

/** The context of a reported actor, as `statesAfter`. */
export const contextAfter = (reported: Entry[], actor: string): object => snapshotAfter(reported, actor).context

const snapshotAfter = (reported: Entry[], actor: string) => {
  const snapshot = rerun(reported, todaysCharts()).snapshotOf(actor)
  if (!snapshot) throw new Error(`Today's charts start no ${actor}`)
  if (snapshot.status === 'error') throw snapshot.error
  return snapshot
}

const endingsOf = (state: string): string[] => {
  const names = state.split('.')
  return names.map((_, index) => names.slice(index).join('.'))
}
