import type { Generated } from 'kysely'
import type { Treatment } from '../../../src/schemas/security/newAnswers'
import type { ItemState } from '../../posting/protocol/itemMachine'
import type { Refusal } from '../../x/refusals'
import type { Dated, Flag, Json, Owned, Timestamp } from './columns'

export interface DeliveryTables {
  tasks: TaskTable
  task_revisions: TaskRevisionTable
  task_items: TaskItemTable
  item_events: ItemEventTable
  attempts: AttemptTable
  holds: HoldTable
  idempotency: IdempotencyTable
  new_answers: NewAnswerTable
  new_answer_refusals: NewAnswerRefusalTable
  unclaimed_posts: UnclaimedPostTable
}

interface TaskTable extends Owned, Dated {
  /** 12 hexadecimal digits. */
  id: string
  kind: 'batch' | 'solo'
  /** SHA-256 of the request, hex, to recognise a repeated request. */
  request_hash: string
  error: string | null
  /** The post of the replies. This column and the next two are null for tasks of earlier versions. */
  tweet_id: string | null
  /** The distinct names of the characters that wrote the replies. */
  characters: Json | null
  /** The name of the batch's group; null for a solo send. */
  group_name: string | null
}

/** Triggers of the database write the rows after every change that affects answers about tasks. */
interface TaskRevisionTable {
  id: Generated<number>
  /** 0 for changes that affect the answers for all operators. PostgreSQL has several rows for each operator. */
  owner_id: number
  value: string
}

/** Text, target and account are snapshots: later changes of the reply, the post or the account do not affect them. */
interface TaskItemTable extends Owned, Dated {
  id: Generated<number>
  task_id: string
  position: number
  /** In at most one item that has not failed (partial unique index). */
  reply_id: string
  /**
   * Null after the account was deleted. At most one item of each account is `posting` or `unknown` (partial unique
   * index), except items that a restored backup made unknown.
   */
  account_id: number | null
  twitter_username: string
  /** The account's id on X when the item was created; null if it was not known. */
  author_id: string | null
  target_tweet_id: string
  content: string
  /** `keyOfWords` of the content; null for items of earlier versions. */
  words: Generated<string | null>
  /** The account's `last_used_at` before this send, to which a cancellation returns; null if the account was unused. */
  used_before: Generated<Timestamp | null>
  state: ItemState
  error: string | null
  next_step: string | null
  attempts: number
  /**
   * Successful reads without the reply since the last attempt (posting protocol, step 5), or since a person opened X's
   * page.
   */
  clean_reads: number
  /** Consecutive reads that X did not answer. */
  failed_reads: number
  /** How often the item was queued again after an unknown outcome. */
  resends: number
  /** The earliest time of the next claim (`queued`), check (`unknown`) or search on X (`handed_over`). */
  next_at: Timestamp
  /** The worker that has the lease, and the end of the lease; null without a lease. */
  lease_epoch: string | null
  lease_until: Timestamp | null
  /** When a restored backup made the item unknown; null again after its outcome is known. */
  restored_at: Timestamp | null
  /** In at most one item (partial unique index). */
  reply_tweet_id: string | null
  can_retry: Flag
  /** When the item first became manual; null if it never did. */
  handed_over_at: Timestamp | null
  /** When X's page with the reply was last opened; null if it never was. */
  opened_at: Generated<Timestamp | null>
  /** The mention that the item answers; in at most one item that has not failed (partial unique index). */
  mention_id: Generated<number | null>
  /** The difference between X's reaction and the forecast of `mayAnswer`, in plain words; null without a difference. */
  against_verdict: Generated<string | null>
}

/**
 * The events of an item, in order; only `apply` writes them. Items that are older than this table lack their first
 * events.
 */
interface ItemEventTable {
  id: Generated<number>
  item_id: number
  at: Timestamp
  /** `ItemEvent` */
  event: Json
  /** The state after the event, for example `failed.retryable`. */
  state: string
}

interface AttemptTable {
  id: Generated<number>
  item_id: number
  epoch: string
  started_at: Timestamp
  /** How far the sending server's clock was ahead of X's; null if the difference is unknown or below a minute. */
  ahead_ms: number | null
  finished_at: Timestamp | null
  http_status: number | null
  outcome: string
  detail: string | null
  refusal: Refusal | null
  /** X's id of the request, which X's support asks for. */
  transaction_id: string | null
}

/**
 * Sending that waits because of X or a budget. `account:{id}` and `app:{app}` last until a quota of X resets.
 * `paused:{app}` (credits, usage cap), `rest:{id}` (X is suspicious of the account) and `doubt:{id}` (X answered 401)
 * last as long as the server decides. `budget:{owner}` and, for the inbox, `reading:{owner}` last until the next day.
 */
interface HoldTable {
  scope: string
  /** Null: until the operator acts. */
  until: Timestamp | null
  reason: string
  created_at: Timestamp
}

/** The answer for an owner and key, so that a repeated call creates nothing. */
interface IdempotencyTable extends Owned {
  key: string
  request_hash: string
  task_id: string
  created_at: Timestamp
}

/** A sentence of X's refusals that is in no row of the refusals table. Only the latest 200 sentences are stored. */
interface NewAnswerTable {
  /** Derived from the sentence. */
  id: string
  /** Without ids, handles and numbers. */
  words: string
  treatment: Treatment
  times: number
  /** The UTC day of `times_today`. */
  day: string
  times_today: number
  first_at: Timestamp
  last_at: Timestamp
}

/** The last reply of an account that X refused with this sentence although its rule allows the reply. */
interface NewAnswerRefusalTable {
  answer_id: string
  app: string
  account_id: number
  attempt_id: number
}

/**
 * A reply among an account's posts on X that belongs to no item. It is stored so that the same reply is not posted
 * again.
 */
interface UnclaimedPostTable {
  post_id: string
  /** The account's id on X. */
  author_id: string
  in_reply_to: string
  text: string
  /** `LeadingMention[]` */
  leading_mentions: Json
  seen_at: Timestamp
}
