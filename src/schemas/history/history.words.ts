import { counted } from '../counted'
import type { Attempt } from './tasks'

export const notFound = 'Task not found.'
export const noItems = 'No items found.'

export const lead = 'Sent replies and failures.'
export const paused = 'Updates are paused.'
export const updating = 'Updates automatically while replies are being sent.'
export const stale = 'This cannot be updated right now. We will retry automatically.'
export const nothingSent = 'Nothing has been sent yet. Every send becomes a task here.'
export const writeReplies = 'Write replies'
export const replies = (count: number) => counted(count, 'reply', 'replies')
export const toPost = (count: number) => `to post manually, because X rejects ${count === 1 ? 'it' : 'them'} from apps.`
export const postManually = 'Post manually'
export const toReview = (count: number) =>
  `to review, because we could not find out whether X has ${count === 1 ? 'it' : 'them'}.`
export const failedUnseen = 'failed since you last looked.'
export const taskStatuses = {
  all: 'All tasks',
  needs_review: 'To review',
  handed_over: 'To post manually',
  failed: 'With failures',
  cancelled: 'Cancelled',
  processing: 'Being sent',
  queued: 'Queued',
  completed: 'Completed',
}
export const searchTasks = 'Search posts, people, groups'
export const searchCovers = (most: number, hasOlder: boolean) =>
  `The list and its search cover the latest ${most} tasks${hasOlder ? ', and older ones that wait for a decision' : ''}.`
export const details = (number: number) => `Details of task ${number}`
export const noMatch = 'Nothing matches your search.'
export const backToHistory = 'Back to History'

/** The message of a send of which nothing was posted; `why` is X's or the server's sentence, or empty. */
export const nonePosted = {
  refused: (replies: number, why: string) => sentences(`X refused ${allOf(replies)}`, why),
  manual: (replies: number, why: string) => sentences(`X accepts ${allOf(replies)} only from a person`, why),
  other: (counts: string, why: string) => sentences(`No reply was posted (${counts})`, why),
}
const allOf = (replies: number) =>
  replies === 1 ? 'the reply' : replies === 2 ? 'both replies' : `all ${replies.toLocaleString()} replies`
const sentences = (what: string, why: string) => (why === '' ? `${what}.` : `${what}: ${why}`)

export const settled = 'No more automatic changes.'
export const notLoaded = 'The task could not be loaded. Check your connection and try again.'
export const cancelQueued = (count: number) => `Cancel ${count.toLocaleString()} queued`
export const retry = (count: number, what: string) => `Retry ${count.toLocaleString()} ${what}`
export const itemStatuses = {
  all: 'All items',
  needs_review: 'To review',
  handed_over: 'To post manually',
  failed: 'Failed',
  cancelled: 'Cancelled',
  queued: 'Queued',
  unknown: 'Outcome unknown',
  completed: 'Completed',
}
export const searchItems = 'Search texts, accounts, errors'
export const willRetryAt = 'Next retry:'
export const thePost = 'The post'
export const asCharacters = (names: readonly string[]) => `as ${names.join(', ')}`
export const throughGroup = (group: string) => `through ${group}`
export const counts = {
  posted: 'posted',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  review: 'to review',
  manual: 'to post manually',
  waiting: 'waiting',
}
export const sendingCost = (total: string) => `Sending cost ${total}.`
export const writingCost = (calls: number, cost: string | undefined, tokens: string) =>
  `Writing the replies took ${counted(calls, 'model call')} (${cost ?? 'price not known'}): ${tokens}.`
export const cancelled = (count: number) => `${replies(count)} ${count === 1 ? 'was' : 'were'} cancelled.`
export const nothingWaits = 'No queued reply is left in this task.'
export const sendUndone = 'Send taken back. Nothing was sent.'

export const checkAccount = (handle: string | null) => `Check ${handle ?? 'the account'}`
export const openInX = 'Open in X'
export const openTask = 'Open task'
export const postItManually = 'Post it manually'
export const enterOutcome = 'Enter the outcome'
export const copyError = (what: string) => `Copy the error of ${what}`
export const historyOfReply = 'History of this reply'
export const sentToX = 'sent to X'
/** By outcome. A newer server may have more. */
const answers = new Map(
  Object.entries({
    done: 'posted',
    refused: 'refused',
    limited: 'not now, its limit is reached',
    rested: 'refused, the account has to rest',
    paused: 'refused for the whole app',
    doubted: 'refused, the account is checked',
    revoked: 'refused, the account lost its access',
    skewed: 'refused, this server’s clock is wrong',
    unsent: 'not posted',
    ambiguous: 'no clear answer',
  }),
)
export const answerOf = ({ http_status, outcome }: Pick<Attempt, 'http_status' | 'outcome'>) => {
  const answer = answers.get(outcome) ?? outcome
  if (http_status === null) return outcome === 'done' ? 'found on X' : outcome === 'unsent' ? 'did not reach X' : answer
  return `X answered: ${answer}${outcome === 'done' ? '' : ` (${http_status})`}`
}
export const giveUpQuestion = 'Give up this reply?'
export const giveUpDetail = 'It counts as failed, and we stop looking for it on X. If X has the reply, it stays there.'
export const wasPosted = 'It was posted'
export const linkOfPost = 'Link of the post'
export const editAndResend = 'Edit and send again'
export const resendDetail = 'The reply is sent again through the same account as a new task.'

export const stepsOfReply = 'Steps of this reply'
export const stepsMissing =
  'Some steps are missing, because the reply is older than this history or another server version worked on it.'
export const stateAtStep = 'State at this step:'
export const wholeChart = 'Whole chart'
export const chart = 'Steps of a reply on its way to X'
export const stored = 'Queued'
/** By event name. A newer server may have more events. */
export const steps: Readonly<Record<string, string>> = {
  'item.claim': 'Sending',
  'item.retry': 'Retried by the operator',
  'item.cancel': 'Cancelled by the operator',
  'hand.over': 'Prepared for posting manually',
  'hand.opened': 'Opened on X',
  'hand.look': 'Waiting to be checked on X',
  'hand.notPosted': 'Marked as not posted',
  'post.accepted': 'Accepted by X',
  'post.deferred': 'Not posted, queued again',
  'post.refused': 'Rejected by X',
  'post.contested': 'Rejected by X, checking for an earlier post',
  'post.lost': 'No clear answer from X',
  'post.seen': 'Found on X after all',
  'post.corrected': 'Found on X with another ID',
  'post.disproved': 'X returned another post’s ID',
  'post.gone': 'No longer on X',
  'post.shown': 'On X again',
  'lease.expired': 'The server stopped while sending',
  'database.restored': 'A backup was restored',
  'account.removed': 'The account was deleted',
  'author.declined': 'The author asked to be left alone',
  'check.found': 'Found on X',
  'check.absent': 'Not found on X',
  'check.unproven': 'Not found on X, which may show it late',
  'check.failed': 'The check on X failed',
  'check.impossible': 'X cannot be checked for this reply',
  'review.check': 'Checked again by the operator',
  'review.confirm': 'Confirmed by the operator',
  'review.resend': 'Sent again by the operator',
  'review.giveUp': 'Given up by the operator',
}

export const subject = (count: number, handle: string) => `${count === 1 ? 'Reply' : 'Replies'} to ${handle}`
export const unnamedSubject = (id: string | number) => `Task ${id}`
export const more = 'more'
export const sendingNow = 'Sending now'
export const justSent = 'Sent'
export const dismissAll = 'Dismiss all'
export const dismiss = (task: string) => `Dismiss ${task}`
export const cancelQueuedOf = (task: string) => `Cancel queued: ${task}`

export const recentActivity = 'Recent activity'
export const activityLead = 'Sign-ins, drafts, changes, sends and decisions of this operator.'
export const searchActivity = 'Search activity'
export const exportActivity = 'Export what is shown'
export const noActivity = 'Nothing has happened yet.'
export const nothingFoundSoFar = 'No matching entries so far.'
export const nothingFound = 'No matching entries.'
export const olderNotLoaded = 'Older entries could not be loaded. Check the connection, then try again.'
export const nobodySignedIn = 'Nobody signed in'
