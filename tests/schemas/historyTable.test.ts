import { describe, expect, it } from 'vitest'
import {
  foundItems,
  foundTasks,
  initialListState,
  type ListState,
  listQuery,
  listSizes,
  mostListed,
  nextListState,
  pageOf,
  readListState,
  urgencyOf,
} from '../../src/schemas/history/historyTable'
import type { TaskSummary } from '../../src/schemas/history/tasks'
import { item, summary } from '../machines/samples'

const tasks: TaskSummary[] = [
  { ...summary('completed', 0), id: 't1', post: { tweet_id: '11', text: 'On espresso', author_username: 'grace' } },
  { ...summary('failed', 0), id: 't2', completed: 1, failed: 1, group: 'Launch crew' },
  { ...summary('needs_review', 1), id: 't3', needs_review: 1, characters: ['Mara', 'Otto'] },
  { ...summary('processing', 2), id: 't4', failed: 1 },
]

const shown = (change: Partial<ListState>) =>
  foundTasks(tasks, { ...initialListState, ...change }).map(({ number, row }) => `${number} ${row.id}`)

describe('the tasks in History', () => {
  it('are found by the words of their post, its author, their characters and their group', () => {
    expect(shown({ search: ' ESPRESSO ' })).toEqual(['1 t1'])
    expect(shown({ search: 'grace' })).toEqual(['1 t1'])
    expect(shown({ search: 'otto' })).toEqual(['3 t3'])
    expect(shown({ search: 'launch' })).toEqual(['2 t2'])
    expect(shown({ search: 'nobody' })).toEqual([])
  })

  it('are found by their content, not only by their own status', () => {
    expect(shown({ status: 'failed' })).toEqual(['2 t2', '4 t4'])
    expect(shown({ status: 'needs_review' })).toEqual(['3 t3'])
    expect(shown({ status: 'completed' })).toEqual(['1 t1'])
  })

  it('keep their numbers if tasks that need a person come first', () => {
    expect(shown({ failedFirst: true })).toEqual(['3 t3', '2 t2', '4 t4', '1 t1'])
  })
})

it('an item is found by its text, its account and its error', () => {
  const items = [
    { ...item('i1', 'completed'), content: 'Lovely crema' },
    { ...item('i2', 'failed'), twitter_username: '@bob', error: 'Not allowed' },
  ]
  const found = (search: string) => foundItems(items, { ...initialListState, search }).map(({ row }) => row.id)
  expect(['crema', '@BOB', 'allowed'].map(found)).toEqual([['i1'], ['i2'], ['i2']])
})

it('an item is found by its own status', () => {
  const items = [item('i1', 'completed'), item('i2', 'failed'), item('i3', 'needs_review')]
  const found = foundItems(items, { ...initialListState, status: 'failed' })
  expect(found.map(({ row }) => row.id)).toEqual(['i2'])
})

it('a running task is found by the items that need a person', () => {
  const running = [
    { ...summary('processing', 3), id: 't7', needs_review: 1 },
    { ...summary('processing', 3), id: 't8', handed_over: 2 },
    { ...summary('processing', 3), id: 't9' },
  ]
  const found = (status: ListState['status']) =>
    foundTasks(running, { ...initialListState, status }).map(({ row }) => row.id)
  expect([found('needs_review'), found('handed_over'), found('failed')]).toEqual([['t7'], ['t8'], []])
})

describe('a page of 200', () => {
  const rows = Array.from({ length: 200 }, (_, index) => index)

  it('holds 20, and the last page replaces a later one', () => {
    expect(pageOf(rows, initialListState)).toEqual({ rows: rows.slice(0, 20), page: 1, pages: 10 })
    expect(pageOf(rows, { ...initialListState, page: 99 })).toEqual({ rows: rows.slice(180), page: 10, pages: 10 })
    expect(pageOf([], initialListState)).toEqual({ rows: [], page: 1, pages: 1 })
  })
})

describe('the address', () => {
  it('is empty for the initial list, and contains changed choices', () => {
    const changed: ListState = { search: 'a & b', status: 'failed', failedFirst: true, page: 3, size: 50 }
    expect(listQuery(initialListState)).toBe('')
    expect(readListState(listQuery(changed))).toEqual(changed)
  })

  it('is not trusted', () => {
    expect(readListState('?page=-1&size=7&first=x')).toEqual(initialListState)
    expect(readListState('?page=1e99')).toEqual(initialListState)
  })
})

describe('search texts of a list', () => {
  const whole: TaskSummary = {
    ...summary('processing', 2),
    id: 'task-71',
    error: 'Paused by X',
    post: { tweet_id: '900', text: 'On espresso', author_username: 'grace' },
    characters: ['Mara', 'Otto'],
    group: 'Launch crew',
  }
  const isTaskFound = (search: string) => foundTasks([whole], { ...initialListState, search }).length === 1

  it.each(['TASK-71', 'process', 'paused', 'espresso', 'grace', 'mara', 'otto', 'crew'])(
    'is %j in a task',
    (search) => {
      expect(isTaskFound(search)).toBe(true)
    },
  )

  it.each(['900', 'undefined', 'null', 'mara otto'])('is not %j', (search) => {
    expect(isTaskFound(search)).toBe(false)
  })

  it('may lack the words that a provider leaves out', () => {
    const bare = { ...summary('completed', 0), id: 5, post: null }
    expect(['5', 'grace'].map((search) => foundTasks([bare], { ...initialListState, search }).length)).toEqual([1, 0])
  })

  const reply = {
    ...item('i1', 'queued'),
    reply_id: 'reply-8',
    twitter_username: '@bob',
    error: 'Over capacity',
    content: 'Lovely crema',
    next_step: 'Wait a while',
    against_verdict: 'X took it all the same',
  }

  it.each(['REPLY-8', '@bob', 'queued', 'capacity', 'crema', 'a while', 'all the same'])(
    'is %j in an item',
    (search) => {
      expect(foundItems([reply], { ...initialListState, search })).toHaveLength(1)
    },
  )
})

describe('tasks that need a person', () => {
  it.each([
    ['needs_review', 0],
    ['handed_over', 0],
    ['failed', 1],
    ['completed', 2],
    ['queued', 2],
    ['cancelled', 2],
    ['', 2],
  ])('comes first: %j is number %i', (status, urgency) => {
    expect(urgencyOf(status)).toBe(urgency)
  })

  it('come first among items; other items stay in order', () => {
    const items = ['completed', 'failed', 'handed_over', 'queued', 'failed', 'needs_review'].map((status, at) =>
      item(`i${at + 1}`, status),
    )
    const found = foundItems(items, { ...initialListState, failedFirst: true })
    expect(found.map(({ row, number }) => `${number} ${row.id}`)).toEqual([
      '3 i3',
      '6 i6',
      '2 i2',
      '5 i5',
      '1 i1',
      '4 i4',
    ])
  })

  it('come first among tasks, by their items: cancelled items did not fail', () => {
    const held: TaskSummary[] = [
      { ...summary('completed', 0), id: 'done' },
      { ...summary('processing', 1), id: 'took back', failed: 2, cancelled: 2 },
      { ...summary('processing', 1), id: 'failed one', failed: 2, cancelled: 1 },
      { ...summary('failed', 0), id: 'failed' },
      { ...summary('processing', 1), id: 'by hand', handed_over: 1 },
      { ...summary('needs_review', 1), id: 'said so' },
    ]
    const found = (change: Partial<ListState>) =>
      foundTasks(held, { ...initialListState, ...change }).map(({ row }) => row.id)
    expect(found({ failedFirst: true })).toEqual(['by hand', 'said so', 'failed one', 'failed', 'done', 'took back'])
    expect(found({ status: 'failed' })).toEqual(['failed one', 'failed'])
    expect(found({ status: 'cancelled' })).toEqual(['took back', 'failed one'])
    expect(found({ status: 'processing' })).toEqual(['took back', 'failed one', 'by hand'])
  })
})

describe('the address of a list', () => {
  it.each([
    [{ search: 'a b' }, '?search=a+b'],
    [{ status: 'failed' }, '?status=failed'],
    [{ failedFirst: true }, '?first=failed'],
    [{ page: 2 }, '?page=2'],
    [{ size: 10 }, '?size=10'],
    [{ search: 'x', page: 3, size: 100 }, '?search=x&page=3&size=100'],
  ])('of %j is %s', (change, address) => {
    expect(listQuery({ ...initialListState, ...change })).toBe(address)
    expect(readListState(address)).toEqual({ ...initialListState, ...change })
  })

  it.each(['?page=0', '?page=1.5', '?page=x', '?size=30', '?size=', '?first=', '?other=1', ''])(
    'that is %j equals the initial state',
    (address) => {
      expect(readListState(address)).toEqual(initialListState)
    },
  )

  it('returns to the first page after any change except of the page', () => {
    const state: ListState = { search: 'a', status: 'failed', failedFirst: true, page: 4, size: 50 }
    expect(nextListState(state, { size: 10 })).toEqual({ ...state, size: 10, page: 1 })
    expect(nextListState(state, { page: 6 })).toEqual({ ...state, page: 6 })
  })

  it('starts on the first of pages of 20, of at most 100 tasks', () => {
    expect(initialListState).toEqual({ search: '', status: '', failedFirst: false, page: 1, size: 20 })
    expect([listSizes, mostListed]).toEqual([[10, 20, 50, 100], 100])
  })
})
