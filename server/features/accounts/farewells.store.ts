import type { Kysely } from 'kysely'
import type { Database, Row } from '../../db/schema'

export type Farewell = Row<'farewells'>

/** Written in the transaction that deletes the account. */
export const storeFarewell = async (db: Kysely<Database>, farewell: Farewell): Promise<void> => {
  await db.insertInto('farewells').values(farewell).execute()
}

/**
 * Takes one that is due. It is due again at `nextAt(tries)`, also where this process dies on it.
 *
 * @returns it as it is now; undefined where none is due, or another process was faster.
 */
export const claimFarewell = async (
  db: Kysely<Database>,
  now: string,
  nextAt: (tries: number) => string,
): Promise<Farewell | undefined> => {
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
 * The clock was set back: what waits longer than its tries make it wait was put off by the time that was.
 *
 * @param now ISO 8601, with what clocks of several machines differ by.
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

/** What it was let in by is gone with it. */
export const endFarewell = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db.deleteFrom('farewells').where('id', '=', id).execute()
}

/** When one is due; undefined where there is none. */
export const nextFarewell = async (db: Kysely<Database>): Promise<string | undefined> => {
  const next = await db.selectFrom('farewells').select('next_at').orderBy('next_at').limit(1).executeTakeFirst()
  return next?.next_at
}
