import { type Kysely, sql, type Transaction } from 'kysely'
import { isPostgres } from '../../db/dialect'
import { prepared, type Values } from '../../db/prepared'
import type { Database, Row } from '../../db/schema'
import { isUniqueViolation } from '../../db/uniqueViolation'
import { notFound } from '../../problems'
import { timestamp } from '../../time/clock'

export interface NewUser {
  email: string
  username: string
  passwordHash: string
}

const addressKey = (email: string) => email.toLowerCase()

/** The first one becomes the administrator. @returns undefined if the address is taken */
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

/**
 * With a new password, the caller must end the sessions too. With a new hash of the same password, the caller must hold
 * the operator's lock.
 */
export const storePasswordHash = async (
  trx: Transaction<Database>,
  id: number,
  passwordHash: string,
): Promise<void> => {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

export const dismissNotice = async (trx: Transaction<Database>, id: number): Promise<void> => {
  await trx.updateTable('users').set({ notice: null }).where('id', '=', id).execute()
}

/**
 * Serialises the transactions that lock the same operator; SQLite serialises all of them. Take it before any other lock
 * of the operator's rows: changes of accounts, groups or characters end with the operator's row, which has the lists'
 * revisions, and a different order could deadlock. Rows that only refer to the operator, such as audit lines, can still
 * be written.
 */
export const lockUser = async (trx: Transaction<Database>, id: number): Promise<void> => {
  if (isPostgres(trx)) await lockRow(trx, { id })
}

const lockRow = prepared((db, value: Values<Pick<Row<'users'>, 'id'>>) =>
  db.selectFrom('users').select('id').where('id', '=', value('id')).forNoKeyUpdate(),
)
