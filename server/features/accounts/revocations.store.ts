import type { Kysely } from 'kysely'
import type { Database, Row } from '../../db/schema'

export type Revocation = Row<'farewells'>

/** Call it in the transaction that deletes the account. */
export const storeRevocation = async (db: Kysely<Database>, revocation: Revocation): Promise<void> => {
  await db.insertInto('farewells').values(revocation).execute()
}

/**
 * Claims a due revocation. It is due again at `nextAt(tries)`, even if this process stops.
 * @returns its present row; undefined if none is due or another process was faster
 */
export const claimRevocation = async (
  db: Kysely<Database>,
  now: string,
  nextAt: (tries: number) => string,
): Promise<Revocation | undefined> => {
  const due = await db
    .selectFrom('farewells')
    .selectAll()
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst()
  if (!due) return undefined
  const tries = due.tries + 1
  return db
    .updateTable('farewells')
    .set({ tries, next_at: nextAt(tries) })
    .where('id', '=', due.id)
    .where('tries', '=', due.tries)
    .returningAll()
    .executeTakeFirst()
}

/**
 * The clock was set back: a revocation that waits longer than its tries allow was postponed by the old time.
 * @param now ISO 8601, plus the largest difference between two machines' clocks
 */
export const forgetFuture = async (
  db: Kysely<Database>,
  now: string,
  nextAt: (tries: number) => string,
): Promise<void> => {
  const waiting = await db
    .selectFrom('farewells')
    .select(['id', 'tries', 'next_at'])
    .where('next_at', '>', now)
    .execute()
  for (const { id, tries, next_at } of waiting) {
    if (next_at <= nextAt(tries)) continue
    await db
      .updateTable('farewells')
      .set({ next_at: nextAt(tries) })
      .where('id', '=', id)
      .where('next_at', '=', next_at)
      .execute()
  }
}

/** The credentials are deleted with the row. */
export const deleteRevocation = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db.deleteFrom('farewells').where('id', '=', id).execute()
}

/** The time of the next due revocation; undefined if there is none. */
export const nextRevocationAt = async (db: Kysely<Database>): Promise<string | undefined> => {
  const next = await db.selectFrom('farewells').select('next_at').orderBy('next_at').limit(1).executeTakeFirst()
  return next?.next_at
}
