import type { Generated } from 'kysely'
import type { Owned, Timestamp } from './columns'

export interface MoneyTables {
  charges: ChargeTable
  charged_resources: ChargedResourceTable
  budgets: BudgetTable
  allowances: AllowanceTable
  uses: UseTable
}

/** One call that X may charge for; the row is written before the call. */
interface ChargeTable {
  id: Generated<number>
  /** Null for a call without an operator. */
  owner_id: number | null
  /** The username at that time, with its @; empty for a call of the app itself. */
  account: string
  app: string
  /** `tweets` for a reply; for a reading, the path below `/2/`. */
  path: string
  /** The start of the period that a reading requested; empty without a start. */
  since: string
  task_id: string | null
  item_id: number | null
  attempt_id: number | null
  /** UTC, for example `2026-11-23`. */
  day: string
  started_at: Timestamp
  /** Null while the price is unknown: `micros` is then the highest possible one. */
  settled_at: Timestamp | null
  /** The number of resources that X charged for; null while unknown. */
  resources: number | null
  /** Micro-dollars; null without a price in the rate card. */
  micros: number | null
  /** The date of the rate card used. */
  card: string
}

/** X charges each app for a resource once per UTC day. The resource is `post:{id}` or `user:{id}`. */
interface ChargedResourceTable {
  day: string
  app: string
  resource: string
}

/** The operator's budget for a UTC day, in micro-dollars. No row: no limit. */
interface BudgetTable extends Owned {
  daily_micros: number
}

/** One operator's limits for a UTC day, set by an administrator. No row, or null: the server's limits apply. */
interface AllowanceTable extends Owned {
  model_calls: number | null
  tokens: number | null
  sends: number | null
  stored_bytes: number | null
}

/** The operator's actions on the last day with an action. */
interface UseTable extends Owned {
  /** UTC, for example `2026-11-23`. */
  day: string
  sends: number
  stored_bytes: number
}
