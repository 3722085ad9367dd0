import type { Kysely } from 'kysely'
import type { Database } from './schema'

/** @returns a fact about this database; undefined before it is stored */
export const readFact = async (db: Kysely<Database>, key: string): Promise<string | undefined> =>
  (await db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst())?.value

export const storeFact = async (db: Kysely<Database>, key: string, value: string): Promise<void> => {
  await db
    .insertInto('instance')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
