import { type Kysely, type Migration, sql } from 'kysely'

export default (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('posts').addColumn('context', 'text').execute()
    await db.schema.alterTable('posts').addColumn('standing', 'text').execute()
    await db.schema
      .createIndex('accounts_owner_id_x_user_id')
      .on('accounts')
      .columns(['owner_id', 'x_user_id'])
      .where(sql.ref('x_user_id'), 'is not', null)
      .execute()
  },
})
