import type { Kysely } from 'kysely'
import type { ConsentOutcome } from '../../../src/schemas/accounts/connections'
import type { Database, NewRow, Row } from '../../db/schema'
import { notFound } from '../../problems'
import { dayMs, minuteMs, timestamp } from '../../time/clock'
import * as words from '../accounts/words'

export type Consent = Row<'x_consents'>

/** Also deletes the consents that ended more than a day ago. */
export const storeConsent = async (db: Kysely<Database>, consent: NewRow<'x_consents'>): Promise<void> => {
  await db
    .deleteFrom('x_consents')
    .where('expires_at', '<', timestamp(Date.now() - dayMs))
    .execute()
  await db.insertInto('x_consents').values(consent).execute()
}

/** Undefined after its session has ended. */
export const findConsent = (db: Kysely<Database>, stateHash: string): Promise<Consent | undefined> =>
  db
    .selectFrom('x_consents')
    .innerJoin('sessions', 'sessions.id', 'x_consents.session_id')
    .innerJoin('users', 'users.id', 'x_consents.owner_id')
    .selectAll('x_consents')
    .where('state_hash', '=', stateHash)
    .where('sessions.expires_at', '>', timestamp())
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()

/** @returns true for only one caller */
export const takeConsent = async (db: Kysely<Database>, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('x_consents')
    .set({ used_at: timestamp() })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export interface Ending {
  outcome: ConsentOutcome
  username?: string
  detail?: string
}

export const endConsent = async (db: Kysely<Database>, id: string, ending: Ending): Promise<void> => {
  const { outcome, username = null, detail = null } = ending
  await db.updateTable('x_consents').set({ outcome, username, detail }).where('id', '=', id).execute()
}

/** Longer than the requests to X after the browser's return. */
const brokenOffAfter = 3 * minuteMs

/** @throws HttpProblem 404 */
export const readConsent = async (
  db: Kysely<Database>,
  ownerId: number,
  id: string,
): Promise<Pick<Consent, 'outcome' | 'username' | 'detail'>> => {
  const { used_at, ...ending } = await db
    .selectFrom('x_consents')
    .select(['outcome', 'username', 'detail', 'used_at'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Connection'))
  const isBrokenOff = ending.outcome === null && used_at !== null && used_at < timestamp(Date.now() - brokenOffAfter)
  if (!isBrokenOff) return ending
  return { ...ending, outcome: 'failed', detail: words.serverStopped }
}
