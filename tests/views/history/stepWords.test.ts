import { transitions } from 'virtual:item-drawing'
import { expect, it } from 'vitest'
import { itemMachine } from '../../../server/posting/protocol/itemMachine'
import { steps } from '../../../src/schemas/history/history.words'
import { litSteps } from '../../../src/views/history/steps/litSteps'

it('the steps have words for every event of an item', () => {
  expect(itemMachine.events.filter((event) => steps[event] === undefined)).toEqual([])
})

it('highlights the transition between two steps, and of two with one event the right one', () => {
  const at = '2026-01-02T03:04:05.000Z'
  const step = (type: string, state: string) => ({ at, event: { type }, state })
  const history = {
    created_at: at,
    is_whole: true,
    steps: [
      step('item.claim', 'posting'),
      step('post.lost', 'unknown'),
      step('check.absent', 'unknown'),
      step('check.absent', 'needs_review'),
      step('review.giveUp', 'failed.final'),
    ],
  }
  const targets = (id: string) => transitions.filter((each) => each.id === id).flatMap((each) => each.targets)
  const [stored, claimed, lost, once, twice, givenUp] = litSteps(history, transitions)
  expect([stored?.latest, stored?.active]).toEqual([[], ['item', 'item.queued']])
  expect(claimed?.latest.flatMap(targets)).toEqual(['item.posting'])
  expect(lost?.latest.flatMap(targets)).toEqual(['item.unknown'])
  expect([once?.latest.length, once?.latest.flatMap(targets)]).toEqual([1, []])
  expect([...new Set(twice?.latest.flatMap(targets))]).toEqual(['item.needs_review'])
  expect([givenUp?.active, givenUp?.latest.flatMap(targets)]).toEqual([
    ['item', 'item.failed', 'item.failed.final'],
    ['item.failed.final'],
  ])
})
