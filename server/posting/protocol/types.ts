import type { Kysely } from 'kysely'
import type { BatchBody, SoloBody } from '../../../src/schemas/replies'
import type { DecisionBody, RetryScope } from '../../../src/schemas/tasks'
import type { Database, Row } from '../../db/schema'
import type { Lock } from '../../jobs/onlyProcess'
import type { Observer } from '../../metrics/observer'
import type { ServerAllowances } from '../../usage/allowances.store'
import type { Money } from '../../usage/budgets.store'
import type { ReplyRule } from '../../x/eligibility'
import type { Access, XClient } from '../../x/types'

/** Posts replies in the background, each exactly once. Every refusal is an `HttpProblem`. */
export interface Delivery {
  /** One task, one item per reply and account. The same request repeated answers the same task (`enqueue`). */
  enqueueBatch(ownerId: number, body: BatchBody, idempotencyKey?: string): Promise<{ task_id: string }>
  enqueueSolo(ownerId: number, body: SoloBody, idempotencyKey?: string): Promise<{ task_id: string }>
  /**
   * Queues again what failed, or was cancelled, and can be sent without posting it twice, and lifts the holds in its way;
   * both where `only` is left out.
   */
  retryTask(ownerId: number, taskId: string, only?: RetryScope): Promise<void>
  /** What the operator decided about an item. */
  decideItem(ownerId: number, taskId: string, itemId: number, decision: DecisionBody): Promise<void>
  /** Looks for work now. Safe to call at any time, any number of times. */
  wake(): void
  /** Why this process sends nothing at all for now, where it is so. */
  obstacle(): string | undefined
  /** Settles what an earlier process left open, then works until `stop`. */
  start(): Promise<void>
  /** Claims nothing more and waits for what is in flight. */
  stop(): Promise<void>
}

export interface DeliveryConfig {
  /** How long X may take to show a post, ms; adapts upward to the lag seen. */
  settleMs: number
  /** Deadline of one request to X, ms. */
  deadlineMs: number
  /** How long a process holds an item, ms; by default 2.2 deadlines, one of which is left for connecting. */
  leaseMs?: number | undefined
  /** False: an unknown outcome is never sent again by itself (strict at-most-once). */
  autoResend: boolean
  /** How many accounts of one operator are worked on at once. */
  concurrency: number
  /** How many of all operators; four times as many by default. */
  concurrencyOfAll?: number
  /** Decides which accounts of a group a batch takes first. */
  replyRule: ReplyRule
  /** The most that any operator may do in a day; left out: no end. */
  allowances?: ServerAllowances
  /**
   * Whether an account's posts are read before it posts for the first time after anything that could have turned the
   * database back.
   */
  readFirst: boolean
}

export interface DeliveryLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface DeliveryDeps {
  db: Kysely<Database>
  /** What the worker reads and writes goes by it; `db` by default. */
  sender?: Kysely<Database>
  x: XClient
  /** What the account is let in by. @throws XError where X has to be asked first; Error when the key does not fit. */
  openCredentials(account: Row<'accounts'>): Access | Promise<Access>
  clock(): Date
  /** Milliseconds that no change of the clock moves; those of this process by default. */
  monotonic?(): number
  /** False once another file, or none, lies where the database was opened. */
  isInPlace?(): boolean
  config: DeliveryConfig
  /** X's documented prices and no ceiling by default. */
  money?: Money
  log: DeliveryLog
  observer?: Pick<Observer, 'attempt' | 'contradiction'>
  /** File outside the database that remembers how far this instance had sent, for noticing a restored backup. */
  instanceFile: string
  /** Takes what this database is known by for this process alone. @throws Error where another one has it. */
  lockInstance?(instance: string): Lock
  /** PostgreSQL: address of the database, for LISTEN. */
  listenUrl?: string
}
