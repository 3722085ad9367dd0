import type { Kysely, Migration } from 'kysely'
import type { DialectName } from '../schema'

export default (dialect: DialectName): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await schema
      .createTable('allowances')
      .addColumn('owner_id', int, (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('model_calls', int)
      .addColumn('tokens', int)
      .addColumn('sends', int)
      .addColumn('stored_bytes', int)
      .execute()
    await schema
      .createTable('uses')
      .addColumn('owner_id', int, (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('sends', int, (column) => column.notNull())
      .addColumn('stored_bytes', int, (column) => column.notNull())
      .execute()
  },
})
