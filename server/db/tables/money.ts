import type { Generated } from 'kysely'
import type { Owned, Timestamp } from './columns'

/** What X charges. */
export interface MoneyTables {
  charges: ChargeTable
  charged_resources: ChargedResourceTable
  budgets: BudgetTable
  allowances: AllowanceTable
  uses: UseTable
}

/** One call that X may charge for, written before it is made. */
interface ChargeTable {
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
interface ChargedResourceTable {
  day: string
  app: string
  resource: string
}

/** What an operator wants to spend from 00:00 to 24:00 UTC, micro-dollars. No row: as much as it takes. */
interface BudgetTable extends Owned {
  daily_micros: number
}

/** What an administrator allows one operator from 00:00 to 24:00 UTC. No row, or null: what the server allows everybody. */
interface AllowanceTable extends Owned {
  model_calls: number | null
  tokens: number | null
  sends: number | null
  stored_bytes: number | null
}

/** What an operator did on the day when he last did some of it. */
interface UseTable extends Owned {
  /** UTC, `2026-11-23`. */
  day: string
  sends: number
  stored_bytes: number
}
