import type { Kysely, Transaction } from 'kysely'
import { dollars, type Price } from '../../src/schemas/usage/money'
import type { Database } from '../db/schema'
import { HttpProblem } from '../problems'
import * as words from '../usage/words'
import { type RateCard, xRateCard } from '../x/prices'
import { doesNotReach, freeBudget, restOfBudget } from './charges.store'
import { setOwnBudget } from './ownBudgets.store'

/** The server's rate card, and the daily budget of every operator. */
export interface Money {
  card: RateCard
  /** Micro-dollars; null for no limit. */
  ceiling: Price
}

/** X's documented prices and no limit. */
export const unlimited: Money = { card: xRateCard, ceiling: null }

export const setBudget = async (trx: Transaction<Database>, ownerId: number, daily: Price): Promise<void> => {
  await freeBudget(trx, ownerId)
  await setOwnBudget(trx, { table: 'budgets', ownerId }, daily)
}

/** Call it at the start, because the server's budget may have changed. */
export const countAllAnew = async (db: Kysely<Database>): Promise<void> => {
  await db
    .deleteFrom('holds')
    .where(({ or, eb }) => or([eb('scope', 'like', 'budget:%'), eb('scope', 'like', 'reading:%')]))
    .execute()
}

/**
 * The budget that the price would exceed today. A call without a known price waits after the budget is used up.
 * @param counted `all`: amounts that X may have charged count; `charged`: calls in progress do not count
 * @returns undefined if no budget is exceeded
 */
export const exceeded = async (
  db: Kysely<Database>,
  ownerId: number,
  price: Price,
  ceiling: Price,
  now: Date,
  counted: 'all' | 'charged' = 'all',
): Promise<number | undefined> => {
  const rest = await restOfBudget(db, ownerId, ceiling, now, counted)
  return rest !== undefined && rest.left < (price ?? 1) ? rest.daily : undefined
}

export const usedUp = (daily: number, what: 'sending' | 'reading' = 'sending'): string =>
  what === 'sending' ? words.sendingBudgetUsed(dollars(daily)) : words.readingBudgetSmall(dollars(daily))

/** @throws HttpProblem 402 if the operator's reading costs more than the rest of the budget */
export const assertWithinBudget = async (
  db: Kysely<Database>,
  ownerId: number,
  price: Price,
  ceiling: Price,
): Promise<void> => {
  if (price === 0) return
  const daily = await exceeded(db, ownerId, price, ceiling, new Date())
  if (daily !== undefined) throw new HttpProblem(402, doesNotReach(daily))
}
