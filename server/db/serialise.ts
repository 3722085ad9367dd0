import { sql, type Transaction } from 'kysely'
import { isPostgres } from './dialect'
import type { Database } from './schema'

/**
 * Serialises the transactions that name the same `scope`, even without a row to lock. SQLite serialises all of them.
 */
export const serialise = async (trx: Transaction<Database>, scope: string): Promise<void> => {
  if (!isPostgres(trx)) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${scope}, 0))`.execute(trx)
}
