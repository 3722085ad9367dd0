import { type Expression, type Kysely, sql, type Transaction } from 'kysely'
import { isPostgres } from '../db/dialect'
import { retrying } from '../db/retrying'
import type { Database } from '../db/schema'

export interface Store {
  db: Kysely<Database>
  clock(): Date
}

/** The channel on which processes on PostgreSQL announce possible work. */
export const channel = 'delivery'

/**
 * Like `retrying`, for an operator's action: announces the change to the other processes. The sender's own writes use
 * no announcement, because each one makes all processes look for work, and PostgreSQL commits transactions with an
 * announcement one after the other.
 */
export const writing = <T>({ db }: Store, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
  retrying(db, async (trx) => {
    const result = await work(trx)
    if (isPostgres(trx)) await sql`select pg_notify(${channel}, '')`.execute(trx)
    return result
  })

/** Reads one item for a change. On PostgreSQL other transactions wait for the end of this one. */
export const lockItem = (trx: Transaction<Database>, itemId: number) => lockingRead(trx, itemId).executeTakeFirst()

export const lockingRead = (db: Kysely<Database>, itemId: number | Expression<number>) =>
  db
    .selectFrom('task_items')
    .selectAll()
    .where('id', '=', itemId)
    .$if(isPostgres(db), (query) => query.forUpdate())
