import type { Kysely, Transaction } from 'kysely'
import { type Budget, dollars, type Price } from '../../src/schemas/money'
import { audited } from '../db/audit'
import type { Database } from '../db/schema'
import { invalid } from '../problems'
import * as words from '../usage/words'

/** What an operator wants to spend a day: on X, or on models. */
export interface OwnBudget {
  table: 'budgets' | 'model_budgets'
  ownerId: number
}

/** What the operator set, micro-dollars; null where he set nothing. */
export const ownBudget = async (db: Kysely<Database>, { table, ownerId }: OwnBudget): Promise<Price> => {
  const row = await db.selectFrom(table).select('daily_micros').where('owner_id', '=', ownerId).executeTakeFirst()
  return row?.daily_micros ?? null
}

/** @param daily micro-dollars; null for as much as it takes. */
export const setOwnBudget = async (trx: Transaction<Database>, { table, ownerId }: OwnBudget, daily: Price) => {
  if (daily === null) {
    await trx.deleteFrom(table).where('owner_id', '=', ownerId).execute()
    return
  }
  await trx
    .insertInto(table)
    .values({ owner_id: ownerId, daily_micros: daily })
    .onConflict((each) => each.column('owner_id').doUpdateSet({ daily_micros: daily }))
    .execute()
}

/**
 * Stores by `write` what an operator asks for, with its line in the audit trail.
 *
 * @throws HttpProblem 422 above the ceiling.
 */
export const changeBudget = async (
  db: Kysely<Database>,
  ownerId: number,
  { action, asked }: { action: string; asked: Budget },
  write: (trx: Transaction<Database>) => Promise<void>,
): Promise<Budget> => {
  const { daily, ceiling } = asked
  if (daily !== null && ceiling !== null && daily > ceiling) {
    throw invalid('daily', words.ceiling(dollars(ceiling)))
  }
  await audited(db, ownerId, action, write, () => ({ subject: daily === null ? 'none' : `${dollars(daily)} a day` }))
  return asked
}

/** Of two budgets the one that holds. */
export const lower = (own: Price, ceiling: Price): Price =>
  own === null || (ceiling !== null && ceiling < own) ? ceiling : own
