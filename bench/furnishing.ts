import { join } from 'node:path'
import { type OpenDatabase, openDatabase } from '../server/db/database'
import { type ApiOperator, createOperator } from '../tests/e2e/furnished'
import { type Product, startProduct } from '../tests/support/product'

const atOnce = 500

export interface Furnishing extends OpenDatabase {
  product: Product
  operator: ApiOperator
  ownerId: number
}

/** On a product of its own, with a way past its API. */
export const withProduct = async <T>(use: (furnishing: Furnishing) => Promise<T>): Promise<T> => {
  const product = await startProduct()
  try {
    return await use(await open(product))
  } finally {
    await product.dispose()
  }
}

const open = async (product: Product): Promise<Furnishing> => {
  const operator = await createOperator(product.url, 'bench@example.com')
  const opened = await openDatabase({ file: join(product.dataDir, 'auto-comment-bot.db') })
  const { id } = await opened.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', operator.email)
    .executeTakeFirstOrThrow()
  return { ...opened, product, operator, ownerId: id }
}

/** Writes rows in as many statements as a database needs for them. */
export const inPieces = async <T>(rows: readonly T[], write: (some: T[]) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < rows.length; from += atOnce) await write(rows.slice(from, from + atOnce))
}

const syllables = 'ba de fi go lu mor nel pas quin ros tav wex yon zir clem drif'.split(' ')

/** About 200 characters, another text for each number. */
export const textOf = (number: number): string => {
  let state = number + 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return syllables[state % syllables.length]
  }
  return Array.from({ length: 28 }, () => `${next()}${next()}`).join(' ')
}
