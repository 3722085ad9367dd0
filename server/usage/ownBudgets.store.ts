import type { Kysely, Transaction } from 'kysely'
import { type Budget, dollars, type Price } from '../../src/schemas/usage/money'
import type { Database } from '../db/schema'
import { audited } from '../db/trail/audit'
import { invalid } from '../problems'
import * as words from '../usage/words'

/** An operator's own daily budget, for X or for models. */
export interface OwnBudget {
  table: 'budgets' | 'model_budgets'
  ownerId: number
}

/** The operator's own budget in micro-dollars; null without one. */
export const ownBudget = async (db: Kysely<Database>, { table, ownerId }: OwnBudget): Promise<Price> => {
  const row = await db.selectFrom(table).select('daily_micros').where('owner_id', '=', ownerId).executeTakeFirst()
  return row?.daily_micros ?? null
}

/** @param daily micro-dollars; null for no limit */
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

/** Stores a budget by `write`, with its audit line. @throws HttpProblem 422 above the server's budget */
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

/** The budget that applies. */
export const lower = (own: Price, ceiling: Price): Price =>
  own === null || (ceiling !== null && ceiling < own) ? ceiling : own
