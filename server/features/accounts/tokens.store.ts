import type { Kysely, Transaction } from 'kysely'
import { minuteMs, timestamp } from '../../clock'
import { doubtScope } from '../../db/holdScopes'
import { retrying } from '../../db/retrying'
import type { Database, Row } from '../../db/schema'
import { canOpen, openCredentials, sealCredentials, sealedOf } from '../../security/credentials'
import type { Vault } from '../../security/vault'
import type { TokenPair } from '../../x/oauth2'
import { toldOfRefusal } from '../../x/refusals'
import * as words from '../accounts/words'
import { lockUser } from '../session/users.store'

export type StoredTokens = Row<'x_tokens'>

type Account = Pick<Row<'accounts'>, 'id' | 'owner_id'>
type Field = 'access_token' | 'refresh_token'

/** The account's id never changes, so that its tokens stay open to it when it is renamed. */
export const tokenPlace = ({ id, owner_id }: Account, field: Field): string => `x_tokens/${owner_id}/${id}/${field}`

/** Undefined for an account with OAuth 1.0a keys, and while its first pair is being asked for. */
export const findTokens = async (db: Kysely<Database>, accountId: number): Promise<StoredTokens | undefined> => {
  const row = await findRow(db, accountId)
  return row && row.generation > 0 ? row : undefined
}

/** What X's 401 calls for: another consent where the account has no keys to enter, or others than these. */
export const refusalOfAccess = async (
  db: Kysely<Database>,
  accountId: number,
): Promise<'connectAgain' | 'unauthorized'> =>
  (await findTokens(db, accountId))?.client === 'server' ? 'connectAgain' : 'unauthorized'

const findRow = (db: Kysely<Database>, accountId: number): Promise<StoredTokens | undefined> =>
  db.selectFrom('x_tokens').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/**
 * Takes the right to ask X for the pair after `generation`, for one process alone until `until`: two that ask with the
 * same refresh token end the connection. Durable before anything is sent. The token before is forgotten with it: from
 * here on its successor may have been used.
 */
export const claimRenewal = async (
  db: Kysely<Database>,
  accountId: number,
  generation: number,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> => {
  if (generation === 0) {
    await db
      .insertInto('x_tokens')
      .values({ account_id: accountId, client: 'own', ...noTokens })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .execute()
  }
  const { numUpdatedRows } = await db
    .updateTable('x_tokens')
    .set({ renewing_until: timestamp(until), previous_refresh_token: null })
    .where('account_id', '=', accountId)
    .where('generation', '=', generation)
    .where((eb) => eb.or([eb('renewing_until', 'is', null), eb('renewing_until', '<=', timestamp(now))]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const noTokens = {
  access_token: '',
  refresh_token: '',
  scope: '',
  renew_at: timestamp(0),
  expires_at: timestamp(0),
  generation: 0,
} as const

/** Lets others ask again. @param until as it was claimed: a later claim of another process stays. */
export const endRenewal = async (db: Kysely<Database>, accountId: number, until: Date): Promise<void> => {
  const mine = db.updateTable('x_tokens').where('account_id', '=', accountId)
  await mine.set({ renewing_until: null }).where('renewing_until', '=', timestamp(until)).execute()
  await db
    .deleteFrom('x_tokens')
    .where('account_id', '=', accountId)
    .where('generation', '=', 0)
    .where('renewing_until', 'is', null)
    .execute()
}

/** So long before its end an access token is replaced, or after half its life. */
const earlyMs = 5 * minuteMs

export interface NewTokens {
  account: Account
  client: StoredTokens['client']
  /** Which app the account belongs to from now on, for pauses and limits. */
  app: string
  pair: TokenPair
  /** The pair that these follow; undefined where they come of a consent and replace whatever is there. */
  before: { generation: number; sealedRefreshToken: string } | undefined
  now: Date
}

/** Stores a pair, before anybody uses it. @returns false where another pair was stored meanwhile. */
export const storeTokens = (db: Kysely<Database>, vault: Vault, tokens: NewTokens): Promise<boolean> =>
  retrying(db, async (trx) => {
    await lockUser(trx, tokens.account.owner_id)
    return storeTokensIn(trx, vault, tokens)
  })

/** The same as part of a transaction, which has locked the operator. */
export const storeTokensIn = async (
  trx: Transaction<Database>,
  vault: Vault,
  { account, client, app, pair, before, now }: NewTokens,
): Promise<boolean> => {
  const { id } = account
  const existing = await findRow(trx, id)
  const refreshToken =
    pair.refreshToken === undefined
      ? before?.sealedRefreshToken
      : vault.seal(pair.refreshToken, tokenPlace(account, 'refresh_token'))
  if (refreshToken === undefined) throw new Error(words.noRefreshToken)
  const row = {
    client,
    access_token: vault.seal(pair.accessToken, tokenPlace(account, 'access_token')),
    refresh_token: refreshToken,
    previous_refresh_token: before?.sealedRefreshToken === refreshToken ? null : before?.sealedRefreshToken || null,
    scope: pair.scope,
    renew_at: timestamp(now.getTime() + pair.livesMs - Math.min(earlyMs, pair.livesMs / 2)),
    expires_at: timestamp(now.getTime() + pair.livesMs),
    generation: (before?.generation ?? existing?.generation ?? 0) + 1,
    renewing_until: null,
  }
  if (existing) {
    const { numUpdatedRows } = await trx
      .updateTable('x_tokens')
      .set(row)
      .where('account_id', '=', id)
      .$if(before !== undefined, (query) => query.where('generation', '=', before?.generation ?? 0))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
  } else if (before === undefined)
    await trx
      .insertInto('x_tokens')
      .values({ account_id: id, ...row })
      .execute()
  else return false
  await trx.updateTable('accounts').set({ x_app: app }).where('id', '=', id).where('x_app', '<>', app).execute()
  if (before === undefined || before.generation === 0) await forgetEarlierAccess(trx, vault, id)
  await trx
    .updateTable('accounts')
    .set({ is_active: 1, inactive_reason: null, updated_at: timestamp(now) })
    .where('id', '=', id)
    .where('is_active', '=', 0)
    .where('inactive_reason', 'like', `${lost}%`)
    .execute()
  return true
}

/**
 * The account is let in another way than before: X has to be asked about it again. Its keys are sealed anew, so that an
 * answer to a request that is still under way says nothing of it (`sealedOf`). A renewal keeps the doubt: X may refuse
 * each new token of an account.
 */
const forgetEarlierAccess = async (trx: Transaction<Database>, vault: Vault, id: number): Promise<void> => {
  await trx.deleteFrom('holds').where('scope', '=', doubtScope(id)).execute()
  const row = await trx.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await trx
    .updateTable('accounts')
    .set({
      verified_at: null,
      ...(canOpen(vault, row) ? sealCredentials(vault, row, openCredentials(vault, row)) : {}),
    })
    .where('id', '=', id)
    .where((eb) => eb.and(sealedOf(row)))
    .execute()
}

/** X took the new pair: the one before is not needed any more. */
export const forgetPrevious = async (db: Kysely<Database>, { account_id, generation }: StoredTokens): Promise<void> => {
  await db
    .updateTable('x_tokens')
    .set({ previous_refresh_token: null })
    .where('account_id', '=', account_id)
    .where('generation', '=', generation)
    .execute()
}

/** The access token of that generation is asked for anew before it is used again. */
export const expireAccess = async (db: Kysely<Database>, { account_id, generation }: StoredTokens): Promise<void> => {
  await db
    .updateTable('x_tokens')
    .set({ renew_at: timestamp(0), expires_at: timestamp(0) })
    .where('account_id', '=', account_id)
    .where('generation', '=', generation)
    .execute()
}

/** How the reason begins for which an account without a pair that X knows is inactive. */
const lost = words.connectionUnknown

/**
 * X no longer knows the pair of that generation: its account waits until it is connected again, or until a process that
 * was held up stores the pair that follows.
 *
 * @param said X's words.
 * @returns what is wrong, without what can be done.
 */
export const loseConnection = (
  db: Kysely<Database>,
  { id, owner_id }: Account,
  { generation }: StoredTokens,
  said: string,
): Promise<string> =>
  retrying(db, async (trx) => {
    await lockUser(trx, owner_id)
    const detail = `${lost}: ${said}`
    const reason = toldOfRefusal('connectAgain', detail)
    // Takes the row as it is now: a pair that is being stored meanwhile is waited for.
    const { numUpdatedRows } = await trx
      .updateTable('x_tokens')
      .set({ generation })
      .where('account_id', '=', id)
      .where('generation', '=', generation)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return detail
    await trx
      .updateTable('accounts')
      .set({ is_active: 0, inactive_reason: reason, updated_at: timestamp() })
      .where('id', '=', id)
      .execute()
    return detail
  })

/** It has OAuth 1.0a keys from now on. */
export const dropTokens = async (trx: Transaction<Database>, accountId: number): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('x_tokens')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
