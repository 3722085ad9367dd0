import { type Kysely, sql, type Transaction } from 'kysely'
import { timestamp } from '../../clock'
import { isPostgres } from '../../db/dialect'
import { prepared, type Values } from '../../db/prepared'
import type { Database, Row } from '../../db/schema'
import { isUniqueViolation } from '../../db/uniqueViolation'
import { notFound } from '../../problems'

export interface NewUser {
  email: string
  username: string
  passwordHash: string
}

const addressKey = (email: string) => email.toLowerCase()

/** The first one becomes the administrator. @returns undefined when the address is taken. */
export const createUser = async (db: Kysely<Database>, user: NewUser): Promise<number | undefined> => {
  try {
    const { id } = await db
      .insertInto('users')
      .values({
        email: addressKey(user.email),
        username: user.username,
        password_hash: user.passwordHash,
        created_at: timestamp(),
        is_admin: sql<0 | 1>`case when exists (select 1 from users) then 0 else 1 end`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}

export const findUser = (db: Kysely<Database>, email: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', addressKey(email)).executeTakeFirst()

export const getUser = (db: Kysely<Database>, id: number): Promise<Row<'users'>> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Operator'))

export const hasUsers = async (db: Kysely<Database>): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined

/** Of another password: whoever calls it ends the sessions too. Of the same one: whoever calls it holds the operator's lock. */
export const storePasswordHash = async (
  trx: Transaction<Database>,
  id: number,
  passwordHash: string,
): Promise<void> => {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

/** What an operator was told once is told no more. */
export const dismissNotice = async (trx: Transaction<Database>, id: number): Promise<void> => {
  await trx.updateTable('users').set({ notice: null }).where('id', '=', id).execute()
}

/**
 * Transactions that lock the same operator take turns. SQLite's all do. It comes before any lock of what is the
 * operator's, so that none waits for one that waits for it: a change of accounts, groups or characters ends with the
 * operator's row, where the revisions of the lists are. What only refers to that row goes on meanwhile, such as a line of
 * the trail.
 */
export const lockUser = async (trx: Transaction<Database>, id: number): Promise<void> => {
  if (isPostgres(trx)) await lockRow(trx, { id })
}

const lockRow = prepared((db, value: Values<Pick<Row<'users'>, 'id'>>) =>
  db.selectFrom('users').select('id').where('id', '=', value('id')).forNoKeyUpdate(),
)
