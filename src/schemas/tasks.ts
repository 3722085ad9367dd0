export const taskMessages = {
  notFound: 'Task not found.',
  noItems: 'No items found.',
  stale: 'It cannot be loaded again right now. It is tried again by itself.',
  postedByHand: 'X shows it: completed.',
  takenBack: 'Taken back: nothing was sent.',
  cancelled: (count: number) => (count === 1 ? '1 reply was cancelled.' : `${count} replies were cancelled.`),
  nothingWaits: 'Nothing in this task waits to be sent any more.',
} as const

import * as z from 'zod/mini'
import { id, opaqueId, timestamp } from './base'
import { type Call, call, pageLimit, wireId } from './call'
import { linkText } from './gate/links'

/** The post that a task answers: the beginning of its text, and who wrote it, '' where X did not say. */
export const answeredPost = z.object({ tweet_id: z.string(), text: z.string(), author_username: z.string() })
export type AnsweredPost = z.infer<typeof answeredPost>

const head = {
  id: opaqueId,
  owner_id: opaqueId,
  status: z.string(),
  error: z.optional(z.nullable(z.string())),
  /** Only from our server: until when all that waits is kept from being sent, and by what; `error` says why. */
  paused: z.optional(z.nullable(z.object({ by: z.enum(['app', 'budget']), until: timestamp }))),
  created_at: timestamp,
  updated_at: timestamp,
  /** The rest only from our server: what was sent to whom, as it was called then. */
  post: z.optional(z.nullable(answeredPost)),
  characters: z.optional(z.array(z.string())),
  group: z.optional(z.nullable(z.string())),
}

export const taskSummary = z.object({
  ...head,
  total_items: z.int(),
  completed: z.int(),
  failed: z.int(),
  pending: z.int(),
  /** How many of the pending ones wait for a person's decision, or to be posted by hand; only from our server. */
  needs_review: z.optional(z.int()),
  handed_over: z.optional(z.int()),
  /** How many of the failed ones the operator took back before they left; only from our server. */
  cancelled: z.optional(z.int()),
})
export type TaskSummary = z.infer<typeof taskSummary>

/** What one attempt to post met; only from our server. */
export const attempt = z.object({
  started_at: timestamp,
  finished_at: z.nullable(timestamp),
  /** HTTP status of X's answer, null where none came. */
  http_status: z.nullable(z.int()),
  outcome: z.string(),
  /** X's own words. */
  detail: z.nullable(z.string()),
})
export type Attempt = z.infer<typeof attempt>

export const taskItem = z.object({
  id: opaqueId,
  reply_id: opaqueId,
  retry_count: z.int(),
  twitter_username: z.nullable(z.string()),
  status: z.string(),
  error: z.optional(z.nullable(z.string())),
  created_at: timestamp,
  updated_at: timestamp,
  reply_tweet_id: z.optional(z.nullable(z.string())),
  /** The rest only from our server. `next_step`: what the operator can do now, in plain words. */
  next_step: z.optional(z.nullable(z.string())),
  /** What X did with it against what was expected, in plain words. */
  against_verdict: z.optional(z.nullable(z.string())),
  /** When sending begins or goes on (queued), the outcome is checked (unknown), or X is asked whether it is there (handed_over). */
  next_at: z.optional(z.nullable(timestamp)),
  /** X's compose page with this reply filled in, where it is to be posted by hand (handed_over); null for who is on the do-not-reply list. */
  intent_url: z.optional(z.nullable(z.string())),
  /** True where it waits, or failed, because of its account. */
  is_of_account: z.optional(z.boolean()),
  /** True where a person may post by hand what X refused. */
  can_hand_over: z.optional(z.boolean()),
  /** The post that it answers. */
  target_tweet_id: z.optional(z.string()),
  /** True where sending it once more cannot post it twice. */
  can_retry: z.optional(z.boolean()),
  /** True where it waits to be sent, and was not sent before. */
  can_cancel: z.optional(z.boolean()),
  /** True where X refused this text, and may take another one. */
  can_edit: z.optional(z.boolean()),
  /** Null once the account was deleted. */
  account_id: z.optional(z.nullable(id)),
  content: z.optional(z.string()),
  attempts: z.optional(z.array(attempt)),
})
export type TaskItem = z.infer<typeof taskItem>

/**
 * What goes on by itself, what became of the tasks that were asked for, and how many items wait for a person's decision,
 * or to be posted by hand.
 */
export const openTasks = z.object({
  tasks: z.array(taskSummary),
  needs_review: z.int(),
  handed_over: z.optional(z.int()),
})
export type OpenTasks = z.infer<typeof openTasks>

/** What the console remembers of tasks: whose end is still to be told, and which ended ones nobody has looked at. */
export const followed = z.object({ awaited: z.array(opaqueId), ended: z.array(opaqueId) })
export type Followed = z.infer<typeof followed>

export const task = z.object({ ...head, items: z.array(taskItem) })
export type Task = z.infer<typeof task>

/** An item that a person is to post, with the task that it is of and the post that it answers, as it was read last. */
export const handedItem = z.object({
  ...taskItem.shape,
  task_id: opaqueId,
  post: z.nullable(answeredPost),
})

/** What happened to an item, and where each step left it in the chart that `docs/machines.md` draws (`item`). */
export const itemHistory = z.object({
  created_at: timestamp,
  /** False where steps are missing: the item is older than its history, or another version worked on it. */
  is_whole: z.boolean(),
  steps: z.array(z.object({ at: timestamp, event: z.looseObject({ type: z.string() }), state: z.string() })),
})
export type ItemHistory = z.infer<typeof itemHistory>

/** Those that wait the longest first, at most 100, and how many there are. */
export const handedItems = z.object({ items: z.array(handedItem), total: z.int() })
export type HandedItems = z.infer<typeof handedItems>
export type HandedItem = HandedItems['items'][number]

/**
 * What an operator may decide about an item that needs review (posting protocol, step 8): `check_again`, `posted`,
 * `send_again`, `give_up`. What he may say of one that is posted by hand: `opened` (X's page with the reply), `posted`,
 * `check_again`, `not_posted`; `hand_over` makes one of what X refused.
 */
const plainDecision = z.strictObject({
  action: z.enum(['check_again', 'send_again', 'give_up', 'hand_over', 'opened', 'not_posted']),
})
const postedDecision = z.strictObject({
  action: z.literal('posted'),
  tweet_url: z.string().check(z.minLength(1), z.maxLength(2048), z.overwrite(linkText)),
})

/** For so long after it was sent what a person is to post is taken back with the rest of its task, in ms: later he may have. */
export const takenBackWithin = 60_000

/**
 * Of what waits to be sent: `cancel` this item, `cancel_waiting` every one of its task; `take_back` also what is to be posted
 * by hand, within a minute and where nothing of the task has left.
 */
const cancelBody = z.strictObject({ action: z.enum(['cancel', 'cancel_waiting', 'take_back']) })

export const decisionBody = z.union(
  [plainDecision, cancelBody, postedDecision],
  'must be check_again, send_again, give_up, hand_over, opened, not_posted, cancel, cancel_waiting, take_back, or posted with a tweet_url',
)
export type DecisionBody = z.infer<typeof decisionBody>

/** What the operator decided about one item of a task. */
export interface Decided {
  task_id: Task['id']
  item_id: TaskItem['id']
  decision: DecisionBody
}

export type CancelBody = z.infer<typeof cancelBody>
export type ItemDecision = Exclude<DecisionBody, CancelBody>

export const isCancel = (decision: DecisionBody): decision is CancelBody => cancelBody.safeParse(decision).success

/** What is sent again: `failed` is not what the operator cancelled, as which it counts elsewhere. */
export const retryScope = z.enum(['failed', 'cancelled'])
export type RetryScope = z.infer<typeof retryScope>

/** What of a task is sent again: all that can be, where no scope is said. */
export interface RetryRequest {
  task_id: string
  only?: RetryScope | undefined
}

/** How many ids one call of `listOpenTasks` takes: 12 hexadecimal digits each, and the commas between them. */
export const mostAskedAbout = 100

export const taskCalls = {
  /** `state`: only tasks with such an item. Other providers do not know it. */
  listTasks: call({
    method: 'GET',
    path: '/tasks/',
    auth: true,
    query: z.strictObject({ limit: pageLimit, state: z.optional(z.literal('needs_review')) }),
    status: 200,
    answer: z.array(taskSummary),
    reads: 'required',
  }),
  /** `ids`: tasks to be told whatever became of them, separated by commas. Other providers have no such call. */
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
  /** What is to be posted by hand, of all tasks. Other providers have no such call. */
  listHandedOver: call({
    method: 'GET',
    path: '/tasks/handed-over',
    auth: true,
    status: 200,
    answer: handedItems,
    reads: 'required',
  }),
  getTask: call({
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
  /** `only`: what failed apart from what was cancelled; both where it is left out. Other providers do not know it. */
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
