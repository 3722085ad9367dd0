import type { TaskSummary } from './tasks'

/** Statuses in which nothing more will happen without the operator. */
export const restingStatuses: ReadonlySet<string> = new Set(['completed', 'failed', 'needs_review', 'handed_over'])

/** True where nothing more will happen to a listed task without the operator. */
export const isSummaryAtRest = ({ status, pending }: TaskSummary): boolean =>
  restingStatuses.has(status) || pending <= 0

/** True where something did not reach X, or may not have, or is to be posted by hand. */
export const needsPerson = ({ failed, status, needs_review = 0, handed_over = 0 }: TaskSummary): boolean =>
  failed + needs_review + handed_over > 0 || ['failed', 'needs_review', 'handed_over'].includes(status)

/** True where what needs a person is only to be posted by hand, as it was said before it was sent. */
export const waitsByHand = ({ failed, needs_review = 0, status }: TaskSummary): boolean =>
  status === 'handed_over' && failed + needs_review === 0

/** "Replies to @maker", or by the task's id where a provider does not say what it answers. */
export const subjectOf = ({ id, total_items, post }: Pick<TaskSummary, 'id' | 'total_items' | 'post'>): string =>
  post?.author_username
    ? `${total_items === 1 ? 'Reply' : 'Replies'} to @${post.author_username.replace(/^@/, '')}`
    : `Task ${id}`

/** "2 posted, 1 failed, 1 to review, 4 by hand, 3 waiting", what is none left out. */
export const countsOf = ({ completed, failed, pending, needs_review = 0, handed_over = 0 }: TaskSummary): string =>
  [
    [completed, 'posted'],
    [failed, 'failed'],
    [needs_review, 'to review'],
    [handed_over, 'by hand'],
    [pending - needs_review - handed_over, 'waiting'],
  ]
    .flatMap(([count = 0, name]) => (Number(count) > 0 ? `${count} ${name}` : []))
    .join(', ')
