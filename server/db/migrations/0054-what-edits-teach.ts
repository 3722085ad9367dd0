import { type Kysely, type Migration, sql } from 'kysely'

export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable('roles')
      .addColumn('learns_from_edits', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await schema
      .createIndex('replies_role_id_edited')
      .on('replies')
      .columns(['role_id', 'updated_at'])
      .where(sql.ref('content'), '<>', sql.ref('generated_content'))
      .execute()
  },
})
