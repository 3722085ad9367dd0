import { sql, type Transaction } from 'kysely'
import { isPostgres } from './dialect'
import type { Database } from './schema'

/** Transactions that name the same `scope` take turns until they end, whether or not there is a row to lock. SQLite's all do. */
export const takeTurns = async (trx: Transaction<Database>, scope: string): Promise<void> => {
  if (!isPostgres(trx)) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${scope}, 0))`.execute(trx)
}
