import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './schema'

/** By name. The tables grow for years, and an index that a step creates would block every write to them. */
const largeIndexes: Record<string, RawBuilder<unknown>> = {
  task_items_owner_id_words: sql`task_items (owner_id, words) where state = 'completed'`,
  replies_owner_id_tweet_id_created_at: sql`replies (owner_id, tweet_id, created_at)`,
}

/**
 * Builds the missing indexes while servers write, and again those that an interrupted start left unusable. Servers that
 * start together wait for each other. For PostgreSQL, outside a transaction.
 */
export const buildLargeIndexes = async (db: Kysely<Database>): Promise<void> => {
  for (const [name, on] of Object.entries(largeIndexes)) {
    for (let state = await stateOf(db, name); !state?.isValid; state = await stateOf(db, name)) {
      if (state?.isBeingBuilt) await delay(500)
      else {
        if (state) await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
        await sql`create index concurrently if not exists ${sql.id(name)} on ${on}`.execute(db).catch(awaitOther)
      }
    }
  }
}

const stateOf = async (db: Kysely<Database>, name: string) => {
  const { rows } = await sql<{ isValid: boolean; isBeingBuilt: boolean }>`
    select indisvalid as "isValid",
        exists (select from pg_stat_progress_create_index where index_relid = indexrelid) as "isBeingBuilt"
      from pg_index where indexrelid = to_regclass(${name})`.execute(db)
  return rows[0]
}

/** Two builds at once: PostgreSQL ends one of them (deadlock), or its name is taken (duplicate table, unique violation). */
const awaitOther = async (error: unknown): Promise<void> => {
  const met = error instanceof Error && 'code' in error ? error.code : undefined
  if (met !== '40P01' && met !== '42P07' && met !== '23505') throw error
  await delay(500)
}
