import { join } from 'node:path'
import { type OpenDatabase, openDatabase } from '../server/db/database'
import { openTrail } from '../server/db/trail/trailKey'
import { createVault, readKeys } from '../server/security/vault'
import { type ApiOperator, createOperator } from '../tests/e2e/furnished'
import { type Product, startProduct } from '../tests/support/product'
import { startCluster } from '../torture/support/cluster'
import { freePort } from '../torture/support/processes'

const atOnce = 500

export interface Furnishing extends OpenDatabase {
  product: Product
  operator: ApiOperator
  ownerId: number
}

/** Starts a product of its own with access to its database: SQLite, or an empty PostgreSQL at `databaseUrl`. */
export const withProduct = async <T>(use: (furnishing: Furnishing) => Promise<T>, databaseUrl?: string): Promise<T> => {
  const product = await startProduct(databaseUrl === undefined ? {} : { env: envOf(databaseUrl) })
  try {
    return await use(await open(product, databaseUrl))
  } finally {
    await product.dispose()
  }
}

const envOf = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  CREDENTIALS_KEY: Buffer.alloc(32, 7).toString('base64'),
})

export const withPostgres = async <T>(use: (databaseUrl: string) => Promise<T>): Promise<T | undefined> => {
  const cluster = await startCluster(await freePort())
  if (!cluster) return undefined
  try {
    return await use(cluster.url)
  } finally {
    await cluster.dispose()
  }
}

const open = async (product: Product, databaseUrl: string | undefined): Promise<Furnishing> => {
  const operator = await createOperator(product.url, 'bench@example.com')
  const file = join(product.dataDir, 'auto-comment-bot.db')
  const opened = await openDatabase(databaseUrl === undefined ? { file } : { url: databaseUrl })
  await openTrail(opened.db, createVault(readKeys(undefined, product.dataDir)))
  const { id } = await opened.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', operator.email)
    .executeTakeFirstOrThrow()
  return { ...opened, product, operator, ownerId: id }
}

export const inPieces = async <T>(rows: readonly T[], write: (some: T[]) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < rows.length; from += atOnce) await write(rows.slice(from, from + atOnce))
}

const syllables = 'ba de fi go lu mor nel pas quin ros tav wex yon zir clem drif'.split(' ')

export const textOf = (number: number): string => {
  let state = number + 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return syllables[state % syllables.length]
  }
  return Array.from({ length: 28 }, () => `${next()}${next()}`).join(' ')
}
