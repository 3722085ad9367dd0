import type { Kysely, Transaction } from 'kysely'
import { dayMs, hourMs, timestamp } from '../clock'
import type { Database } from '../db/schema'
import { HttpProblem } from '../problems'
import { createToken, hashToken } from '../security/tokens'

/** An invitation is passed on by mail or chat; a reset is asked for and used at once. */
const lifetimes = { invitation: 7 * dayMs, reset: hourMs }

export interface Pass {
  /** Stored nowhere. */
  token: string
  expires_at: string
}

/** Whoever opens a link knows it as a link, not as a field. */
export const usedUp = (): HttpProblem => new HttpProblem(422, 'This link was used already, or is too old')

/** @param userId whose password it sets; null for an invitation, which makes a new operator. */
export const createPass = async (db: Kysely<Database>, userId: number | null): Promise<Pass> => {
  const token = createToken()
  const expires_at = timestamp(Date.now() + (userId === null ? lifetimes.invitation : lifetimes.reset))
  if (userId !== null) await db.deleteFrom('passes').where('user_id', '=', userId).execute()
  await db.deleteFrom('passes').where('expires_at', '<=', timestamp()).execute()
  await db
    .insertInto('passes')
    .values({ token_hash: hashToken(token), user_id: userId, created_at: timestamp(), expires_at })
    .execute()
  return { token, expires_at }
}

/** Whether a pass sets a password: asked before the work of hashing one, which the transaction that takes it waits for. */
export const setsPassword = async (db: Kysely<Database>, token: string): Promise<boolean> => {
  const found = await db
    .selectFrom('passes')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', timestamp())
    .executeTakeFirst()
  return typeof found?.user_id === 'number'
}

/** Uses a pass up. @returns its kind, undefined where there is none that is still good. */
export const takePass = async (
  trx: Transaction<Database>,
  token: string,
): Promise<{ userId: number | null } | undefined> => {
  const taken = await trx
    .deleteFrom('passes')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', timestamp())
    .returning('user_id')
    .executeTakeFirst()
  return taken && { userId: taken.user_id }
}
