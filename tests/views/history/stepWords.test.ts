import { transitions } from 'virtual:item-drawing'
import { expect, it } from 'vitest'
import { itemMachine } from '../../../server/posting/protocol/itemMachine'
import { litSteps } from '../../../src/views/history/litSteps'
import { stepWords } from '../../../src/views/history/stepWords'

it('has words for every event that an item takes, and the name of one that it does not know', () => {
  expect(itemMachine.events.filter((event) => stepWords(event) === event)).toEqual([])
  expect(stepWords('post.undone')).toBe('post.undone')
})

it.each([
  ['item.claim', 'Taken to be sent'],
  ['item.retry', 'Retried by the operator'],
  ['item.cancel', 'Cancelled by the operator'],
  ['hand.over', 'Given to a person to post by hand'],
  ['hand.opened', "X's page with it was opened"],
  ['hand.look', 'To be looked for on X'],
  ['hand.notPosted', 'Said not to be posted'],
  ['post.accepted', 'X took it'],
  ['post.deferred', 'Not posted, to be sent later'],
  ['post.refused', 'X refused it'],
  ['post.contested', 'X refused it, and is asked whether it was posted before'],
  ['post.lost', 'No clear answer from X'],
  ['post.seen', 'X shows it after all'],
  ['post.corrected', 'X shows it under another id'],
  ['post.disproved', 'The id that X gave is not this reply'],
  ['lease.expired', 'Who was sending it is gone'],
  ['database.restored', 'A backup was restored'],
  ['account.removed', 'The media agent was deleted'],
  ['author.declined', 'The author asked to be left alone'],
  ['check.found', 'Found on X'],
  ['check.absent', 'X did not show it'],
  ['check.failed', 'X could not be read'],
  ['check.impossible', 'X cannot be read for it'],
  ['review.check', 'To be checked again, by the operator'],
  ['review.confirm', 'Confirmed by the operator'],
  ['review.resend', 'To be sent again, by the operator'],
  ['review.giveUp', 'Given up by the operator'],
])('the event %s reads "%s"', (event, words) => {
  expect(stepWords(event)).toBe(words)
})

it('lights the transition that led from one step to the next, and of two with one event the one that led there', () => {
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
