import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { TestDatabase } from './databases'
import { until } from './waiting'

/**
 * Call this within a transaction: waits until another transaction waits for one of its locks. SQLite cannot report that, so there the
 * other has 300 ms.
 */
export const somebodyWaits = async ({ db, dialect }: TestDatabase): Promise<void> => {
  if (dialect === 'sqlite') await delay(300)
  else await until(() => isSomebodyWaiting(db))
}

export const isSomebodyWaiting = async (db: TestDatabase['db']) => {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return rows.length > 0
}
