import { type Compilable, type OperationNodeSource, sql, type Transaction } from 'kysely'
import { isPostgres } from './dialect'
import type { Database } from './schema'

/** A query that is built but not executed. */
export interface Write<R = unknown> extends Compilable, OperationNodeSource {
  execute(): Promise<R[]>
}

export type Writes = Readonly<Record<string, Write>>

export const executeAll = async (writes: Writes): Promise<void> => {
  for (const write of Object.values(writes)) await write.execute()
}

/**
 * Executes writes on different rows and the last one. PostgreSQL gets them in one statement, which saves round trips.
 * @param writes by the names under which the last one can read what they return, on PostgreSQL
 * @returns the rows of the last one
 */
export const inOneStatement = async <R>(trx: Transaction<Database>, writes: Writes, last: Write<R>): Promise<R[]> => {
  if (!isPostgres(trx)) {
    await executeAll(writes)
    return last.execute()
  }
  const parts = Object.entries(writes).map(([name, write]) => sql`${sql.id(name)} as (${write})`)
  const { rows } = await sql<R>`with ${sql.join(parts)} ${last}`.execute(trx)
  return rows
}
