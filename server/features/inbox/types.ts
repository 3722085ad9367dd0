import type { Kysely } from 'kysely'
import type { Database, Row } from '../../db/schema'
import type { Money } from '../../usage/budgets.store'
import type { Activity } from '../../x/activity'
import type { Access, XClient } from '../../x/types'

export interface InboxLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface InboxDeps {
  db: Kysely<Database>
  x: Pick<XClient, 'getMentions'>
  /** What the account is let in by. @throws XError where X has to be asked first; Error when the key does not fit. */
  openCredentials(account: Row<'accounts'>): Access | Promise<Access>
  clock(): Date
  /** Nothing is read once the operator's budget of the day is used up. */
  money: Money
  /** The shortest pause between two readings of an account, ms. */
  paceMs: number
  /** Deadline of one request to X, ms. */
  deadlineMs: number
  /** How long a process holds an account for one page, ms; by default 2.2 deadlines. */
  leaseMs?: number
  log: InboxLog
}

/** What holding X's activity stream takes. */
export interface StreamDeps
  extends Pick<InboxDeps, 'db' | 'openCredentials' | 'clock' | 'money' | 'paceMs' | 'deadlineMs' | 'leaseMs' | 'log'> {
  activity: Activity
  /** The app whose stream it is, as `appOfClient` names it: it tells of the accounts that were connected through it. */
  app: string
  /** Told once an account is to be read. */
  wakeInbox(): void
  /** 0 to 1; `Math.random` by default. */
  draw?(): number
}

/** Reads what others say to the accounts whose watch is on, between `start` and `stop`. */
export interface Inbox {
  /** Looks for work now. Safe to call at any time, any number of times. */
  wake(): void
  start(): void
  /** Begins nothing more and waits for what is under way. */
  stop(): Promise<void>
}
