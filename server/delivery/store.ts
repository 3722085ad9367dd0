import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, DialectName } from '../db/schema'
import { isUniqueViolation } from '../db/uniqueViolation'

export interface Store {
  db: Kysely<Database>
  dialect: DialectName
  clock(): Date
}

/** PostgreSQL: deadlock and serialisation failure (errcodes 40P01, 40001). Nothing of the transaction was stored. */
const isLostRace = (error: unknown): boolean =>
  isUniqueViolation(error) ||
  (error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001'))

/** Where processes on PostgreSQL tell one another that there may be work. */
export const channel = 'delivery'

/**
 * One transaction, told to the other processes; run anew where another one was faster, so that it sees what that one
 * stored.
 */
export const writing = async <T>(store: Store, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store.db.transaction().execute(async (trx) => {
        const result = await work(trx)
        if (store.dialect === 'postgres') await sql`select pg_notify(${channel}, '')`.execute(trx)
        return result
      })
    } catch (error) {
      if (attempt >= 5 || !isLostRace(error)) throw error
    }
  }
}

/** Sends of one operator take turns. SQLite's transactions all do. */
export const lockOwner = async (store: Store, trx: Transaction<Database>, ownerId: number): Promise<void> => {
  if (store.dialect === 'sqlite') return
  await trx.selectFrom('users').select('id').where('id', '=', ownerId).forUpdate().execute()
}

/** Reads one item for a change; on PostgreSQL others wait until this transaction ends. */
export const lockItem = (store: Store, trx: Transaction<Database>, itemId: number) =>
  trx
    .selectFrom('task_items')
    .selectAll()
    .where('id', '=', itemId)
    .$if(store.dialect === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()

/** Marks the task as changed. */
export const touchTask = async (trx: Transaction<Database>, taskId: string, now: string): Promise<void> => {
  await trx.updateTable('tasks').set({ updated_at: now }).where('id', '=', taskId).execute()
}
