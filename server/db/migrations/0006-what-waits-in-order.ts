import { type Kysely, type Migration, sql } from 'kysely'

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
