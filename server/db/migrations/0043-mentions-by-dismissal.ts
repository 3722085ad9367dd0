import { type Kysely, type Migration, sql } from 'kysely'

export default (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('mentions_dismissed_at')
      .on('mentions')
      .column('dismissed_at')
      .where(sql.ref('dismissed_at'), 'is not', null)
      .execute()
  },
})
