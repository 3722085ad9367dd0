import { atHandle } from './handle'
import { type Task, type TaskItem, type TaskSummary, takenBackWithin } from './tasks'

/** Statuses in which nothing more will happen without the operator. */
export const restingStatuses: ReadonlySet<string> = new Set([
  'completed',
  'failed',
  'cancelled',
  'needs_review',
  'handed_over',
])

/** True where nothing more will happen to a listed task without the operator. */
export const isSummaryAtRest = ({ status, pending }: TaskSummary): boolean =>
  restingStatuses.has(status) || pending <= 0

/** True where nothing more will happen to the task without the operator. */
export const isAtRest = ({ status, items }: Task): boolean =>
  items.length > 0
    ? items.every((item) => restingStatuses.has(item.status) && !isLookedFor(item))
    : restingStatuses.has(status)

/** A person may have posted it by hand: X is asked for it. */
const isLookedFor = ({ status, next_at }: TaskItem): boolean => status === 'handed_over' && Boolean(next_at)

/** True where nothing of an item is on X, nor will be without the operator. */
export const isUnsent = ({ status }: Pick<TaskItem, 'status'>): boolean => status === 'failed' || status === 'cancelled'

/** When an item is sent or checked by itself, while that is still to come. */
export const goesOnAt = ({ status, next_at }: TaskItem): string | undefined =>
  (status === 'queued' || status === 'unknown') && next_at && Date.parse(next_at) > Date.now() ? next_at : undefined

/** True where a person was given it to post a moment ago, as it was sent, and has not begun to. */
const isUntouchedByHand = ({ status, attempts = [], next_at, created_at }: TaskItem): boolean =>
  status === 'handed_over' && attempts.length === 0 && !next_at && Date.parse(created_at) > Date.now() - takenBackWithin

/** True where nothing of it has left: something waits, and the rest is a person's to post, who has not begun. */
export const isWhole = (items: TaskItem[]): boolean =>
  items.some((item) => item.can_cancel) && items.every((item) => item.can_cancel || isUntouchedByHand(item))

/** True where it can be taken back as a whole, and what waits does so for its time. */
export const isHeld = (items: TaskItem[]): boolean =>
  isWhole(items) && items.every((item) => !item.can_cancel || goesOnAt(item) !== undefined)

/** True where the operator took all of it back: nothing was sent. */
export const isCancelled = (items: Pick<TaskItem, 'status'>[]): boolean =>
  items.length > 0 && items.every(({ status }) => status === 'cancelled')

/** How many failed that the operator did not take back. */
export const failuresOf = ({ failed, cancelled = 0 }: Pick<TaskSummary, 'failed' | 'cancelled'>): number =>
  failed - cancelled

/** True where something did not reach X against the operator's will, or may not have, or is to be posted by hand. */
export const needsPerson = (task: TaskSummary): boolean => {
  const { status, needs_review = 0, handed_over = 0 } = task
  return failuresOf(task) + needs_review + handed_over > 0 || ['failed', 'needs_review', 'handed_over'].includes(status)
}

/** True where what needs a person is only to be posted by hand, as it was said before it was sent. */
export const waitsByHand = (task: TaskSummary): boolean =>
  task.status === 'handed_over' && failuresOf(task) + (task.needs_review ?? 0) === 0

/** "Replies to @maker", or by the task's id where a provider does not say what it answers. */
export const subjectOf = ({ id, total_items, post }: Pick<TaskSummary, 'id' | 'total_items' | 'post'>): string =>
  post?.author_username
    ? `${total_items === 1 ? 'Reply' : 'Replies'} to ${atHandle(post.author_username)}`
    : `Task ${id}`

/** "2 posted, 1 failed, 2 cancelled, 1 to review, 4 by hand, 3 waiting", what is none left out. */
export const countsOf = (task: TaskSummary): string => {
  const { completed, pending, cancelled = 0, needs_review = 0, handed_over = 0 } = task
  return [
    [completed, 'posted'],
    [failuresOf(task), 'failed'],
    [cancelled, 'cancelled'],
    [needs_review, 'to review'],
    [handed_over, 'by hand'],
    [pending - needs_review - handed_over, 'waiting'],
  ]
    .flatMap(([count = 0, name]) => (Number(count) > 0 ? `${count} ${name}` : []))
    .join(', ')
}
