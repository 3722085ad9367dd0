import * as z from 'zod/mini'
import { id, opaqueId, timestamp } from '../base'
import { type Call, call, pageLimit, wireId } from '../call'
import { linkText } from '../gate/links'

/** `text` is the beginning of the post; `author_username` is '' if X did not name the author. */
export const answeredPost = z.object({ tweet_id: z.string(), text: z.string(), author_username: z.string() })
export type AnsweredPost = z.infer<typeof answeredPost>

const head = {
  id: opaqueId,
  /** Null only from another provider, like `retry_count`. */
  owner_id: z.nullable(opaqueId),
  status: z.string(),
  error: z.optional(z.nullable(z.string())),
  /** Only from our server: until when sending is paused, and by what. `error` gives the reason. */
  paused: z.optional(z.nullable(z.object({ by: z.enum(['app', 'budget']), until: timestamp }))),
  created_at: timestamp,
  updated_at: timestamp,
  /** The rest is only from our server. Names as they were at the time of the send. */
  post: z.optional(z.nullable(answeredPost)),
  characters: z.optional(z.array(z.string())),
  group: z.optional(z.nullable(z.string())),
}

/** Only from our server. */
export const attempt = z.object({
  started_at: timestamp,
  finished_at: z.nullable(timestamp),
  /** The HTTP status of X's answer, null if there was none. */
  http_status: z.nullable(z.int()),
  outcome: z.string(),
  /** X's own words. */
  detail: z.nullable(z.string()),
})
export type Attempt = z.infer<typeof attempt>

/** Why a queued reply is not sent now. `turn`: other replies are sent first, or X is read first. */
export const waitReasons = [
  'undo',
  'turn',
  'earlier_reply',
  'retry',
  'budget',
  'app_paused',
  'app_limit',
  'account_limit',
  'account_rest',
  'account_doubt',
  'account_inactive',
] as const
export type WaitReason = (typeof waitReasons)[number]

export const taskItem = z.object({
  id: opaqueId,
  reply_id: opaqueId,
  retry_count: z.nullable(z.int()),
  twitter_username: z.nullable(z.string()),
  status: z.string(),
  error: z.optional(z.nullable(z.string())),
  created_at: timestamp,
  updated_at: timestamp,
  reply_tweet_id: z.optional(z.nullable(z.string())),
  /** The rest is only from our server. `next_step`: what the operator can do now. */
  next_step: z.optional(z.nullable(z.string())),
  /** How X's answer differed from the expected one. */
  against_verdict: z.optional(z.nullable(z.string())),
  /**
   * When sending starts or resumes (queued), the outcome is checked (unknown), or X is checked for the post
   * (handed_over).
   */
  next_at: z.optional(z.nullable(timestamp)),
  /** A `WaitReason`, or one that only a newer server knows; null unless it is queued. */
  waits_for: z.optional(z.nullable(z.string())),
  /** X's compose page with this reply (handed_over); null for an author on the do-not-reply list. */
  intent_url: z.optional(z.nullable(z.string())),
  /** True if the item waits or failed because of its account. */
  is_of_account: z.optional(z.boolean()),
  /** True if a person may post what X refused. */
  can_hand_over: z.optional(z.boolean()),
  target_tweet_id: z.optional(z.string()),
  /** True if sending it again cannot post it twice. */
  can_retry: z.optional(z.boolean()),
  /** True if it is queued and was never sent. */
  can_cancel: z.optional(z.boolean()),
  /** True if X refused this text and may accept another. */
  can_edit: z.optional(z.boolean()),
  /** Null if the account was deleted. */
  account_id: z.optional(z.nullable(id)),
  content: z.optional(z.string()),
  attempts: z.optional(z.array(attempt)),
})
export type TaskItem = z.infer<typeof taskItem>

export const taskSummary = z.object({
  ...head,
  total_items: z.int(),
  completed: z.int(),
  failed: z.int(),
  pending: z.int(),
  /** Pending items that wait for a decision or to be posted manually; only from our server. */
  needs_review: z.optional(z.int()),
  handed_over: z.optional(z.int()),
  /** Failed items that the operator cancelled before they left; only from our server. */
  cancelled: z.optional(z.int()),
  /** The item that needs the operator most, else the first that still waits; only from our server. */
  urgent_item: z.optional(z.nullable(taskItem)),
})
export type TaskSummary = z.infer<typeof taskSummary>

/** Running tasks, the requested tasks, and how many items wait for a decision or to be posted manually. */
export const openTasks = z.object({
  tasks: z.array(taskSummary),
  needs_review: z.int(),
  handed_over: z.optional(z.int()),
})
export type OpenTasks = z.infer<typeof openTasks>

/** `awaited`: the outcome is not announced yet. `ended`: announced and not yet looked at. */
export const followed = z.object({ awaited: z.array(opaqueId), ended: z.array(opaqueId) })
export type Followed = z.infer<typeof followed>

export const task = z.object({ ...head, items: z.array(taskItem) })
export type Task = z.infer<typeof task>

export const manualItem = z.object({
  ...taskItem.shape,
  task_id: opaqueId,
  post: z.nullable(answeredPost),
})

/** The steps of an item, with the state after each in the chart `item` of `docs/machines.md`. */
export const itemHistory = z.object({
  created_at: timestamp,
  /** False if steps are missing: the item is older than its history, or another version worked on it. */
  is_whole: z.boolean(),
  steps: z.array(z.object({ at: timestamp, event: z.looseObject({ type: z.string() }), state: z.string() })),
})
export type ItemHistory = z.infer<typeof itemHistory>

/** At most 100, the longest waiting first. `total` counts all. */
export const manualItems = z.object({ items: z.array(manualItem), total: z.int() })
export type ManualItems = z.infer<typeof manualItems>
export type ManualItem = ManualItems['items'][number]

/**
 * For an item that needs review (posting protocol, step 8): `check_again`, `posted`, `send_again`, `give_up`. For an
 * item to post manually: `opened`, `posted`, `check_again`, `not_posted`. `hand_over` turns a refused item into one to
 * post manually.
 */
const plainDecision = z.strictObject({
  action: z.enum(['check_again', 'send_again', 'give_up', 'hand_over', 'opened', 'not_posted']),
})
const postedDecision = z.strictObject({
  action: z.literal('posted'),
  tweet_url: z.string().check(z.minLength(1), z.maxLength(2048), z.overwrite(linkText)),
})

/**
 * Milliseconds after the send in which items to post manually are taken back with their task. Later a person may have
 * posted them.
 */
export const undoMs = 60_000

/**
 * `cancel` this queued item, `cancel_waiting` all queued items of its task; `take_back` also the items to post
 * manually, within a minute and if nothing of the task has left.
 */
const cancelBody = z.strictObject({ action: z.enum(['cancel', 'cancel_waiting', 'take_back']) })

export const decisionBody = z.union(
  [plainDecision, cancelBody, postedDecision],
  'must be check_again, send_again, give_up, hand_over, opened, not_posted, cancel, cancel_waiting, take_back, or posted with a tweet_url',
)
export type DecisionBody = z.infer<typeof decisionBody>

export interface Decided {
  task_id: Task['id']
  item_id: TaskItem['id']
  decision: DecisionBody
}

export type CancelBody = z.infer<typeof cancelBody>
export type ItemDecision = Exclude<DecisionBody, CancelBody>

export const isCancel = (decision: DecisionBody): decision is CancelBody => cancelBody.safeParse(decision).success

/** `failed` excludes items that the operator cancelled. */
export const retryScope = z.enum(['failed', 'cancelled'])
export type RetryScope = z.infer<typeof retryScope>

/** Without a scope, everything that can be sent again. */
export interface RetryRequest {
  task_id: string
  only?: RetryScope | undefined
}

/** Limits the length of the address: an id has 12 hexadecimal digits and a comma. */
export const mostAskedAbout = 100

export const taskCalls = {
  /** `state`: only tasks with such an item. Other providers ignore it. */
  listTasks: call({
    specified: ['limit'],
    method: 'GET',
    path: '/tasks/',
    auth: true,
    query: z.strictObject({ limit: pageLimit, state: z.optional(z.literal('needs_review')) }),
    status: 200,
    answer: z.array(taskSummary),
    reads: 'required',
  }),
  /** `ids`: tasks to return whatever their state, separated by commas. Other providers have no such call. */
  listOpenTasks: call({
    method: 'GET',
    path: '/tasks/open',
    auth: true,
    query: z.strictObject({
      ids: z._default(z.string().check(z.regex(/^[0-9a-f,]{0,1300}$/, 'must be ids of tasks')), ''),
    }),
    status: 200,
    answer: openTasks,
    reads: 'required',
  }),
  /** Other providers have no such call. */
  listManualReplies: call({
    method: 'GET',
    path: '/tasks/handed-over',
    auth: true,
    status: 200,
    answer: manualItems,
    reads: 'required',
  }),
  getTask: call({
    specified: [],
    method: 'GET',
    path: '/tasks/{taskId}',
    auth: true,
    params: z.strictObject({ taskId: wireId }),
    status: 200,
    answer: task,
    reads: 'required',
  }),
  /** Other providers have no such call. */
  getItemHistory: call({
    method: 'GET',
    path: '/tasks/{taskId}/items/{itemId}/history',
    auth: true,
    params: z.strictObject({ taskId: wireId, itemId: wireId }),
    status: 200,
    answer: itemHistory,
    reads: 'required',
  }),
  /** Without `only`, failed and cancelled items are sent again. Other providers ignore it. */
  retryTask: call({
    method: 'POST',
    path: '/tasks/{taskId}/retry',
    auth: true,
    params: z.strictObject({ taskId: wireId }),
    query: z.strictObject({ only: z.optional(retryScope) }),
    status: 200,
    answer: task,
    reads: 'required',
  }),
  decideItem: call({
    method: 'POST',
    path: '/tasks/{taskId}/items/{itemId}/decision',
    auth: true,
    params: z.strictObject({ taskId: wireId, itemId: wireId }),
    body: decisionBody,
    status: 200,
    answer: task,
    reads: 'required',
  }),
} satisfies Record<string, Call>
