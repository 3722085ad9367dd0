import type { Kysely } from 'kysely'
import type { BatchBody, SoloBody } from '../../../src/schemas/composer/replies'
import type { DecisionBody, RetryScope } from '../../../src/schemas/history/tasks'
import type { Generation } from '../../db/generation'
import type { Database, Row } from '../../db/schema'
import type { Observer } from '../../metrics/observer'
import type { ServerAllowances } from '../../usage/allowances.store'
import type { Money } from '../../usage/budgets.store'
import type { ReplyRule } from '../../x/eligibility'
import type { Access, XClient } from '../../x/types'

/** Posts replies in the background, each exactly once. Every refusal is an `HttpProblem`. */
export interface Delivery {
  /** Creates one task with one item per reply and account. A repeated request returns the same task (`enqueue`). */
  enqueueBatch(ownerId: number, body: BatchBody, idempotencyKey?: string): Promise<{ task_id: string }>
  enqueueSolo(ownerId: number, body: SoloBody, idempotencyKey?: string): Promise<{ task_id: string }>
  /**
   * Queues failed and cancelled items again if they cannot be posted twice, and releases the holds that concern them.
   * `only` selects failed or cancelled items; both by default.
   */
  retryTask(ownerId: number, taskId: string, only?: RetryScope): Promise<void>
  /** Applies the operator's decision about an item. */
  decideItem(ownerId: number, taskId: string, itemId: number, decision: DecisionBody): Promise<void>
  /** Looks for work now. Can be called at any time and any number of times. */
  wake(): void
  /** Why this process sends nothing at present; undefined if it sends. */
  obstacle(): string | undefined
  /** Recovers the items of an earlier process, then works until `stop`. */
  start(): Promise<void>
  /** Claims nothing more and waits for the requests in progress. */
  stop(): Promise<void>
}

export interface DeliveryConfig {
  /** How long X may take to show a post, in ms; grows with the observed delay. */
  settleMs: number
  /** The deadline of one request to X, in ms. */
  deadlineMs: number
  /** The duration of a lease, in ms. By default 2.2 deadlines, one of them for connecting. */
  leaseMs?: number | undefined
  /** How long an unknown outcome waits for a proof that X shows newer replies, in ms. Then a person decides. */
  proofMs: number
  /** False: an unknown outcome is never sent again automatically (strict at-most-once). */
  autoResend: boolean
  /** How many accounts of one operator are worked on at the same time. */
  concurrency: number
  /** The same for all operators together; by default four times as many. */
  concurrencyOfAll?: number
  /** Decides which accounts of a group a batch uses first. */
  replyRule: ReplyRule
  /** The daily limits of every operator; no limits if left out. */
  allowances?: ServerAllowances
  /**
   * True if an account's posts are read before its first reply after an event that may have turned the database back.
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
  /** The worker's own database connections; `db` by default. */
  sender?: Kysely<Database>
  x: XClient
  /**
   * The account's credentials.
   * @throws XError if X must be asked first
   * @throws Error if the key does not fit
   */
  openCredentials(account: Row<'accounts'>, hasTokens?: boolean): Access | Promise<Access>
  clock(): Date
  /** Milliseconds that do not depend on the clock's setting; the process's own by default. */
  monotonic?(): number
  config: DeliveryConfig
  /** By default X's documented prices and no budget. */
  money?: Money
  log: DeliveryLog
  observer?: Pick<Observer, 'attempt' | 'contradiction'> & Partial<Pick<Observer, 'generationChange'>>
  generation: Generation
  /** PostgreSQL: the database's address, for LISTEN. */
  listenUrl?: string
}
