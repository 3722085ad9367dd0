import { mkdirSync, writeFileSync } from 'node:fs'
import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate'
import { readChart } from '../../src/recording/chart'

const folder = 'coverage/charts'
let files = 0

/**
 * Writes the transitions that tests took, for the inspector, if `CHART_COVERAGE` is set.
 *
 * @param by the generated paths, or tests of the views.
 * @param taken ids of the chart's transitions.
 */
export const storeCoverage = (by: 'paths' | 'views', machine: string, taken: readonly string[]): void => {
  if (!process.env.CHART_COVERAGE) return
  files += 1
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${by}-${process.pid}-${files}.json`, JSON.stringify({ by, machine, taken }))
}

export const idsOf = (machine: AnyStateMachine, taken: Iterable<AnyTransitionDefinition>): string[] => {
  const { idOf } = readChart(machine)
  return [...taken].flatMap((transition) => idOf(transition) ?? [])
}
