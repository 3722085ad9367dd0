import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { TestDatabase } from './databases'
import { until } from './waiting'

/**
 * Within a transaction: until somebody waits for a lock that it holds. SQLite, where whoever comes later waits for the
 * one connection, cannot be asked: there what was begun has 300 ms to come so far.
 */
export const somebodyWaits = async ({ db, dialect }: TestDatabase): Promise<void> => {
  if (dialect === 'sqlite') await delay(300)
  else await until(() => isSomebodyWaiting(db))
}

/** Asks PostgreSQL. */
export const isSomebodyWaiting = async (db: TestDatabase['db']) => {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return rows.length > 0
}
