import { failuresOf } from './taskOutcome'
import type { TaskItem, TaskSummary } from './tasks'

export const listSizes = [10, 20, 50, 100] as const

export const mostListed = 100

export interface ListState {
  search: string
  /** '' for all. */
  status: string
  failedFirst: boolean
  /** From 1. */
  page: number
  size: number
}

export const initialListState: ListState = { search: '', status: '', failedFirst: false, page: 1, size: 20 }

/** Reads the query of an address, with defaults for missing or wrong parts. */
export const readListState = (address: string): ListState => {
  const query = new URLSearchParams(address)
  const size = Number(query.get('size'))
  const page = Number(query.get('page'))
  return {
    search: query.get('search') ?? '',
    status: query.get('status') ?? '',
    failedFirst: query.get('first') === 'failed',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: listSizes.find((each) => each === size) ?? initialListState.size,
  }
}

/** The query for `readListState`, with its question mark; empty for the default state. */
export const listQuery = ({ search, status, failedFirst, page, size }: ListState): string => {
  const query = new URLSearchParams({
    ...(search ? { search } : {}),
    ...(status ? { status } : {}),
    ...(failedFirst ? { first: 'failed' } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(size === initialListState.size ? {} : { size: String(size) }),
  }).toString()
  return query === '' ? '' : `?${query}`
}

/** Every change except of the page returns to the first page. */
export const nextListState = (state: ListState, change: Partial<ListState>): ListState => ({
  ...state,
  page: 1,
  ...change,
})

export interface Numbered<T> {
  row: T
  number: number
}

/** A status may also name a count of the task's items. */
export const foundTasks = (tasks: readonly TaskSummary[], state: ListState): Numbered<TaskSummary>[] =>
  found(tasks, state, {
    words: ({ id, status, error, post, characters, group }) => [
      String(id),
      status,
      error,
      post?.text,
      post?.author_username,
      ...(characters ?? []),
      group,
    ],
    isOf: (task, status) =>
      task.status === status ||
      (status === 'failed' && failuresOf(task) > 0) ||
      (status === 'cancelled' && (task.cancelled ?? 0) > 0) ||
      (status === 'needs_review' && (task.needs_review ?? 0) > 0) ||
      (status === 'handed_over' && (task.handed_over ?? 0) > 0),
    urgency: (task) =>
      (task.needs_review ?? 0) + (task.handed_over ?? 0) > 0
        ? 0
        : Math.min(urgencyOf(task.status), failuresOf(task) > 0 ? 1 : 2),
  })

export const foundItems = (items: readonly TaskItem[], state: ListState): Numbered<TaskItem>[] =>
  found(items, state, {
    words: ({ reply_id, twitter_username, status, error, content, next_step, against_verdict }) => [
      String(reply_id),
      twitter_username,
      status,
      error,
      content,
      next_step,
      against_verdict,
    ],
    isOf: (item, status) => item.status === status,
    urgency: ({ status }) => urgencyOf(status),
  })

/** Lower comes first. */
export const urgencyOf = (status: string): number =>
  status === 'needs_review' || status === 'handed_over' ? 0 : status === 'failed' ? 1 : 2

export interface Page<T> {
  rows: T[]
  /** At most the last page. */
  page: number
  pages: number
}

export const pageOf = <T>(rows: readonly T[], { page, size }: ListState): Page<T> => {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const shown = Math.min(page, pages)
  return { rows: rows.slice((shown - 1) * size, shown * size), page: shown, pages }
}

interface Reading<T> {
  words: (row: T) => (string | null | undefined)[]
  isOf: (row: T, status: string) => boolean
  urgency: (row: T) => number
}

const found = <T>(rows: readonly T[], state: ListState, { words, isOf, urgency }: Reading<T>): Numbered<T>[] => {
  const wanted = state.search.trim().toLowerCase()
  const matching = rows
    .map((row, index) => ({ row, number: index + 1 }))
    .filter(({ row }) => state.status === '' || isOf(row, state.status))
    .filter(({ row }) => wanted === '' || words(row).some((word) => word?.toLowerCase().includes(wanted)))
  return state.failedFirst ? matching.sort((one, other) => urgency(one.row) - urgency(other.row)) : matching
}
