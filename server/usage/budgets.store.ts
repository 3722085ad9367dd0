import type { Kysely, Transaction } from 'kysely'
import { dollars, type Price } from '../../src/schemas/money'
import type { Database } from '../db/schema'
import { HttpProblem } from '../problems'
import * as words from '../usage/words'
import { type RateCard, xRateCard } from '../x/prices'
import { doesNotReach, freeBudget, restOfBudget } from './charges.store'
import { setOwnBudget } from './ownBudgets.store'

/** What this server counts by, and the most that any operator may spend a day. */
export interface Money {
  card: RateCard
  /** Micro-dollars; null for no end. */
  ceiling: Price
}

/** X's documented prices, and as much as it takes. */
export const unlimited: Money = { card: xRateCard, ceiling: null }

export const setBudget = async (trx: Transaction<Database>, ownerId: number, daily: Price): Promise<void> => {
  await freeBudget(trx, ownerId)
  await setOwnBudget(trx, { table: 'budgets', ownerId }, daily)
}

/** The server's ceiling may be another one than before. */
export const countAllAnew = async (db: Kysely<Database>): Promise<void> => {
  await db
    .deleteFrom('holds')
    .where(({ or, eb }) => or([eb('scope', 'like', 'budget:%'), eb('scope', 'like', 'reading:%')]))
    .execute()
}

/**
 * The budget that the price would exceed today. A call without a known price is held back by a budget that is used up
 * already.
 *
 * @param counted `all`: what may have been charged counts as charged; `charged`: what is under way does not count.
 * @returns undefined where there is no such budget.
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

/** @throws HttpProblem 402 where what the operator wants to read costs more than is left. */
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
