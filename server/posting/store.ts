import { type Kysely, sql, type Transaction } from 'kysely'
import { isPostgres } from '../db/dialect'
import { retrying } from '../db/retrying'
import type { Database } from '../db/schema'

export interface Store {
  db: Kysely<Database>
  clock(): Date
}

/** Where processes on PostgreSQL tell one another that there may be work. */
export const channel = 'delivery'

/**
 * As `retrying`, told to the other processes: for what an operator does. What the sender itself stores tells nobody, since
 * each notice makes all of them look for work, and PostgreSQL lets transactions with one commit only one after the other.
 */
export const writing = <T>({ db }: Store, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
  retrying(db, async (trx) => {
    const result = await work(trx)
    if (isPostgres(trx)) await sql`select pg_notify(${channel}, '')`.execute(trx)
    return result
  })

/** Reads one item for a change; on PostgreSQL others wait until this transaction ends. */
export const lockItem = (trx: Transaction<Database>, itemId: number) =>
  trx
    .selectFrom('task_items')
    .selectAll()
    .where('id', '=', itemId)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirst()
