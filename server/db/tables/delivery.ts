import type { Generated } from 'kysely'
import type { Treatment } from '../../../src/schemas/newAnswers'
import type { ItemState } from '../../posting/protocol/itemMachine'
import type { Refusal } from '../../x/refusals'
import type { Dated, Flag, Json, Owned, Timestamp } from './columns'

/** What is sent to X, and what came of it. */
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
  /** SHA-256 of what was asked for, hex: by it the same request, repeated, is known. */
  request_hash: string
  error: string | null
  /** The post that it answers; this and the next two are null where an earlier version sent it. */
  tweet_id: string | null
  /** Names of the characters that wrote its replies, each once. */
  characters: Json | null
  /** The name of the batch's group; null for a solo send. */
  group_name: string | null
}

/** Written by the database alone, with whatever changes an answer about tasks. */
interface TaskRevisionTable {
  id: Generated<number>
  /** 0 for what everybody's answers depend on. Of an operator there are several on PostgreSQL. */
  owner_id: number
  value: string
}

/** Text, target and account are snapshots: later changes of reply, post or account do not reach them. */
interface TaskItemTable extends Owned, Dated {
  id: Generated<number>
  task_id: string
  position: number
  /** In at most one item that has not failed (partial unique index). */
  reply_id: string
  /**
   * Null once the account was deleted. At most one item per account posting or unknown (partial unique index), those
   * aside that a restored backup made unknown.
   */
  account_id: number | null
  twitter_username: string
  /** The account's id on X when the item was made, null where X had not said it yet. */
  author_id: string | null
  target_tweet_id: string
  content: string
  /** `keyOfWords` of the content; null in items of an earlier version. */
  words: Generated<string | null>
  state: ItemState
  error: string | null
  next_step: string | null
  attempts: number
  /** Absent clean reads since the last attempt (posting protocol, step 5), or since a person opened X's page. */
  clean_reads: number
  /** Reads in a row that X did not answer. */
  failed_reads: number
  /** How often it was queued again after an unknown outcome. */
  resends: number
  /** Not before: when it may be claimed (queued), verified (unknown) or looked for on X (handed_over). */
  next_at: Timestamp
  /** Which worker holds it, and until when; null where nobody does. */
  lease_epoch: string | null
  lease_until: Timestamp | null
  /** When a restored backup made it unknown, until its outcome is known. */
  restored_at: Timestamp | null
  /** In at most one item (partial unique index). */
  reply_tweet_id: string | null
  can_retry: Flag
  /** When it was first given to a person to post by hand; null where it never was. */
  handed_over_at: Timestamp | null
  /** When X's page with the reply was opened last; null where it never was. */
  opened_at: Generated<Timestamp | null>
  /** The mention that it answers, where it answers one: in at most one item that has not failed (partial unique index). */
  mention_id: Generated<number | null>
  /** What X did against what `mayAnswer` expected, in plain words; null where it did as expected. */
  against_verdict: Generated<string | null>
}

/** What happened to an item, in its order. Written by `apply` alone; items of before there was this table have a part. */
interface ItemEventTable {
  id: Generated<number>
  item_id: number
  at: Timestamp
  /** `ItemEvent` */
  event: Json
  /** What it led to, as `failed.retryable`. */
  state: string
}

interface AttemptTable {
  id: Generated<number>
  item_id: number
  epoch: string
  started_at: Timestamp
  /** How far the clock that says so was ahead of X's; null where that was not known, or not by minutes. */
  ahead_ms: number | null
  finished_at: Timestamp | null
  http_status: number | null
  outcome: string
  detail: string | null
  /** Why X refused it, where it did. */
  refusal: Refusal | null
  /** X's own name of the request, which its support asks for. */
  transaction_id: string | null
}

/**
 * Sending that waits by X's word: `account:{id}` and `app:{app}` until a quota opens, `paused:{app}` (credits, usage cap),
 * `rest:{id}` (X is suspicious of the account) and `doubt:{id}` (it said 401) for as long as we think right;
 * `budget:{owner}`, and `reading:{owner}` for the inbox, until the next day.
 */
interface HoldTable {
  scope: string
  /** Null: until the operator acts. */
  until: Timestamp | null
  reason: string
  created_at: Timestamp
}

/** One answer per owner and key, so that a repeated call creates nothing. */
interface IdempotencyTable extends Owned {
  key: string
  request_hash: string
  task_id: string
  created_at: Timestamp
}

/** A sentence in which X refused replies and that no row of the refusals has: at most 200, the latest. */
interface NewAnswerTable {
  /** By the sentence. */
  id: string
  /** Without ids, handles and numbers. */
  words: string
  treatment: Treatment
  times: number
  /** Of `times_today`, in UTC. */
  day: string
  times_today: number
  first_at: Timestamp
  last_at: Timestamp
}

/** The last reply of an account that X refused in such a sentence although its rule allows it. */
interface NewAnswerRefusalTable {
  answer_id: string
  app: string
  account_id: number
  attempt_id: number
}

/** A reply that X showed among an account's posts while no item had it; kept so that it is not posted once more. */
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
