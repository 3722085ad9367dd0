import type { Kysely, Migration } from 'kysely'

export default (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('replies_owner_id_created_at')
      .on('replies')
      .columns(['owner_id', 'created_at'])
      .execute()
  },
})
