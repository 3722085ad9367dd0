import type { Generated } from 'kysely'
import type { Flag, Owned, Timestamp } from './columns'

/** What others say to the accounts. */
export interface InboxTables {
  mentions: MentionTable
  inbox_watches: InboxWatchTable
  activity_stream: ActivityStreamTable
  do_not_reply: DoNotReplyTable
}

/** A post of others that concerns one of our accounts; one row for each account that it concerns. */
interface MentionTable extends Owned {
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
interface InboxWatchTable extends Owned {
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
  /** When this row was; null where it was by a build that did not note it. */
  written_at: Timestamp | null
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
interface ActivityStreamTable {
  id: number
  /** What our subscriptions are marked with at X; null until the first. */
  tag: string | null
  lease_epoch: string | null
  lease_until: Timestamp | null
  /** Null where it does not stand. */
  connected_at: Timestamp | null
  /** Not opened before. */
  next_at: Timestamp
  /** When this row was; null where it was by a build that did not note it. */
  written_at: Timestamp | null
  /** Connections in a row that did not last. */
  failures: number
  /** Why X refuses the stream; null if it works. */
  refused: string | null
}

/** Someone whom no account of this operator replies to. */
interface DoNotReplyTable extends Owned {
  id: Generated<number>
  username: string
  /** Lower case without the @; unique per owner. */
  username_key: string
  x_user_id: string | null
  reason: string
  since: Timestamp
}
