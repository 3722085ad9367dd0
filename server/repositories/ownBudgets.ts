import type { Kysely, Transaction } from 'kysely'
import type { Price } from '../../src/schemas/money'
import type { Database } from '../db/schema'

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

/** Of two budgets the one that holds. */
export const lower = (own: Price, ceiling: Price): Price =>
  own === null || (ceiling !== null && ceiling < own) ? ceiling : own
