import { type Kysely, sql } from 'kysely'
import type { Database } from '../../server/db/schema'

/** Copies the only account until there are `count`. */
export const copyAccount = async (db: Kysely<Database>, count: number): Promise<void> => {
  const { username, username_key, id, ...same } = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
  const columns = sql.join(Object.keys(same).map((name) => sql.ref(name)))
  await sql`with recursive n(i) as (select 2 union all select i + 1 from n where i < ${sql.lit(count)})
    insert into accounts (username, username_key, ${columns})
    select ${sql.lit(username)} || i, ${sql.lit(username_key)} || i, ${columns}
    from accounts, n where id = ${sql.lit(id)}`.execute(db)
}
