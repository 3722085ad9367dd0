import type { Kysely } from 'kysely'
import { credentialNames } from '../../../src/schemas/accounts/accounts'
import { readFact, storeFact } from '../../db/facts'
import { retrying } from '../../db/retrying'
import type { Database, Row } from '../../db/schema'
import { canOpen, openCredentials, sealCredentials, sealedOf } from '../../security/credentials'
import type { Vault } from '../../security/vault'
import { secretPlace } from '../security/secondFactor.store'
import { type StoredTokens, tokenPlace } from './tokens.store'

const checkKey = 'credentials_check'
const checkText = 'this database was encrypted with this key'
const pageSize = 500

/**
 * An account whose credentials no configured key opens: they are damaged, or their key was removed from the
 * configuration too early.
 */
export type Unopened = Pick<Row<'accounts'>, 'id' | 'username'>

/**
 * Makes sure that the vault opens this database's secrets, then seals everything again that an older key sealed. Other
 * processes may run at the same time, and a run may be interrupted: an account that changes in between keeps its newer
 * credentials.
 * @param setAside called for each account that cannot be opened; it does not change, and the others are sealed
 * @returns the number of rows that were sealed again: accounts, and their OAuth 2.0 tokens
 * @throws Error if the configured keys do not belong to this database
 */
export const rotateCredentials = async (
  db: Kysely<Database>,
  vault: Vault,
  setAside: (account: Unopened) => void = () => undefined,
): Promise<number> => {
  await assertOpens(db, vault)
  let rotated = 0
  let after = 0
  for (;;) {
    const rows = await db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '>', after)
      .where((eb) => eb.or(credentialNames.map((name) => eb(name, 'not like', `${vault.prefix}%`))))
      .orderBy('id')
      .limit(pageSize)
      .execute()
    rotated += await sealAgain(
      db,
      vault,
      rows.filter((row) => {
        const opens = canOpen(vault, row)
        if (!opens) setAside(row)
        return opens
      }),
    )
    after = rows.at(-1)?.id ?? after
    if (rows.length < pageSize) break
  }
  rotated += await rotateTokens(db, vault, setAside)
  rotated += await rotateSecrets(db, vault, setAside)
  await storeCheck(db, vault)
  return rotated
}

/** Second factors. If one cannot be opened, an administrator must remove it before its operator can sign in. */
const rotateSecrets = async (
  db: Kysely<Database>,
  vault: Vault,
  setAside: (account: Unopened) => void,
): Promise<number> => {
  const rows = await db
    .selectFrom('second_factors')
    .innerJoin('users', 'users.id', 'second_factors.user_id')
    .select(['users.id', 'email', 'secret'])
    .where('secret', 'not like', `${vault.prefix}%`)
    .execute()
  let rotated = 0
  for (const { id, email, secret } of rows) {
    const place = secretPlace(id)
    const opened = orUndefined(() => vault.open(secret, place))
    if (opened === undefined) {
      setAside({ id, username: `the second factor of ${email}` })
      continue
    }
    const { numUpdatedRows } = await db
      .updateTable('second_factors')
      .set({ secret: vault.seal(opened, place) })
      .where('user_id', '=', id)
      .where('secret', '=', secret)
      .executeTakeFirstOrThrow()
    rotated += Number(numUpdatedRows)
  }
  return rotated
}

const orUndefined = (open: () => string): string | undefined => {
  try {
    return open()
  } catch {
    return undefined
  }
}

/** Tokens that were renewed in between stay as they are. */
const rotateTokens = async (
  db: Kysely<Database>,
  vault: Vault,
  setAside: (account: Unopened) => void,
): Promise<number> => {
  const rows = await db
    .selectFrom('x_tokens')
    .innerJoin('accounts', 'accounts.id', 'x_tokens.account_id')
    .select(['accounts.id', 'accounts.owner_id', 'accounts.username'])
    .select(['x_tokens.generation', ...tokenFields.map((field) => `x_tokens.${field}` as const)])
    .where((eb) => eb.or(tokenFields.map((field) => eb(`x_tokens.${field}`, 'not like', `${vault.prefix}%`))))
    .where('generation', '>', 0)
    .execute()
  let rotated = 0
  for (const row of rows) {
    const sealed = sealedTokens(vault, row)
    if (!sealed) {
      setAside(row)
      continue
    }
    const { numUpdatedRows } = await db
      .updateTable('x_tokens')
      .set(sealed)
      .where('account_id', '=', row.id)
      .where('generation', '=', row.generation)
      .where('previous_refresh_token', row.previous_refresh_token === null ? 'is' : '=', row.previous_refresh_token)
      .executeTakeFirstOrThrow()
    rotated += Number(numUpdatedRows)
  }
  return rotated
}

const tokenFields = ['access_token', 'refresh_token', 'previous_refresh_token'] as const

/** Undefined if no configured key opens them. The previous token was sealed with the same key as the current one. */
const sealedTokens = (
  vault: Vault,
  row: Pick<Row<'accounts'>, 'id' | 'owner_id'> & Pick<StoredTokens, (typeof tokenFields)[number]>,
): Pick<StoredTokens, (typeof tokenFields)[number]> | undefined => {
  const again = (sealed: string, field: 'access_token' | 'refresh_token') => {
    const place = tokenPlace(row, field)
    return vault.seal(vault.open(sealed, place), place)
  }
  try {
    return {
      access_token: again(row.access_token, 'access_token'),
      refresh_token: again(row.refresh_token, 'refresh_token'),
      previous_refresh_token:
        row.previous_refresh_token === null ? null : again(row.previous_refresh_token, 'refresh_token'),
    }
  } catch {
    return undefined
  }
}

/** One transaction, because each commit waits for the disk. */
const sealAgain = (db: Kysely<Database>, vault: Vault, rows: Row<'accounts'>[]): Promise<number> =>
  retrying(db, async (trx) => {
    let sealed = 0
    for (const row of rows) {
      const { numUpdatedRows } = await trx
        .updateTable('accounts')
        .set(sealCredentials(vault, row, openCredentials(vault, row)))
        .where('id', '=', row.id)
        .where((eb) => eb.and(sealedOf(row)))
        .executeTakeFirstOrThrow()
      sealed += Number(numUpdatedRows)
    }
    return sealed
  })

const assertOpens = async (db: Kysely<Database>, vault: Vault): Promise<void> => {
  const check = await readFact(db, checkKey)
  if (check === undefined) return
  try {
    vault.open(check, checkKey)
  } catch (cause) {
    if (await opensAny(db, vault)) return
    throw new Error(
      'The key in CREDENTIALS_KEY (or credentials.key in the data folder) is not the key that encrypted this database. ' +
        'To change keys, put the new key first and the old key after it, separated by a comma.',
      { cause },
    )
  }
}

/** Only the check itself may be damaged: then the accounts can be opened. */
const opensAny = async (db: Kysely<Database>, vault: Vault): Promise<boolean> => {
  const rows = await db.selectFrom('accounts').selectAll().orderBy('id').limit(accountsTried).execute()
  return rows.some((row) => canOpen(vault, row))
}

const accountsTried = 10

const storeCheck = async (db: Kysely<Database>, vault: Vault): Promise<void> => {
  await storeFact(db, checkKey, vault.seal(checkText, checkKey))
}
