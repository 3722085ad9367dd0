import type { Kysely, Transaction } from 'kysely'
import { doubtScope } from '../../db/holdScopes'
import { retrying } from '../../db/retrying'
import type { Database, Row } from '../../db/schema'
import { canOpen, openCredentials, sealCredentials, sealedOf } from '../../security/credentials'
import type { Vault } from '../../security/vault'
import { minuteMs, timestamp } from '../../time/clock'
import type { TokenPair } from '../../x/oauth2'
import { explanationOfRefusal } from '../../x/refusals'
import * as words from '../accounts/words'
import { lockUser } from '../session/users.store'

export type StoredTokens = Row<'x_tokens'>

type Account = Pick<Row<'accounts'>, 'id' | 'owner_id'>
type Field = 'access_token' | 'refresh_token'

/** The account's id never changes, so its tokens can be opened after a renaming. */
export const tokenPlace = ({ id, owner_id }: Account, field: Field): string => `x_tokens/${owner_id}/${id}/${field}`

/** Undefined for an account with OAuth 1.0a keys, and before its first tokens. */
export const findTokens = async (db: Kysely<Database>, accountId: number): Promise<StoredTokens | undefined> => {
  const row = await findRow(db, accountId)
  return row && row.generation > 0 ? row : undefined
}

/** The refusal for X's 401: an account without keys needs a new consent, any other account needs new keys. */
export const refusalOfAccess = async (
  db: Kysely<Database>,
  accountId: number,
): Promise<'connectAgain' | 'unauthorized'> =>
  (await findTokens(db, accountId))?.client === 'server' ? 'connectAgain' : 'unauthorized'

const findRow = (db: Kysely<Database>, accountId: number): Promise<StoredTokens | undefined> =>
  db.selectFrom('x_tokens').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/**
 * Gives one process the right, until `until`, to ask X for the tokens after `generation`: two requests with the same
 * refresh token end the connection. The claim is durable before the request. It deletes the previous token, because
 * from here on its successor may have been used.
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

/** Frees the claim. @param until the time of the claim; a later claim of another process stays */
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

/** An access token is replaced this long before its end, or after half of its lifetime. */
const earlyMs = 5 * minuteMs

export interface NewTokens {
  account: Account
  client: StoredTokens['client']
  /** The account's app from now on, for pauses and limits. */
  app: string
  pair: TokenPair
  /** The preceding tokens; undefined if these tokens come from a consent and replace any others. */
  before: { generation: number; sealedRefreshToken: string } | undefined
  now: Date
}

/** Stores tokens before their first use. @returns false if others were stored in the meantime */
export const storeTokens = (db: Kysely<Database>, vault: Vault, tokens: NewTokens): Promise<boolean> =>
  retrying(db, async (trx) => {
    await lockUser(trx, tokens.account.owner_id)
    return storeTokensIn(trx, vault, tokens)
  })

/** The same in a transaction that has locked the operator. */
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
    .where('inactive_reason', 'like', `${words.connectionUnknown}%`)
    .execute()
  return true
}

/**
 * With a new kind of access, X must be asked about the account again. The keys are sealed again, so that the answer to
 * a request in progress does not count (`sealedOf`). A renewal keeps the doubt, because X may refuse each new token of
 * an account.
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

/** X accepted the new tokens, so the previous one is no longer needed. */
export const forgetPrevious = async (db: Kysely<Database>, { account_id, generation }: StoredTokens): Promise<void> => {
  await db
    .updateTable('x_tokens')
    .set({ previous_refresh_token: null })
    .where('account_id', '=', account_id)
    .where('generation', '=', generation)
    .execute()
}

/** Forces a renewal before the access token of this generation is used again. */
export const expireAccess = async (db: Kysely<Database>, { account_id, generation }: StoredTokens): Promise<void> => {
  await db
    .updateTable('x_tokens')
    .set({ renew_at: timestamp(0), expires_at: timestamp(0) })
    .where('account_id', '=', account_id)
    .where('generation', '=', generation)
    .execute()
}

/**
 * X no longer knows the tokens of this generation: the account waits until it is reconnected, or until a delayed
 * process stores the next tokens.
 * @param said X's words
 * @returns the fault, without the next step
 */
export const loseConnection = (
  db: Kysely<Database>,
  { id, owner_id }: Account,
  { generation }: StoredTokens,
  said: string,
): Promise<string> =>
  retrying(db, async (trx) => {
    await lockUser(trx, owner_id)
    const detail = `${words.connectionUnknown}: ${said}`
    const reason = explanationOfRefusal('connectAgain', detail)
    // The condition is checked on the current row, after any write of new tokens in progress.
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

/** The account uses OAuth 1.0a keys from now on. */
export const dropTokens = async (trx: Transaction<Database>, accountId: number): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('x_tokens')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
