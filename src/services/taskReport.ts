import type { Task, TaskItem } from '../schemas/tasks'
import { type ReportColumn, reportCsv } from './csvReport'

/** The items of a task with the columns of its table, and the text that was sent where the provider tells it. */
export const taskItemsCsv = ({ items }: Task): string => reportCsv(columns, items)

const columns: readonly ReportColumn<TaskItem>[] = [
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
