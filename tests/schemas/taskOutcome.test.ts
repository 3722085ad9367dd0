import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  countsOf,
  goesOnAt,
  hasShares,
  isAtRest,
  isHeld,
  isSummaryAtRest,
  isUnsent,
  needsPerson,
  retriesOf,
  sendOutcome,
  subjectOf,
  waitsForManual,
} from '../../src/schemas/history/taskOutcome'
import type { TaskItem, TaskSummary } from '../../src/schemas/history/tasks'
import { item, task } from '../machines/samples'

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

describe('a send', () => {
  const failed = (http_status: number | null): TaskItem => ({
    id: 'i1',
    reply_id: 'r1',
    retry_count: 0,
    twitter_username: '@ada',
    status: 'failed',
    error: 'No.',
    created_at: '2026-03-01T10:00:00.000Z',
    updated_at: '2026-03-01T10:00:00.000Z',
    attempts: [
      {
        started_at: '2026-03-01T10:00:00.000Z',
        finished_at: '2026-03-01T10:00:01.000Z',
        http_status,
        outcome: 'refused',
        detail: 'No.',
      },
    ],
  })
  const none = (message: string) => ({ state: 'none', message })
  const two = { total_items: 2, pending: 0 }

  it.each([
    [{ total_items: 3, completed: 1, failed: 2, pending: 0 }, { state: 'posted' }],
    [{ total_items: 3, failed: 2, pending: 1 }, { state: 'open' }],
    [{ total_items: 3, failed: 2, pending: 1, needs_review: 1 }, { state: 'open' }],
    [{ total_items: 0, pending: 0 }, { state: 'open' }],
    [{ ...two, failed: 2, cancelled: 2 }, { state: 'cancelled' }],
    [{ ...two, total_items: 1, failed: 1, urgent_item: failed(403) }, none('X refused the reply: No.')],
    [{ ...two, failed: 2, urgent_item: failed(403) }, none('X refused both replies: No.')],
    [{ ...two, total_items: 3, failed: 3, urgent_item: failed(403) }, none('X refused all 3 replies: No.')],
    [{ ...two, failed: 2, urgent_item: failed(null) }, none('No reply was posted (2 failed): No.')],
    [{ ...two, failed: 2 }, none('No reply was posted (2 failed).')],
    [
      { ...two, failed: 2, cancelled: 1, urgent_item: failed(403) },
      none('No reply was posted (1 failed, 1 cancelled): No.'),
    ],
    [{ total_items: 2, pending: 2, handed_over: 2 }, none('X accepts both replies only from a person.')],
    [
      { total_items: 2, failed: 1, pending: 1, handed_over: 1, urgent_item: { ...failed(403), error: 'Not asked.' } },
      none('No reply was posted (1 failed, 1 to post manually): Not asked.'),
    ],
  ] as const)('of %j is %j', (counts, outcome) => {
    expect(sendOutcome(summary(counts))).toEqual(outcome)
  })
})

it.each([
  [{ status: 'processing', pending: 1 }, false],
  [{ status: 'processing', pending: 0 }, true],
  [{ status: 'handed_over', pending: 3 }, true],
  [{ status: 'cancelled', pending: 3 }, true],
  [{ status: 'completed', pending: 3 }, true],
  [{ status: 'failed', pending: 3 }, true],
  [{ status: 'queued', pending: 3 }, false],
  [{ status: 'needs_review', pending: 3 }, true],
] as const)('a task is at rest if nothing more can happen: %j', (changes, isAtRest) => {
  expect(isSummaryAtRest(summary(changes))).toBe(isAtRest)
})

it('a task whose number of pending replies is missing is at rest only by its status', () => {
  const task = { ...summary({ status: 'processing', pending: 0 }), unreadable: ['pending'] }
  expect([isSummaryAtRest(task), isSummaryAtRest({ ...task, status: 'completed' })]).toEqual([false, true])
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
] as const)('a task needs a person, or waits for one in the words before: %j', (changes, needs, waits) => {
  expect([needsPerson(summary(changes)), waitsForManual(summary(changes))]).toEqual([needs, waits])
})

it('a task is named after the author of its post', () => {
  const post = { tweet_id: '190', author_username: '@maker', text: 'Ink' }
  expect(subjectOf({ id: 't1', total_items: 1, post })).toBe('Reply to @maker')
  expect(subjectOf({ id: 't1', total_items: 2, post: { ...post, author_username: 'maker' } })).toBe('Replies to @maker')
  expect(subjectOf({ id: 't1', total_items: 2, post: null })).toBe('Task t1')
})

it('a task shows the outcome of its replies, and no outcome without replies', () => {
  const all = { completed: 1, failed: 2, needs_review: 3, handed_over: 4, pending: 12 }
  expect(countsOf(summary(all))).toBe('1 posted, 2 failed, 3 to review, 4 to post manually, 5 waiting')
  expect(countsOf(summary({ completed: 9, pending: 0 }))).toBe('9 posted')
  expect(countsOf(summary({ failed: 9, cancelled: 8, pending: 0 }))).toBe('1 failed, 8 cancelled')
})

it('names the items that have no post on X and will get none automatically', () => {
  const statuses = ['queued', 'posting', 'unknown', 'needs_review', 'handed_over', 'completed', 'failed', 'cancelled']
  expect(statuses.filter((status) => isUnsent({ status }))).toEqual(['failed', 'cancelled'])
})

describe('an item that continues automatically', () => {
  const [before, now, later] = ['2026-03-01T09:59:59.000Z', '2026-03-01T10:00:00.000Z', '2026-03-01T10:00:01.000Z']
  const item = (changes: Partial<TaskItem>): TaskItem => ({
    id: 'i1',
    reply_id: 'r1',
    retry_count: 0,
    twitter_username: '@ada',
    status: 'queued',
    created_at: before,
    updated_at: before,
    next_at: later,
    can_cancel: true,
    ...changes,
  })

  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse(now) })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    [{}, later],
    [{ status: 'unknown' }, later],
    [{ status: 'handed_over' }, undefined],
    [{ status: 'posting' }, undefined],
    [{ next_at: now }, undefined],
    [{ next_at: before }, undefined],
    [{ next_at: null }, undefined],
    [{ next_at: undefined }, undefined],
  ])('has a time in the future: %j', (changes, at) => {
    expect(goesOnAt(item(changes))).toBe(at)
  })

  it.each([
    [[], false],
    [[{}], true],
    [[{}, {}], true],
    [[{}, { can_cancel: false }], false],
    [[{}, { can_cancel: undefined }], false],
    [[{ next_at: before }, {}], false],
  ])('can be cancelled with all others, or not at all: %j', (items, isTakenBack) => {
    expect(isHeld(items.map(item))).toBe(isTakenBack)
  })
})

it('a count that a provider leaves out is never shown, and decides nothing that the status does not', () => {
  const counts = ['total_items', 'completed', 'failed', 'pending'] as const
  const parts = fc.record({ completed: fc.nat(3), failed: fc.nat(3), pending: fc.nat(3) })
  fc.assert(
    fc.property(
      parts,
      fc.subarray([...counts]),
      fc.constantFrom('processing', 'completed', 'failed'),
      (known, lost, status) => {
        const whole = summary({ ...known, status, total_items: known.completed + known.failed + known.pending })
        const read = Object.assign({ ...whole, unreadable: lost }, Object.fromEntries(lost.map((name) => [name, 0])))
        const shown = countsOf(read)
        for (const part of countsOf(whole).split(', ')) {
          const name = { posted: 'completed', failed: 'failed', waiting: 'pending' }[part.split(' ')[1] ?? '']
          if (name) expect(shown.includes(part)).toBe(!lost.some((each) => each === name))
        }
        expect(shown).not.toBe('')
        expect([sendOutcome(whole).state, 'open']).toContain(sendOutcome(read).state)
        expect(hasShares(read)).toBe(lost.every((each) => each === 'pending'))
      },
    ),
  )
})

it('cancelled replies are not among the failed ones to retry, and only what can be retried is offered', () => {
  const items = ['failed', 'cancelled', 'failed', 'failed', 'completed'].map((status, index) => ({
    ...item(`i${index}`, status),
    can_retry: index < 3,
  }))
  expect(retriesOf(items)).toEqual([
    { only: 'failed', count: 2 },
    { only: 'cancelled', count: 1 },
  ])
})

it('a task is at rest when every reply is, except a manual one that is looked for on X', () => {
  const manual = item('i3', 'handed_over')
  const restOf = (last: TaskItem) => isAtRest(task('completed', item('i1', 'completed'), item('i2', 'failed'), last))
  expect([
    restOf(manual),
    restOf({ ...manual, next_at: '2026-05-01T08:00:00.000Z' }),
    restOf(item('i3', 'queued')),
  ]).toEqual([true, false, false])
})
