import type { Kysely, Migration } from 'kysely'
import type { DialectName } from '../schema'

export default (dialect: DialectName): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await schema
      .createTable('item_events')
      .addColumn('id', int, (column) =>
        dialect === 'sqlite' ? column.primaryKey() : column.primaryKey().generatedByDefaultAsIdentity(),
      )
      .addColumn('item_id', int, (column) => column.notNull().references('task_items.id').onDelete('cascade'))
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('item_events_item_id').on('item_events').column('item_id').execute()
  },
})
