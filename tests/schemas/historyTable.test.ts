import { describe, expect, it } from 'vitest'
import {
  foundItems,
  foundTasks,
  initialListState,
  type ListState,
  listQuery,
  pageOf,
  readListState,
} from '../../src/schemas/historyTable'
import type { TaskSummary } from '../../src/schemas/tasks'
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

  it('are found by what they hold, not by their own status alone', () => {
    expect(shown({ status: 'failed' })).toEqual(['2 t2', '4 t4'])
    expect(shown({ status: 'needs_review' })).toEqual(['3 t3'])
    expect(shown({ status: 'completed' })).toEqual(['1 t1'])
  })

  it('keep their numbers where what needs a person comes first', () => {
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

it('a task under way is found by the items that need a person', () => {
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

  it('holds 20, and the last one there is where a later one is asked for', () => {
    expect(pageOf(rows, initialListState)).toEqual({ rows: rows.slice(0, 20), page: 1, pages: 10 })
    expect(pageOf(rows, { ...initialListState, page: 99 })).toEqual({ rows: rows.slice(180), page: 10, pages: 10 })
    expect(pageOf([], initialListState)).toEqual({ rows: [], page: 1, pages: 1 })
  })
})

describe('the address', () => {
  it('says nothing of a list as it is at first, and keeps what was changed', () => {
    const changed: ListState = { search: 'a & b', status: 'failed', failedFirst: true, page: 3, size: 50 }
    expect(listQuery(initialListState)).toBe('')
    expect(readListState(listQuery(changed))).toEqual(changed)
  })

  it('is not trusted', () => {
    expect(readListState('?page=-1&size=7&first=x')).toEqual(initialListState)
    expect(readListState('?page=1e99')).toEqual(initialListState)
  })
})
