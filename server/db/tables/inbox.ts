import type { Generated } from 'kysely'
import type { Flag, Owned, Timestamp } from './columns'

export interface InboxTables {
  mentions: MentionTable
  inbox_watches: InboxWatchTable
  activity_stream: ActivityStreamTable
  do_not_reply: DoNotReplyTable
}

/** A post by somebody else that concerns one of our accounts. Each concerned account has a row of its own. */
interface MentionTable extends Owned {
  id: Generated<number>
  account_id: number
  /** Unique per account. */
  tweet_id: string
  kind: 'mention' | 'reply' | 'quote'
  /** Null if X did not send the author; the names are empty then. */
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

/** The subscription to an account's mentions, and how far they were read. */
interface InboxWatchTable extends Owned {
  account_id: number
  is_on: Flag
  /** X's stream reports this account too. */
  by_stream: Flag
  /** Everything up to this post is stored. */
  since_id: string | null
  /** During a reading of several pages: its newest post, and its oldest stored post. Null between readings. */
  walk_newest: string | null
  walk_until: string | null
  /** The earliest time of the next reading. */
  next_at: Timestamp
  /** The time of the last write; null in rows of earlier versions. */
  written_at: Timestamp | null
  /** The process that has the lease, and the end of the lease; null without a lease. */
  lease_epoch: string | null
  lease_until: Timestamp | null
  /** The first reading ignores older mentions. */
  switched_on_at: Timestamp | null
  last_read_at: Timestamp | null
  /** When a reading last found a new mention. */
  last_found_at: Timestamp | null
  /** Consecutive readings that X did not answer. */
  failures: number
  /** The reason for the wait until `next_at`; null without a fault. */
  paused: string | null
  /** Why X's stream does not report this account; null without a fault. */
  stream_refused: string | null
}

/** A single row: the lease and state of X's activity stream. */
interface ActivityStreamTable {
  id: number
  /** The tag of our subscriptions at X; null before the first one. */
  tag: string | null
  lease_epoch: string | null
  lease_until: Timestamp | null
  /** Null while the stream is not connected. */
  connected_at: Timestamp | null
  /** The earliest time of the next connection. */
  next_at: Timestamp
  /** The time of the last write; null in rows of earlier versions. */
  written_at: Timestamp | null
  /** Consecutive connections that broke soon. */
  failures: number
  /** Why X refuses the stream; null if it works. */
  refused: string | null
}

/** A person to whom no account of this operator replies. */
interface DoNotReplyTable extends Owned {
  id: Generated<number>
  username: string
  /** Lower case without the @; unique per owner. */
  username_key: string
  x_user_id: string | null
  reason: string
  since: Timestamp
}
