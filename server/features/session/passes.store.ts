import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema'
import { conflict, HttpProblem } from '../../problems'
import { createToken, hashToken } from '../../security/tokens'
import * as words from '../../security/words'
import { dayMs, hourMs, timestamp } from '../../time/clock'

/** `invitation` creates an operator, `setup` creates the first one, `reset` sets an operator's password. */
export type PassPurpose = 'invitation' | 'setup' | 'reset'

/** An invitation travels by mail or chat; a reset is used immediately. */
const lifetimes = { invitation: 7 * dayMs, setup: 7 * dayMs, reset: hourMs }

export interface Pass {
  /** Only its hash is stored. */
  token: string
  expires_at: string
}

export interface PassRequest {
  purpose: PassPurpose
  /** The operator whose password a reset sets. */
  userId?: number
  /** The operator whose rights the link depends on; left out for the command line and the server itself. */
  issuerId?: number
}

/** The refusal has no field, because the person opened a link. */
export const usedUp = (): HttpProblem => new HttpProblem(422, words.linkUsed)

/** A server of the previous version stores no purpose. */
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

/**
 * The operator of a valid link. Call it before judging and hashing a password, because the transaction that uses the
 * link would wait for both.
 */
export const findPass = async (
  db: Kysely<Database>,
  token: string,
  wanted: PassPurpose,
): Promise<{ userId: number | null } | undefined> => {
  const found = await db
    .selectFrom('passes')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where(purpose, '=', wanted)
    .where('expires_at', '>', timestamp())
    .executeTakeFirst()
  return found && { userId: found.user_id }
}

/**
 * Uses up a link with this purpose.
 * @returns the operator whose password it sets; undefined if no such link is valid
 */
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

/** After the first operator exists, nobody else may set up this server. */
export const endSetupPasses = async (trx: Transaction<Database>): Promise<void> => {
  await trx.deleteFrom('passes').where('user_id', 'is', null).where('purpose', '=', 'setup').execute()
}
