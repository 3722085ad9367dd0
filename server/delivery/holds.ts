import type { Transaction } from 'kysely'
import type { Database } from '../db/schema'

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
