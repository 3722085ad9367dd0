import type { Task, TaskItem } from '../schemas/tasks'
import { toCsv } from './csvReport'

/** The items of a task with the columns of its table, and the text that was sent where the provider tells it. */
export const taskItemsCsv = ({ items }: Task): string =>
  toCsv([
    columns.map(([name]) => name),
    ...items.map((item, index) => columns.map(([, read]) => String(read(item, index) ?? ''))),
  ])

type Value = string | number | null | undefined

const columns: [name: string, read: (item: TaskItem, index: number) => Value][] = [
  ['#', (_, index) => index + 1],
  ['Reply ID', ({ reply_id }) => reply_id],
  ['Retry Count', ({ retry_count }) => retry_count],
  ['Twitter Username', ({ twitter_username }) => twitter_username],
  ['Status', ({ status }) => status],
  ['Error Message', ({ error }) => error],
  ['Created At', ({ created_at }) => created_at],
  ['Updated At', ({ updated_at }) => updated_at],
  ['Reply Tweet ID', ({ reply_tweet_id }) => reply_tweet_id],
  ['Content', ({ content }) => content],
]
