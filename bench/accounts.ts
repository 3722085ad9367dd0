import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { sandboxAccounts } from '../sandbox/accounts-data'
import { openDatabase } from '../server/db/database'
import type { Database } from '../server/db/schema'
import { type ApiOperator, createOperator } from '../tests/e2e/furnished'
import type { Product } from '../tests/support/product'
import { inPieces } from './furnishing'

/**
 * Writes an operator with that many accounts into the database. The accounts can be listed; nothing can be posted
 * through them.
 */
export const furnish = async (product: Product, count: number): Promise<ApiOperator> => {
  const operator = await createOperator(product.url, `bench${count}@example.com`)
  const { db, close } = await openDatabase({ file: join(product.dataDir, 'auto-comment-bot.db') })
  const { id } = await db.selectFrom('users').select('id').where('email', '=', operator.email).executeTakeFirstOrThrow()
  await insertAccounts(db, id, count)
  await close()
  return operator
}

export const insertAccounts = async (db: Kysely<Database>, ownerId: number, count: number): Promise<void> => {
  const at = '2026-03-01T08:00:00.000Z'
  const rows = sandboxAccounts(count).map(({ username, group: _group, ...credentials }, index) => ({
    ...credentials,
    owner_id: ownerId,
    username: `${username}${index}`,
    username_key: `${username.replace('@', '').toLowerCase()}${index}`,
    is_active: 1 as const,
    verified_at: at,
    created_at: at,
    updated_at: at,
  }))
  await db.transaction().execute(async (trx) => {
    await inPieces(rows, (some) => trx.insertInto('accounts').values(some).execute())
  })
}
