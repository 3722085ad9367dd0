import { type Kysely, sql, type Transaction } from 'kysely'
import { readFact } from './facts'
import type { Database } from './schema'

const key = 'newest_attempt'

/** The highest number of any attempt, even if its row was deleted with its operator. */
export const newestAttempt = async (db: Kysely<Database>): Promise<number> => {
  const kept = await readFact(db, key)
  const last = await db
    .selectFrom('attempts')
    .select('id')
    .where('id', '>', 0)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Math.max(Number(kept ?? 0), last?.id ?? 0)
}

/** Call this in the transaction that deletes attempts, before it deletes them. */
export const keepNewestAttempt = async (trx: Transaction<Database>): Promise<void> => {
  const value = String(await newestAttempt(trx))
  await trx
    .insertInto('instance')
    .values({ key, value })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value })
        .where(sql<boolean>`cast(instance.value as bigint) < cast(excluded.value as bigint)`),
    )
    .execute()
}
