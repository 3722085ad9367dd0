import { type Kysely, type Migration, sql } from 'kysely'

/**
 * The sender takes what waits in the order in which it came, a send takes a group's media agents in the order of their
 * last use: PostgreSQL sorted all of them for each item, and both databases all of a group for each send. The earliest
 * end of a hold, and the media agents that X was not asked about, were found by reading all that there are.
 */
export default (): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db
    await schema.dropIndex('task_items_state_next_at').execute()
    await schema
      .createIndex('task_items_state_next_at_id')
      .on('task_items')
      .columns(['state', 'next_at', 'id'])
      .execute()
    await schema.createIndex('holds_until').on('holds').column('until').execute()
    await schema
      .createIndex('accounts_unverified')
      .on('accounts')
      .column('id')
      .where(sql.ref('verified_at'), 'is', null)
      .execute()
    await sql`create index accounts_group_id_last_use on accounts (group_id, is_active, coalesce(last_used_at, ''), id)`.execute(
      db,
    )
  },
})
