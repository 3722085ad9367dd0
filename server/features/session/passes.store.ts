import { type Kysely, sql, type Transaction } from 'kysely'
import { dayMs, hourMs, timestamp } from '../../clock'
import type { Database } from '../../db/schema'
import { conflict, HttpProblem } from '../../problems'
import { createToken, hashToken } from '../../security/tokens'
import * as words from '../../security/words'

/** `invitation` makes an operator, `setup` the first one, `reset` sets the password of one. */
export type PassPurpose = 'invitation' | 'setup' | 'reset'

/** An invitation is passed on by mail or chat; a reset is asked for and used at once. */
const lifetimes = { invitation: 7 * dayMs, setup: 7 * dayMs, reset: hourMs }

export interface Pass {
  /** Stored nowhere. */
  token: string
  expires_at: string
}

export interface PassRequest {
  purpose: PassPurpose
  /** Whose password a reset sets. */
  userId?: number
  /** Whose right to make it the link rests on; left out: the command line's, or the server's own. */
  issuerId?: number
}

/** Whoever opens a link knows it as a link, not as a field. */
export const usedUp = (): HttpProblem => new HttpProblem(422, words.linkUsed)

/** A server of the version before names no purpose. */
export const purpose = sql<PassPurpose>`coalesce(purpose, case when user_id is null then 'invitation' else 'reset' end)`

/** @throws HttpProblem 409 for the password of a disabled operator */
export const createPass = async (db: Kysely<Database>, request: PassRequest): Promise<Pass> => {
  const { userId = null, issuerId = null } = request
  const token = createToken()
  const now = Date.now()
  const expires_at = timestamp(now + lifetimes[request.purpose])
  if (userId !== null) {
    await assertEnabled(db, userId)
    await db.deleteFrom('passes').where('user_id', '=', userId).execute()
  }
  await db.deleteFrom('passes').where('expires_at', '<=', timestamp(now)).execute()
  await db
    .insertInto('passes')
    .values({
      token_hash: hashToken(token),
      purpose: request.purpose,
      user_id: userId,
      issuer_id: issuerId,
      created_at: timestamp(now),
      expires_at,
    })
    .execute()
  return { token, expires_at }
}

const assertEnabled = async (db: Kysely<Database>, id: number): Promise<void> => {
  const user = await db.selectFrom('users').select('disabled_at').where('id', '=', id).executeTakeFirst()
  if (typeof user?.disabled_at === 'string') throw conflict(words.enableFirst)
}

/** Whether a link is good: asked before a password is hashed, which the transaction that takes it would wait for. */
export const isGoodPass = async (db: Kysely<Database>, token: string, wanted: PassPurpose): Promise<boolean> => {
  const found = await db
    .selectFrom('passes')
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .where(purpose, '=', wanted)
    .where('expires_at', '>', timestamp())
    .executeTakeFirst()
  return found !== undefined
}

/** Uses a link up that was made for this. @returns whose password it sets; undefined if no such link is good. */
export const takePass = async (
  trx: Transaction<Database>,
  token: string,
  wanted: PassPurpose,
): Promise<{ userId: number | null } | undefined> => {
  const taken = await trx
    .deleteFrom('passes')
    .where('token_hash', '=', hashToken(token))
    .where(purpose, '=', wanted)
    .where('expires_at', '>', timestamp())
    .returning('user_id')
    .executeTakeFirst()
  return taken && { userId: taken.user_id }
}

/** The first operator is there: nobody else sets this server up. */
export const endSetupPasses = async (trx: Transaction<Database>): Promise<void> => {
  await trx.deleteFrom('passes').where('user_id', 'is', null).where('purpose', '=', 'setup').execute()
}
