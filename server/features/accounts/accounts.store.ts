import type { Kysely, Transaction } from 'kysely'
import type { AccountPatch, StoredAccount } from '../../../src/schemas/accounts/accountEdit'
import {
  type OwnAccount as Account,
  type AccountBody,
  type Credentials,
  credentialNames,
} from '../../../src/schemas/accounts/accounts'
import type { Connection } from '../../../src/schemas/accounts/connections'
import { isPostgres } from '../../db/dialect'
import { prepared, type Values } from '../../db/prepared'
import type { Database, Row } from '../../db/schema'
import { isUniqueViolation } from '../../db/uniqueViolation'
import { conflict, HttpProblem, invalid, notFound } from '../../problems'
import {
  canOpen,
  type Holder,
  openCredentials,
  type SealedCredentials,
  sealCredentials,
} from '../../security/credentials'
import type { Vault } from '../../security/vault'
import { timestamp } from '../../time/clock'
import { appOf } from '../../x/app'
import * as words from '../accounts/words'
import { findGroupId } from '../groups/groups.store'
import { lockUser } from '../session/users.store'
import { forgetDoubt, unverified } from './accountAnswers.store'
import { dropTokens, findTokens } from './tokens.store'

/** X ignores the case of a handle and the @. */
export const usernameKey = (username: string): string => username.trim().replace(/^@/, '').toLowerCase()

/** @param group a group's name; empty for all accounts */
export const listAccounts = async (db: Kysely<Database>, ownerId: number, group: string): Promise<Account[]> => {
  const rows = await withGroup(db, ownerId)
    .$if(group !== '', (query) => query.where('groups.owner_id', '=', ownerId).where('groups.name', '=', group))
    .orderBy('accounts.id')
    .execute()
  return rows.map(toAccount)
}

/** The next `limit` accounts of the whole list after the account `last`. */
export const listAccountsAfter = async (
  db: Kysely<Database>,
  ownerId: number,
  last: number,
  limit: number,
): Promise<Account[]> => {
  const rows = await withGroup(db, ownerId)
    .where('accounts.id', '>', last)
    .orderBy('accounts.id')
    .limit(limit)
    .execute()
  return rows.map(toAccount)
}

/** @throws HttpProblem 404 */
export const getAccount = async (db: Kysely<Database>, ownerId: number, id: number): Promise<Account> =>
  toAccount(await withGroup(db, ownerId).where('accounts.id', '=', id).executeTakeFirstOrThrow(missing))

/** Includes X's facts about the account. @throws HttpProblem 404 */
export const getAccountPage = async (db: Kysely<Database>, ownerId: number, id: number): Promise<StoredAccount> => {
  const { x_subscription, x_protected, ...row } = await withGroup(db, ownerId)
    .select(['x_subscription', 'x_protected'])
    .where('accounts.id', '=', id)
    .executeTakeFirstOrThrow(missing)
  const account = toAccount(row)
  if (x_subscription === null && x_protected === null) return account
  const is_protected = x_protected === null ? null : x_protected === 1
  return { ...account, x: { subscription: x_subscription, is_protected } }
}

/** Includes the sealed credentials, for `openCredentials`. @throws HttpProblem 404 */
export const getAccountRow = (db: Kysely<Database>, ownerId: number, id: number): Promise<Row<'accounts'>> =>
  storedRow(db, ownerId, id).executeTakeFirstOrThrow(missing)

const storedRow = (db: Kysely<Database>, ownerId: number, id: number) =>
  db.selectFrom('accounts').selectAll().where('owner_id', '=', ownerId).where('id', '=', id)

/** The accounts with this id on X or this name, with their sealed credentials. */
export const listSameOnX = (
  db: Kysely<Database>,
  ownerId: number,
  { id, username }: { id: string; username: string },
): Promise<Row<'accounts'>[]> =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where((eb) => eb.or([eb('x_user_id', '=', id), eb('username_key', '=', usernameKey(username))]))
    .execute()

/** The accounts that X accepts, oldest connection first. */
export const findActiveAccounts = (db: Kysely<Database>, ownerId: number, most: number): Promise<Row<'accounts'>[]> =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('is_active', '=', 1)
    .orderBy('id')
    .limit(most)
    .execute()

/** The most accounts of one operator. */
const mostAccounts = 100_000
/** How many accounts are created between two counts: counting takes as long as creating one. */
const countedEvery = 1000

/**
 * Refuses accounts beyond `most`, with an error of up to a thousand that other processes create at the same time.
 * @throws HttpProblem 422
 */
export const createAccountRoom = (db: Kysely<Database>, most = mostAccounts) => {
  const left = new Map<number, number>()
  return async (ownerId: number): Promise<void> => {
    const remaining = left.get(ownerId) ?? 0
    if (remaining > 0) {
      left.set(ownerId, remaining - 1)
      return
    }
    const { accounts } = await db
      .selectFrom('accounts')
      .select(({ fn }) => fn.countAll<number>().as('accounts'))
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
    const room = most - Number(accounts)
    if (room <= 0) {
      throw new HttpProblem(422, words.tooMany(most))
    }
    left.set(ownerId, Math.min(room, countedEvery) - 1)
  }
}

/** Active until X refuses it. @throws HttpProblem 404 for the group, 409 for the username */
export const createAccount = async (
  trx: Transaction<Database>,
  vault: Vault,
  ownerId: number,
  body: AccountBody,
): Promise<Account> => {
  const { username, group, ...credentials } = body
  await lockUser(trx, ownerId)
  const groupId = await findGroupId(trx, ownerId, group)
  const holder = { owner_id: ownerId, username_key: usernameKey(username) }
  const now = timestamp()
  const [inserted] = await unique(username, () =>
    insertAccount(trx, {
      ...holder,
      ...sealCredentials(vault, holder, credentials),
      x_app: appOf(credentials),
      username,
      group_id: groupId,
      now,
    }),
  )
  if (!inserted) throw new Error('INSERT returned no id')
  return {
    id: inserted.id,
    username,
    group: group.trim() || null,
    is_active: true,
    created_at: now,
    inactive_reason: null,
  }
}

type NewAccount = Holder &
  SealedCredentials &
  Pick<Row<'accounts'>, 'username' | 'group_id' | 'x_app'> & { now: string }

const insertAccount = prepared((db, value: Values<NewAccount>) =>
  db
    .insertInto('accounts')
    .values({
      owner_id: value('owner_id'),
      username_key: value('username_key'),
      client_id: value('client_id'),
      client_secret: value('client_secret'),
      api_key: value('api_key'),
      api_secret: value('api_secret'),
      access_token: value('access_token'),
      access_token_secret: value('access_token_secret'),
      x_app: value('x_app'),
      username: value('username'),
      group_id: value('group_id'),
      is_active: 1,
      created_at: value('now'),
      updated_at: value('now'),
    })
    .returning('id'),
)

export interface Change {
  account: Account
  /** Whether X must be asked again. */
  reconnected: boolean
}

/**
 * Keeps the fields that the patch leaves out. Locks the account, because a new username seals all of its credentials
 * again.
 * @throws HttpProblem 404 for account and group, 409 for the username
 */
export const updateAccount = async (
  trx: Transaction<Database>,
  vault: Vault,
  ownerId: number,
  id: number,
  patch: AccountPatch,
): Promise<Change> => {
  const { username: renamed, group, is_active, ...credentials } = patch
  await lockUser(trx, ownerId)
  const row = await storedRow(trx, ownerId, id)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirstOrThrow(missing)
  const username = renamed ?? row.username
  const holder = { owner_id: ownerId, username_key: usernameKey(username) }
  const moved = holder.username_key !== row.username_key
  const reconnected = moved || Object.keys(credentials).length > 0
  const groupId = group === undefined ? row.group_id : await findGroupId(trx, ownerId, group ?? '')
  /** Only X's answer activates an account. X's reason stays with an account that is inactive already. */
  const isDeactivated = is_active === false && row.is_active === 1
  // The keys are sealed again, so that the answer to a check in progress does not count (`sealedOf`).
  const changed =
    moved || (isDeactivated && canOpen(vault, row)) ? { ...openCredentials(vault, row), ...credentials } : credentials
  const connection = {
    ...(reconnected || isDeactivated ? sealCredentials(vault, holder, changed) : {}),
    ...(reconnected ? unverified : {}),
    ...(isDeactivated ? { is_active: 0 as const, inactive_reason: words.deactivated, verified_at: timestamp() } : {}),
  }
  const app = Object.keys(credentials).length === 0 ? {} : await takeKeys(trx, vault, row, credentials)
  await unique(username, () =>
    trx
      .updateTable('accounts')
      .set({ ...holder, ...connection, ...app, username, group_id: groupId, updated_at: timestamp() })
      .where('id', '=', id)
      .execute(),
  )
  if (reconnected) await forgetDoubt(trx, id)
  return { account: await getAccount(trx, ownerId, id), reconnected: reconnected && !isDeactivated }
}

/**
 * OAuth 1.0a keys end a connection by OAuth 2.0, so they must be complete. A new app secret without other keys does not
 * end it if the tokens belong to that app, because the secret renews them.
 */
const takeKeys = async (
  trx: Transaction<Database>,
  vault: Vault,
  row: Row<'accounts'>,
  given: Partial<Credentials>,
): Promise<{ x_app?: string }> => {
  const { api_key } = given
  const isSecretAlone = Object.keys(given).every((name) => name === 'client_secret')
  if (isSecretAlone && (await findTokens(trx, row.id))?.client === 'own') return {}
  if (!(await dropTokens(trx, row.id))) return api_key === undefined ? {} : { x_app: appOf({ api_key }) }
  const keys = { ...openCredentials(vault, row), ...given }
  const missing = credentialNames.find((name) => keys[name] === '')
  if (missing) throw invalid(missing, words.connectedByOAuth2)
  return { x_app: appOf(keys) }
}

/** Nothing is sent through a deleted account. @throws HttpProblem 404; 409 while a reply of it is being sent */
export const deleteAccount = async (
  trx: Transaction<Database>,
  ownerId: number,
  id: number,
): Promise<{ username: string }> => {
  await lockUser(trx, ownerId)
  const { username } = await storedRow(trx, ownerId, id)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirstOrThrow(missing)
  const underWay = await trx
    .selectFrom('task_items')
    .select('task_id')
    .where('account_id', '=', id)
    .where('state', '=', 'posting')
    .executeTakeFirst()
  if (underWay) {
    throw conflict(words.replyUnderWay(username, underWay.task_id))
  }
  await trx.deleteFrom('accounts').where('id', '=', id).execute()
  return { username }
}

/** A page of the accounts that have only OAuth 1.0a keys. The number of their apps is counted only without a cursor. */
export const listMovable = async (
  db: Kysely<Database>,
  ownerId: number,
  { limit, cursor }: { limit: number; cursor?: number | undefined },
): Promise<Pick<Connection, 'movable' | 'next' | 'consumer_keys'>> => {
  const withKeys = db
    .selectFrom('accounts')
    .leftJoin('x_tokens', (join) =>
      join.onRef('x_tokens.account_id', '=', 'accounts.id').on('x_tokens.generation', '>', 0),
    )
    .where('owner_id', '=', ownerId)
    .where('x_tokens.account_id', 'is', null)
  const apps = cursor === undefined ? await withKeys.select('x_app').distinct().where('x_app', '<>', '').execute() : []
  const rows = await withKeys
    .select(['accounts.id', 'username'])
    .where('accounts.id', '>', cursor ?? 0)
    .orderBy('accounts.id')
    .limit(limit + 1)
    .execute()
  const movable = rows.slice(0, limit)
  return {
    movable,
    next: rows.length > limit ? (movable.at(-1)?.id ?? null) : null,
    consumer_keys: apps.length,
  }
}

const withGroup = (db: Kysely<Database>, ownerId: number) =>
  db
    .selectFrom('accounts')
    .leftJoin('groups', 'groups.id', 'accounts.group_id')
    .select([
      'accounts.id',
      'accounts.username',
      'groups.name as group',
      'accounts.is_active',
      'accounts.created_at',
      'accounts.inactive_reason',
    ])
    .where('accounts.owner_id', '=', ownerId)

type Listed = Omit<Account, 'is_active'> & { is_active: 0 | 1 }

const toAccount = (row: Listed): Account => ({ ...row, is_active: row.is_active === 1 })

const missing = () => notFound('Media agent')

const unique = async <T>(username: string, write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error) ? conflict(words.alreadyConnected(usernameKey(username))) : error
  }
}
