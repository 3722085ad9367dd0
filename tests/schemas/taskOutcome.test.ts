import { expect, it } from 'vitest'
import { countsOf, isSummaryAtRest, isUnsent, needsPerson, subjectOf, waitsByHand } from '../../src/schemas/taskOutcome'
import type { TaskSummary } from '../../src/schemas/tasks'

const summary = (changes: Partial<TaskSummary>): TaskSummary => ({
  id: 't1',
  owner_id: 7,
  status: 'processing',
  total_items: 9,
  completed: 0,
  failed: 0,
  pending: 9,
  created_at: '2026-03-01T10:00:00.000Z',
  updated_at: '2026-03-02T11:00:00.000Z',
  ...changes,
})

it.each([
  [{ status: 'processing', pending: 1 }, false],
  [{ status: 'processing', pending: 0 }, true],
  [{ status: 'handed_over', pending: 3 }, true],
  [{ status: 'cancelled', pending: 0 }, true],
  [{ status: 'needs_review', pending: 3 }, true],
] as const)('a task is at rest where nothing more happens by itself: %j', (changes, isAtRest) => {
  expect(isSummaryAtRest(summary(changes))).toBe(isAtRest)
})

it.each([
  [{ failed: 1 }, true, false],
  [{ needs_review: 1 }, true, false],
  [{ handed_over: 2, status: 'handed_over' }, true, true],
  [{ handed_over: 2, failed: 1, status: 'handed_over' }, true, false],
  [{ status: 'failed' }, true, false],
  [{ failed: 2, cancelled: 2, pending: 0, status: 'cancelled' }, false, false],
  [{ failed: 3, cancelled: 2, pending: 0, status: 'failed' }, true, false],
  [{ completed: 9, pending: 0, status: 'completed' }, false, false],
] as const)('a task needs a person, or waits for one as it was said before: %j', (changes, needs, waits) => {
  expect([needsPerson(summary(changes)), waitsByHand(summary(changes))]).toEqual([needs, waits])
})

it('a task is called after whom it answers', () => {
  const post = { tweet_id: '190', author_username: '@maker', text: 'Ink' }
  expect(subjectOf({ id: 't1', total_items: 1, post })).toBe('Reply to @maker')
  expect(subjectOf({ id: 't1', total_items: 2, post: { ...post, author_username: 'maker' } })).toBe('Replies to @maker')
  expect(subjectOf({ id: 't1', total_items: 2, post: null })).toBe('Task t1')
})

it('a task tells what became of its replies, but for what became of none', () => {
  const all = { completed: 1, failed: 2, needs_review: 3, handed_over: 4, pending: 12 }
  expect(countsOf(summary(all))).toBe('1 posted, 2 failed, 3 to review, 4 by hand, 5 waiting')
  expect(countsOf(summary({ completed: 9, pending: 0 }))).toBe('9 posted')
  expect(countsOf(summary({ failed: 9, cancelled: 8, pending: 0 }))).toBe('1 failed, 8 cancelled')
})

it('says of which items nothing is on X, nor will be by itself', () => {
  const statuses = ['queued', 'posting', 'unknown', 'needs_review', 'handed_over', 'completed', 'failed', 'cancelled']
  expect(statuses.filter((status) => isUnsent({ status }))).toEqual(['failed', 'cancelled'])
})
