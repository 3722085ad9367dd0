import type { Transaction } from 'kysely'
import type { Database } from '../db/schema'
import { iso, later } from './time'

export const accountScope = (accountId: number) => `account:${accountId}`

/** Operators bring their own X apps, so one operator's credits are nobody else's. */
export const appScope = (ownerId: number) => `app:${ownerId}`

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

export const release = async (trx: Transaction<Database>, scopes: string[]): Promise<void> => {
  if (scopes.length > 0) await trx.deleteFrom('holds').where('scope', 'in', scopes).execute()
}

/** X takes nothing more from the operator's app: no credits, usage cap, client forbidden. */
export const pausedScope = (ownerId: number) => `paused:${ownerId}`

const firstPauseMs = 5 * 60_000
const longestPauseMs = 60 * 60_000

/**
 * Stops all of the operator's sending, each time twice as long as the time before; anew from the shortest where that
 * has been over for more than an hour.
 *
 * @returns when it goes on; the same for all that were under way when it was stopped.
 */
export const pause = async (trx: Transaction<Database>, ownerId: number, reason: string, now: Date): Promise<Date> => {
  const scope = pausedScope(ownerId)
  const last = await trx
    .selectFrom('holds')
    .select(['created_at', 'until'])
    .where('scope', '=', scope)
    .executeTakeFirst()
  if (last?.until && last.until > iso(now)) return new Date(last.until)
  const lastMs = last?.until ? Date.parse(last.until) - Date.parse(last.created_at) : 0
  const isRecent = last?.until && now.getTime() - Date.parse(last.until) <= longestPauseMs
  const until = later(now, isRecent ? Math.min(longestPauseMs, lastMs * 2) : firstPauseMs)
  await hold(trx, scope, iso(until), reason, iso(now))
  return until
}

/** X takes posts again: the next pause is a first one. */
export const forgetPause = async (trx: Transaction<Database>, ownerId: number, now: Date): Promise<void> => {
  await trx.deleteFrom('holds').where('scope', '=', pausedScope(ownerId)).where('until', '<=', iso(now)).execute()
}
