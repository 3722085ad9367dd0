import type { Kysely, Migration } from 'kysely'

export default (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('replies').addColumn('model', 'text').execute()
    await db.schema.alterTable('replies').addColumn('prompt_version', 'integer').execute()
    await db.schema.alterTable('replies').addColumn('by_stand_in', 'integer').execute()
    await db.schema.createIndex('replies_role_id_created_at').on('replies').columns(['role_id', 'created_at']).execute()
  },
})
