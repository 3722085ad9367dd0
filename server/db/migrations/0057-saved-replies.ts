import type { Kysely, Migration } from 'kysely'
import type { DialectName } from '../schema'

export default (dialect: DialectName): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await schema
      .createTable('saved_replies')
      .addColumn('id', int, (column) =>
        dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity(),
      )
      .addColumn('owner_id', int, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('role_id', int, (column) => column.notNull().references('roles.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createIndex('saved_replies_owner_id')
      .on('saved_replies')
      .columns(['owner_id', 'role_id', 'id'])
      .execute()
    await schema
      .createIndex('saved_replies_role_id')
      .unique()
      .on('saved_replies')
      .columns(['role_id', 'name'])
      .execute()
  },
})
