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
  /**
   * The account's credentials.
   * @throws XError if X must be asked first
   * @throws Error if the key does not fit
   */
  openCredentials(account: Row<'accounts'>): Access | Promise<Access>
  clock(): Date
  /** Nothing is read after the operator's daily budget is used up. */
  money: Money
  /** The shortest wait between two readings of an account, in ms. */
  paceMs: number
  /** The deadline of one request to X, in ms. */
  deadlineMs: number
  /** How long a process has the lease of an account for one page, in ms; by default 2.2 deadlines. */
  leaseMs?: number
  log: InboxLog
}

export interface StreamDeps
  extends Pick<InboxDeps, 'db' | 'openCredentials' | 'clock' | 'money' | 'paceMs' | 'deadlineMs' | 'leaseMs' | 'log'> {
  activity: Activity
  /** The stream's app (`appOfClient`). The stream reports the accounts that were connected through it. */
  app: string
  /** Called when an account must be read. */
  wakeInbox(): void
  /** 0 to 1; `Math.random` by default. */
  draw?(): number
}

/** Reads the mentions of the subscribed accounts between `start` and `stop`. */
export interface Inbox {
  /** Looks for work now. Can be called at any time and any number of times. */
  wake(): void
  start(): void
  /** Starts nothing more and waits for the readings in progress. */
  stop(): Promise<void>
}
