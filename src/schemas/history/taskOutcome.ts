import { atHandle } from '../handle'
import { isReadable } from '../unreadable'
import * as words from './history.words'
import { statuses } from './situation.words'
import { type RetryScope, type Task, type TaskItem, type TaskSummary, undoMs } from './tasks'

/** Statuses that only the operator can change. */
export const restingStatuses: ReadonlySet<string> = new Set([
  'completed',
  'failed',
  'cancelled',
  'needs_review',
  'handed_over',
])

export const isSummaryAtRest = (task: TaskSummary): boolean =>
  restingStatuses.has(task.status) || (isReadable(task, 'pending') && task.pending <= 0)

export const isAtRest = ({ status, items }: Task): boolean =>
  items.length > 0
    ? items.every((item) => restingStatuses.has(item.status) && !isLookedFor(item))
    : restingStatuses.has(status)

/** A person may have posted it manually, so the server checks X. */
const isLookedFor = ({ status, next_at }: TaskItem): boolean => status === 'handed_over' && Boolean(next_at)

/** True if it is not on X and will not be without the operator. */
export const isUnsent = ({ status }: Pick<TaskItem, 'status'>): boolean => status === 'failed' || status === 'cancelled'

/** The next automatic send or check, if it is still to come. */
export const goesOnAt = ({ status, next_at }: TaskItem): string | undefined =>
  (status === 'queued' || status === 'unknown') && next_at && Date.parse(next_at) > Date.now() ? next_at : undefined

/** True if it was prepared for a person a moment ago, and the person has not started. */
const isUntouchedManual = ({ status, attempts = [], next_at, created_at }: TaskItem): boolean =>
  status === 'handed_over' && attempts.length === 0 && !next_at && Date.parse(created_at) > Date.now() - undoMs

/** True if nothing of the task has left, so that all of it can be taken back. */
export const isWhole = (items: TaskItem[]): boolean =>
  items.some((item) => item.can_cancel) && items.every((item) => item.can_cancel || isUntouchedManual(item))

/** True if the task can be taken back as a whole and all of it still waits for its time. */
export const isHeld = (items: TaskItem[]): boolean =>
  isWhole(items) && items.every((item) => !item.can_cancel || isHeldItem(item))

const isHeldItem = (item: TaskItem): boolean =>
  goesOnAt(item) !== undefined && (!item.waits_for || item.waits_for === 'undo')

export const isCancelled = (items: Pick<TaskItem, 'status'>[]): boolean =>
  items.length > 0 && items.every(({ status }) => status === 'cancelled')

export const failuresOf = ({ failed, cancelled = 0 }: Pick<TaskSummary, 'failed' | 'cancelled'>): number =>
  failed - cancelled

export const needsPerson = (task: TaskSummary): boolean => {
  const { status, needs_review = 0, handed_over = 0 } = task
  return failuresOf(task) + needs_review + handed_over > 0 || ['failed', 'needs_review', 'handed_over'].includes(status)
}

/** Why the operator is needed, in replies. `failed`: in tasks that nobody has opened since. */
export interface Attention {
  review: number
  manual: number
  failed: number
}

/** Until the server has counted all tasks, `listed` counts for `review` and `manual`. */
export const attentionOf = (
  follow: {
    needsReview: number
    manualCount: number | undefined
    tasks: readonly TaskSummary[]
    ended: readonly Task['id'][]
  },
  listed: readonly TaskSummary[] = [],
): Attention => ({
  review: follow.needsReview || sumOf(listed, 'needs_review'),
  manual: follow.manualCount ?? sumOf(listed, 'handed_over'),
  failed: follow.tasks.reduce((sum, task) => (follow.ended.includes(task.id) ? sum + failuresOf(task) : sum), 0),
})

const sumOf = (tasks: readonly TaskSummary[], count: 'needs_review' | 'handed_over'): number =>
  tasks.reduce((sum, task) => sum + (task[count] ?? 0), 0)

/** True if the only thing left is to post it manually. */
export const waitsForManual = (task: TaskSummary): boolean =>
  task.status === 'handed_over' && failuresOf(task) + (task.needs_review ?? 0) === 0

/** The outcome of a send. `open`: replies are still waiting. `none`: no reply was posted. */
export type SendOutcome = { state: 'open' | 'posted' | 'cancelled' } | { state: 'none'; message: string }

export const sendOutcome = (task: TaskSummary): SendOutcome => {
  const { total_items, completed, cancelled = 0, handed_over = 0, urgent_item } = task
  const failures = failuresOf(task)
  if (completed > 0) return { state: 'posted' }
  if (total_items === 0 || failures + handed_over + cancelled < total_items) return { state: 'open' }
  if (cancelled === total_items) return { state: 'cancelled' }
  const why = task.error ?? urgent_item?.error ?? ''
  const { nonePosted } = words
  if (handed_over === total_items) return { state: 'none', message: nonePosted.manual(total_items, why) }
  const isAnswered = urgent_item?.attempts?.at(-1)?.http_status != null
  return failures === total_items && isAnswered
    ? { state: 'none', message: nonePosted.refused(total_items, why) }
    : { state: 'none', message: nonePosted.other(countsOf(task), why) }
}

/** "Replies to @maker", or the task's id if the provider does not name the author. */
export const subjectOf = ({ id, total_items, post }: Pick<TaskSummary, 'id' | 'total_items' | 'post'>): string =>
  post?.author_username ? words.subject(total_items, atHandle(post.author_username)) : words.unnamedSubject(id)

/** "2 posted, 1 failed, 1 to review", without zeros and unreadable counts; the status if nothing is left. */
export const countsOf = (task: TaskSummary): string => {
  const { status, completed, pending, cancelled = 0, needs_review = 0, handed_over = 0 } = task
  const counts = [
    [completed, words.counts.posted],
    [failuresOf(task), words.counts.failed],
    [cancelled, words.counts.cancelled],
    [needs_review, words.counts.review],
    [handed_over, words.counts.manual],
    [pending - needs_review - handed_over, words.counts.waiting],
  ]
    .flatMap(([count = 0, name]) => (Number(count) > 0 ? `${count} ${name}` : []))
    .join(', ')
  return counts || (statuses.get(status) ?? status)
}

/** False if a share of the total would be a guess. */
export const hasShares = (task: TaskSummary): boolean =>
  (['total_items', 'completed', 'failed'] as const).every((count) => isReadable(task, count))

/** Cancelled replies are never sent again together with failed ones. */
export const retriesOf = (items: TaskItem[]): { only: RetryScope; count: number }[] => {
  const again = items.filter((item) => item.can_retry)
  const cancelled = again.filter(({ status }) => status === 'cancelled').length
  return [
    { only: 'failed' as const, count: again.length - cancelled },
    { only: 'cancelled' as const, count: cancelled },
  ].filter(({ count }) => count > 0)
}
