import type { Kysely, Transaction } from 'kysely'
import {
  type ApiToken,
  type ApiTokenBody,
  type ApiTokenScope,
  apiTokenLimits,
  type NewApiToken,
} from '../../../src/schemas/security/apiTokens'
import { noteEnded } from '../../db/generation'
import { prepared, type Values } from '../../db/prepared'
import { type DatabaseState, rememberReads } from '../../db/remembered'
import { type Revisions, revisionColumns, revisionsOf } from '../../db/revisions'
import type { Database, Row } from '../../db/schema'
import { HttpProblem, notFound } from '../../problems'
import { createApiToken, hashToken } from '../../security/tokens'
import * as words from '../../security/words'
import { dayMs, minuteMs, timestamp } from '../../time/clock'
import { oncePerId } from '../session/touch.store'

const columns = ['id', 'name', 'scope', 'created_at', 'expires_at', 'last_used_at', 'last_address'] as const
const touchEveryMillis = minuteMs

/** The tokens that have not expired, oldest first. */
export const listApiTokens = (db: Kysely<Database>, ownerId: number): Promise<ApiToken[]> =>
  db
    .selectFrom('api_tokens')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .where('expires_at', '>', timestamp())
    .orderBy('id')
    .execute()

/**
 * Call it under the operator's lock.
 * @returns the token too, which is not stored
 * @throws HttpProblem 422 above the operator's limit, and for the name of a token that has not expired
 */
export const storeApiToken = async (
  trx: Transaction<Database>,
  ownerId: number,
  { name, scope, days }: ApiTokenBody,
): Promise<NewApiToken> => {
  await trx.deleteFrom('api_tokens').where('owner_id', '=', ownerId).where('expires_at', '<=', timestamp()).execute()
  const living = await listApiTokens(trx, ownerId)
  if (living.length >= apiTokenLimits.ofOperator) {
    throw new HttpProblem(422, words.tooManyTokens(apiTokenLimits.ofOperator))
  }
  if (living.some((held) => held.name === name)) {
    throw new HttpProblem(422, words.tokenNameInUse)
  }
  const token = createApiToken()
  const now = Date.now()
  const stored = await trx
    .insertInto('api_tokens')
    .values({
      owner_id: ownerId,
      token_hash: hashToken(token),
      name,
      scope,
      created_at: timestamp(now),
      expires_at: timestamp(now + days * dayMs),
      last_used_at: null,
      last_address: null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { ...stored, token }
}

/** @throws HttpProblem 404 */
export const endApiToken = async (
  trx: Transaction<Database>,
  ownerId: number,
  id: number,
): Promise<{ name: string }> => {
  const ended = await trx
    .deleteFrom('api_tokens')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirstOrThrow(() => notFound('API token'))
  await noteEnded(trx)
  return ended
}

/** The operator of a token, and the token's rights. */
export interface TokenHolder {
  ownerId: number
  token: { name: string; scope: ApiTokenScope }
  revisions: Revisions
}

const findStored = prepared((db, value: Values<Pick<Row<'api_tokens'>, 'token_hash'>>) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.owner_id')
    .select(['api_tokens.id', 'owner_id', 'name', 'scope', 'last_used_at', 'expires_at'])
    .select(revisionColumns)
    .where('token_hash', '=', value('token_hash'))
    .where('disabled_at', 'is', null),
)

/**
 * Finds the operator of a token that has not expired. Its use is stored at most once a minute, and nobody waits for
 * that write.
 */
export const createTokenFinder = (db: Kysely<Database>, state: DatabaseState) => {
  const stored = rememberReads(state, async (token_hash) => (await findStored(db, { token_hash }))[0])
  const touch = oncePerId((id, use: { last_used_at: string; last_address: string }) =>
    db.updateTable('api_tokens').set(use).where('id', '=', id).execute(),
  )

  return async (token: string, address: string): Promise<TokenHolder | undefined> => {
    const found = await stored(hashToken(token))
    const now = Date.now()
    if (!found || now >= Date.parse(found.expires_at)) return undefined
    if (now - Date.parse(found.last_used_at ?? timestamp(0)) >= touchEveryMillis) {
      touch(found.id, { last_used_at: timestamp(now), last_address: address })
    }
    return {
      ownerId: found.owner_id,
      token: { name: found.name, scope: found.scope },
      revisions: revisionsOf(found),
    }
  }
}
