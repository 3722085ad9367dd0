import type { Generated, Insertable, Selectable, Updateable } from 'kysely'
import type { CredentialName } from '../../src/schemas/accounts'
import type { ConsentOutcome } from '../../src/schemas/connections'
import type { Refusal } from '../x/refusals'

export type DialectName = 'sqlite' | 'postgres'

/**
 * The rows as both databases keep them. So that one code serves both: dates are ISO 8601 text in UTC with
 * milliseconds (they sort as text), flags are 0 or 1, structured values are JSON text.
 */
type Timestamp = string
type Flag = 0 | 1
type Json = string

interface Owned {
  owner_id: number
}
interface Dated {
  created_at: Timestamp
  updated_at: Timestamp
}

export interface UserTable {
  id: Generated<number>
  /** Lower case. */
  email: string
  username: string
  password_hash: string
  created_at: Timestamp
  /** Renewed by the database with every change of what the list of this operator's accounts shows. */
  accounts_revision: Generated<string>
  /** Renewed by the database with every change of this operator's characters. */
  roles_revision: Generated<string>
  /** May invite, disable and delete operators. */
  is_admin: Generated<Flag>
  /** From then on nobody signs in as this operator, and nothing of his is sent. */
  disabled_at: Timestamp | null
}

export interface SessionTable {
  id: Generated<number>
  user_id: number
  /** SHA-256 of the opaque token, hex. */
  token_hash: string
  remember: Flag
  created_at: Timestamp
  last_used_at: Timestamp
  /** Absolute end, whatever the use. */
  expires_at: Timestamp
  /** Where it was begun. */
  address: string | null
  /** The browser's own words for itself, cut short. */
  device: string | null
}

/** One-time links: invitations, and ways back for operators who forgot their password. */
export interface PassTable {
  id: Generated<number>
  /** SHA-256 of the opaque token, hex. */
  token_hash: string
  /** Whose password it sets; null for an invitation. */
  user_id: number | null
  created_at: Timestamp
  expires_at: Timestamp
}

export interface GroupTable extends Owned, Dated {
  id: Generated<number>
  /** Unique per owner. */
  name: string
  description: string
}

/** Each credential is sealed by the vault: AES-256-GCM, bound to table, row and field. */
type SealedCredentials = Record<CredentialName, string>

export interface AccountTable extends Owned, Dated, SealedCredentials {
  id: Generated<number>
  /** As entered, with its @ where it had one. */
  username: string
  /** Lower case without the @; unique per owner. */
  username_key: string
  group_id: number | null
  is_active: Flag
  inactive_reason: string | null
  /** The account's id on X, once `GET /2/users/me` said it. */
  x_user_id: string | null
  verified_at: Timestamp | null
  /** When an item was last created for it: batches take the least recently used first. */
  last_used_at: Timestamp | null
  /** Which app on X its keys are of (`appOf`), empty where nobody looked yet. */
  x_app: Generated<string>
  /** The post whose reply X refused in words that may be about the account; null once X took one. */
  doubted_target: string | null
  /** X's own name of that refused request. */
  doubted_transaction: string | null
  /** `x-access-level` of OAuth 1.0a keys; this and the next two are null where X did not say. */
  x_access: Generated<string | null>
  x_subscription: Generated<string | null>
  x_protected: Generated<Flag | null>
}

/** The OAuth 2.0 pair of an account, each token sealed by the vault. An account without a row has OAuth 1.0a keys. */
export interface XTokenTable {
  account_id: number
  /** `server`: of the app in `X_CLIENT_ID`; `own`: of the account's own client_id. */
  client: 'server' | 'own'
  access_token: string
  /** Good once. */
  refresh_token: string
  /** The one before, until its successor has worked. */
  previous_refresh_token: string | null
  /** As X granted it, separated by spaces. */
  scope: string
  /** From then on another access token is asked for, while this one is still good. */
  renew_at: Timestamp
  /** Of the access token. */
  expires_at: Timestamp
  /** Counts the pairs; 0 while the first one is being asked for. */
  generation: number
  /** Until then one process alone asks X for the next pair. */
  renewing_until: Timestamp | null
}

/** One journey to X's consent page and back. */
/** The connection of a deleted account, until X was told to end it, or did not answer for a day. */
export interface FarewellTable {
  /** Random. */
  id: string
  /** With its @. */
  username: string
  /** Sealed JSON: the app and the pair of tokens. */
  secret: string
  tries: number
  next_at: Timestamp
}

export interface XConsentTable extends Owned {
  /** Names the outcome in the console's address. */
  id: string
  session_id: number
  /** Which account was to be connected again, where it was begun for one. */
  account_id: number | null
  /** Which group an account joins that is new here; empty for none. */
  group_name: string
  /** SHA-256 of the state, hex. */
  state_hash: string
  /** SHA-256 of the browser's cookie, hex. */
  browser_hash: string
  /** Sealed. */
  verifier: string
  redirect_uri: string
  expires_at: Timestamp
  used_at: Timestamp | null
  /** Null until it is over. */
  outcome: ConsentOutcome | null
  username: string | null
  detail: string | null
}

export interface RoleTable extends Owned, Dated {
  id: Generated<number>
  name: string
  model_name: string
  category: string
  system_prompt: string
  personality_traits: Json
  background_story: string
  instruction_set: Json
  version: string
  knowledge_base: Json
  example_conversations: Json
  language: string
  /** UTF-8 bytes of the long fields, for the operator's limit. */
  bytes: Generated<number>
}

/** Posts that were fetched, so that replies are generated from the text that the operator saw. */
export interface PostTable extends Owned {
  id: Generated<number>
  /** Unique per owner. */
  tweet_id: string
  text: string
  author_id: string | null
  author_username: string
  author_name: string
  posted_at: Timestamp | null
  fetched_at: Timestamp
  /** `PostContext`; null where it was read by an earlier version. */
  context: Json | null
  /** `Standing`; null where it was read by an earlier version. */
  standing: Json | null
}

export interface ReplyTable extends Owned, Dated {
  /** 12 hexadecimal digits. */
  id: string
  tweet_id: string
  role_id: number | null
  generated_content: string
  content: string
  /** Which model wrote it; this and the next two are null where it was written by an earlier version. */
  model: string | null
  prompt_version: number | null
  /** Whether the model was the local stand-in. */
  by_stand_in: Flag | null
  /** The call that wrote it; null where it was written by an earlier version. */
  call_id: Generated<number | null>
}

export interface TaskTable extends Owned, Dated {
  /** 12 hexadecimal digits. */
  id: string
  kind: 'batch' | 'solo'
  /** SHA-256 of what was asked for, hex: the same request repeated is answered with this task. */
  request_hash: string
  error: string | null
  /** The post that it answers; this and the next two are null where an earlier version sent it. */
  tweet_id: string | null
  /** Names of the characters that wrote its replies, each once. */
  characters: Json | null
  /** The name of the batch's group; null for a solo send. */
  group_name: string | null
}

export type ItemState = 'queued' | 'posting' | 'completed' | 'failed' | 'unknown' | 'needs_review' | 'handed_over'

/** Text, target and account are snapshots: later changes of reply, post or account do not reach them. */
export interface TaskItemTable extends Owned, Dated {
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

export interface AttemptTable {
  id: Generated<number>
  item_id: number
  epoch: string
  started_at: Timestamp
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
 * `budget:{owner}` until the next day.
 */
export interface HoldTable {
  scope: string
  /** Null: until the operator acts. */
  until: Timestamp | null
  reason: string
  created_at: Timestamp
}

/** One answer per owner and key, so that a repeated call creates nothing. */
export interface IdempotencyTable extends Owned {
  key: string
  request_hash: string
  task_id: string
  created_at: Timestamp
}

export interface AuditTable {
  id: Generated<number>
  /** Null where nobody was signed in. */
  owner_id: number | null
  at: Timestamp
  action: string
  subject: string | null
  detail: string | null
}

/** A reply that X showed among an account's posts while no item had it; kept so that it is not posted once more. */
export interface UnclaimedPostTable {
  post_id: string
  /** The account's id on X. */
  author_id: string
  in_reply_to: string
  text: string
  /** `LeadingMention[]` */
  leading_mentions: Json
  seen_at: Timestamp
}

/** A post of others that concerns one of our accounts; one row for each account that it concerns. */
export interface MentionTable extends Owned {
  id: Generated<number>
  account_id: number
  /** Once per account (unique index). */
  tweet_id: string
  kind: 'mention' | 'reply' | 'quote'
  /** Null where X did not say; the names are empty then. */
  author_id: string | null
  author_username: string
  /** Lower case without the @. */
  author_key: string
  author_name: string
  text: string
  /** By X's clock. */
  posted_at: Timestamp
  received_at: Timestamp
  dismissed_at: Timestamp | null
  asks_to_stop: Flag
}

/** Whether X is asked for what concerns an account, and how far it was read. */
export interface InboxWatchTable extends Owned {
  account_id: number
  is_on: Flag
  /** X's stream tells of this account as well. */
  by_stream: Flag
  /** Up to this post everything is stored. */
  since_id: string | null
  /** While one reading goes back in pages: its newest post, and the oldest that is stored. Null between readings. */
  walk_newest: string | null
  walk_until: string | null
  /** Not before: when it is read next. */
  next_at: Timestamp
  /** Which process reads it, and until when; null where none does. */
  lease_epoch: string | null
  lease_until: Timestamp | null
  /** Nothing older is asked for at the first reading. */
  switched_on_at: Timestamp | null
  last_read_at: Timestamp | null
  /** When X last gave something new. */
  last_found_at: Timestamp | null
  /** Readings in a row that X did not answer. */
  failures: number
  /** Why it waits until `next_at`; null where nothing is wrong. */
  paused: string | null
  /** Why X's stream does not tell of this account; null where nothing is wrong. */
  stream_refused: string | null
}

/** One row: X's activity stream, which one process holds at a time. */
export interface ActivityStreamTable {
  id: number
  /** What our subscriptions are marked with at X; null until the first. */
  tag: string | null
  lease_epoch: string | null
  lease_until: Timestamp | null
  /** Null where it does not stand. */
  connected_at: Timestamp | null
  /** Not opened before. */
  next_at: Timestamp
  /** Connections in a row that did not last. */
  failures: number
  /** Why X does not let this app have it; null where nothing is wrong. */
  refused: string | null
}

/** Someone whom no account of this operator replies to. */
export interface DoNotReplyTable extends Owned {
  id: Generated<number>
  username: string
  /** Lower case without the @; unique per owner. */
  username_key: string
  x_user_id: string | null
  reason: string
  since: Timestamp
}

/** One call that X may charge for, written before it is made. */
export interface ChargeTable {
  id: Generated<number>
  /** Null where nobody was named. */
  owner_id: number | null
  /** Username with its @ as it was then; empty where the app asked for itself. */
  account: string
  app: string
  /** `tweets` for a reply, the path below `/2/` for a reading. */
  path: string
  /** From when on a reading asked, empty where it did not say. */
  since: string
  task_id: string | null
  item_id: number | null
  attempt_id: number | null
  /** UTC, `2026-11-23`. */
  day: string
  started_at: Timestamp
  /** Null while nobody knows what X charged: `micros` is the most that it may be. */
  settled_at: Timestamp | null
  /** What X charged for, null while nobody knows. */
  resources: number | null
  /** Micro-dollars; null where the rate card has no price for it. */
  micros: number | null
  /** The date of the rate card that it was counted by. */
  card: string
}

/** X charges for a resource once per UTC day: `post:{id}` and `user:{id}`, by app. */
export interface ChargedResourceTable {
  day: string
  app: string
  resource: string
}

/** What an operator wants to spend from 00:00 to 24:00 UTC, micro-dollars. No row: as much as it takes. */
export interface BudgetTable extends Owned {
  daily_micros: number
}

/** One request to a model, written before it is made. */
export interface ModelCallTable extends Owned {
  id: Generated<number>
  /** `rewrite`: of drafts that did not pass; `try`: a model was tried. */
  purpose: 'drafts' | 'rewrite' | 'try'
  provider: string
  model: string
  prompt_version: number
  /** UTC, `2026-11-23`. */
  day: string
  started_at: Timestamp
  /** Null while nobody knows what came of it. */
  settled_at: Timestamp | null
  took_ms: number | null
  input_tokens: number
  output_tokens: number
  /** Whether the provider did not count these tokens. */
  is_estimated: Flag
  /** Micro-dollars; null where the rate card has no price for the model. */
  micros: number | null
  /** The date of the rate card that it was counted by; null where there is none. */
  card: string | null
}

/** What a call told the model: the newest of each operator, up to a number of bytes. */
export interface PromptTable extends Owned {
  call_id: number
  bytes: number
  /** `Message[]`, without anybody's secrets. */
  messages: Json
}

/** What an operator wants to spend on models from 00:00 to 24:00 UTC, micro-dollars. No row: as much as it takes. */
export interface ModelBudgetTable extends Owned {
  daily_micros: number
}

/** Facts about this database itself: its epoch, the encryption key's fingerprint. */
export interface InstanceTable {
  key: string
  value: string
}

export interface Database {
  users: UserTable
  sessions: SessionTable
  passes: PassTable
  groups: GroupTable
  accounts: AccountTable
  roles: RoleTable
  posts: PostTable
  replies: ReplyTable
  tasks: TaskTable
  task_items: TaskItemTable
  attempts: AttemptTable
  holds: HoldTable
  idempotency: IdempotencyTable
  audit: AuditTable
  instance: InstanceTable
  unclaimed_posts: UnclaimedPostTable
  x_tokens: XTokenTable
  x_consents: XConsentTable
  farewells: FarewellTable
  mentions: MentionTable
  inbox_watches: InboxWatchTable
  activity_stream: ActivityStreamTable
  do_not_reply: DoNotReplyTable
  charges: ChargeTable
  charged_resources: ChargedResourceTable
  budgets: BudgetTable
  model_calls: ModelCallTable
  prompts: PromptTable
  model_budgets: ModelBudgetTable
}

export type Row<T extends keyof Database> = Selectable<Database[T]>
export type NewRow<T extends keyof Database> = Insertable<Database[T]>
export type RowPatch<T extends keyof Database> = Updateable<Database[T]>
