import { type Kysely, sql } from 'kysely'
import type { Database } from '../../server/db/schema'

/** Copies the only account `count` times for another operator. */
export const copyAccount = async (db: Kysely<Database>, ownerId: number, count: number): Promise<void> => {
  const account = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
  const { username, username_key, id, owner_id: _, ...same } = account
  const columns = sql.join(Object.keys(same).map((name) => sql.ref(name)))
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
    insert into accounts (owner_id, username, username_key, ${columns})
    select ${sql.lit(ownerId)}, ${sql.lit(username)} || i, ${sql.lit(username_key)} || i, ${columns}
    from accounts, n where id = ${sql.lit(id)}`.execute(db)
}
