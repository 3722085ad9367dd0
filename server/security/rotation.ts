import type { Kysely } from 'kysely'
import { credentialNames } from '../../src/schemas/accounts'
import { retrying } from '../db/retrying'
import type { Database, Row } from '../db/schema'
import { openCredentials, sealCredentials, sealedOf } from './credentials'
import type { Vault } from './vault'

const checkKey = 'credentials_check'
const checkText = 'this database was sealed with this key'
const pageSize = 500

/**
 * Makes sure that the vault opens what this database holds, then seals again whatever an older key sealed. Other
 * processes may work meanwhile, and it may be interrupted: an account changed in between keeps its newer credentials.
 *
 * @returns how many accounts were sealed again.
 * @throws Error when the configured keys are not those of this database.
 */
export const rotateCredentials = async (db: Kysely<Database>, vault: Vault): Promise<number> => {
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
    rotated += await sealAgain(db, vault, rows)
    after = rows.at(-1)?.id ?? after
    if (rows.length < pageSize) break
  }
  await storeCheck(db, vault)
  return rotated
}

/** In one transaction: each waits for the disk. */
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
  const check = await db.selectFrom('instance').select('value').where('key', '=', checkKey).executeTakeFirst()
  if (!check) return
  try {
    vault.open(check.value, checkKey)
  } catch (cause) {
    throw new Error(
      'The key in CREDENTIALS_KEY (or credentials.key in the data folder) is not the one that sealed this database. ' +
        'Put the old key behind a new one, separated by a comma, to change it.',
      { cause },
    )
  }
}

const storeCheck = async (db: Kysely<Database>, vault: Vault): Promise<void> => {
  const value = vault.seal(checkText, checkKey)
  await db
    .insertInto('instance')
    .values({ key: checkKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
