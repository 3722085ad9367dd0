import type { Transaction } from 'kysely'
import type { Price } from '../../../src/schemas/usage/money'
import { budgetScope, readingScope } from '../../db/holdScopes'
import type { Database } from '../../db/schema'
import { dayMs, hourMs, later, minuteMs, nextDay, timestamp } from '../../time/clock'
import { exceeded, usedUp } from '../../usage/budgets.store'
import { lockBudget } from '../../usage/charges.store'

/** Holds the scope until the time; never shortens a longer hold. */
export const hold = async (
  trx: Transaction<Database>,
  scope: string,
  until: string,
  reason: string,
  now: string,
): Promise<void> => {
  await trx
    .insertInto('holds')
    .values({ scope, until, reason, created_at: now })
    .onConflict((conflict) =>
      conflict.column('scope').doUpdateSet({ until, reason, created_at: now }).where('holds.until', '<', until),
    )
    .execute()
}

interface Purchase {
  ownerId: number
  kind: 'sending' | 'reading'
  price: Price
  ceiling: Price
}

/**
 * Holds the replies that today's budget does not cover until tomorrow, or until the budget is raised. The count is
 * locked, so that nobody else counts at the same time.
 * @returns whether they wait
 */
export const holdByBudget = async (
  trx: Transaction<Database>,
  { ownerId, kind, price, ceiling }: Purchase,
  now: Date,
): Promise<boolean> => {
  await lockBudget(trx, ownerId)
  const daily = await exceeded(trx, ownerId, price, ceiling, now)
  if (daily === undefined) return false
  const scope = (kind === 'sending' ? budgetScope : readingScope)(ownerId)
  await hold(trx, scope, timestamp(nextDay(now)), usedUp(daily, kind), timestamp(now))
  return true
}

export const release = async (trx: Transaction<Database>, scopes: string[]): Promise<void> => {
  if (scopes.length > 0) await trx.deleteFrom('holds').where('scope', 'in', scopes).execute()
}

export interface Pauses {
  firstMs: number
  longestMs: number
}

/** For an app: asking again costs nothing. */
export const appPauses: Pauses = { firstMs: 5 * minuteMs, longestMs: hourMs }

/** For an account that X is suspicious of: X charges for some refusals too. */
export const rests: Pauses = { firstMs: 15 * minuteMs, longestMs: dayMs }

/** For an account whose keys X refused, until X gets the next request. */
export const doubts: Pauses = { firstMs: 10_000, longestMs: 15 * minuteMs }

/**
 * Pauses the scope, each time twice as long as before. The length starts again at the shortest if the last pause ended
 * longer ago than the longest pause.
 * @returns the end, which is the same for all requests in progress at the start of the pause
 */
export const pause = async (
  trx: Transaction<Database>,
  scope: string,
  { firstMs, longestMs }: Pauses,
  reason: string,
  now: Date,
): Promise<Date> => {
  const last = await trx
    .selectFrom('holds')
    .select(['created_at', 'until'])
    .where('scope', '=', scope)
    .executeTakeFirst()
  if (last?.until && last.until > timestamp(now)) return new Date(last.until)
  const lastMs = last?.until ? Date.parse(last.until) - Date.parse(last.created_at) : 0
  const isRecent = last?.until && now.getTime() - Date.parse(last.until) <= longestMs
  const until = later(now, isRecent ? Math.min(longestMs, lastMs * 2) : firstMs)
  await hold(trx, scope, timestamp(until), reason, timestamp(now))
  return until
}

/** X accepts posts again: the next pause of these scopes is a first one. */
export const forgetPauses = (trx: Transaction<Database>, scopes: string[], now: Date) =>
  trx.deleteFrom('holds').where('scope', 'in', scopes).where('until', '<=', timestamp(now))
