import { expect, it } from 'vitest'
import { SimulatedClock } from 'xstate'
import { csvImportMachine } from '../../../src/machines/accounts/csvImport'
import { followingView } from '../../../src/machines/accounts/importView.actors'
import { run } from '../../support/run'
import { row } from '../samples'

const rows = [row(2, '@ada'), row(3, '@bob'), row(4, '@cyd'), row(5, '@dee')]

const importing = async () => {
  const file = run(csvImportMachine, { services: ['readFile', 'createRow'] })
  const clock = new SimulatedClock()
  const view = run(followingView, { services: [], input: { csvImport: file.actor }, clock })
  file.send({ type: 'file.choose', file: new File([], 'agents.csv') })
  await file.last('readFile').answer({ rows, rejected: [] })
  const answer = () => file.last('createRow').answer()
  const shown = () => [view.context().shown.value, view.context().shown.context.answered]
  return { file, clock, answer, shown }
}

it('shows counts that are 200 ms old at most, and none of those between', async () => {
  const { clock, answer, shown } = await importing()
  expect(shown()).toEqual([{ importing: 'running' }, 0])
  await answer()
  await answer()
  clock.increment(199)
  expect(shown()).toEqual([{ importing: 'running' }, 0])
  await answer()
  clock.increment(1)
  expect(shown()).toEqual([{ importing: 'running' }, 3])
})

it('shows another state at once, with the counts of that moment', async () => {
  const { file, answer, shown } = await importing()
  await answer()
  file.send({ type: 'import.pause' })
  expect(shown()).toEqual([{ importing: 'pausing' }, 1])
  await answer()
  expect(shown()).toEqual(['paused', 2])
})
