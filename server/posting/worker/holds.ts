import type { Transaction } from 'kysely'
import type { Price } from '../../../src/schemas/money'
import { dayMs, hourMs, later, minuteMs, nextDay, timestamp } from '../../clock'
import { budgetScope, readingScope } from '../../db/holdScopes'
import type { Database } from '../../db/schema'
import { exceeded, usedUp } from '../../usage/budgets.store'
import { lockBudget } from '../../usage/charges.store'

/** Lets the scope wait until then; a longer wait is never shortened. */
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
 * Lets what today's budget does not reach for wait until tomorrow, or until the budget is freed. Counted while nobody else
 * counts it.
 *
 * @returns whether it waits.
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

/** Of an app, which costs nothing to ask again. */
export const appPauses: Pauses = { firstMs: 5 * minuteMs, longestMs: hourMs }

/** Of an account that X is suspicious of: X bills some refusals too. */
export const rests: Pauses = { firstMs: 15 * minuteMs, longestMs: dayMs }

/** Of an account whose keys X refused, until X is asked again. */
export const doubts: Pauses = { firstMs: 10_000, longestMs: 15 * minuteMs }

/**
 * Stops the scope, each time twice as long as the time before; anew from the shortest where that has been over for
 * longer than the longest.
 *
 * @returns when it goes on; the same for all that were under way when it was stopped.
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

/** X takes posts again: the next pause of these is a first one. */
export const forgetPauses = async (trx: Transaction<Database>, scopes: string[], now: Date): Promise<void> => {
  await trx.deleteFrom('holds').where('scope', 'in', scopes).where('until', '<=', timestamp(now)).execute()
}
