import type { Kysely, Migration } from 'kysely'
import type { DialectName } from '../schema'

export default (dialect: DialectName): Migration => ({
  async up(db: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await db.schema
      .createTable('charges')
      .addColumn('id', int, (column) =>
        dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity(),
      )
      .addColumn('owner_id', int, (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('app', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('since', 'text', (column) => column.notNull())
      .addColumn('task_id', 'text')
      .addColumn('item_id', int)
      .addColumn('attempt_id', int)
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('settled_at', 'text')
      .addColumn('resources', int)
      .addColumn('micros', int)
      .addColumn('card', 'text', (column) => column.notNull())
      .execute()
    const indexes: Record<string, string[]> = {
      charges_owner_id: ['owner_id', 'day'],
      charges_item_id: ['item_id'],
      charges_task_id: ['task_id'],
      charges_path: ['path', 'app', 'day'],
    }
    for (const [name, columns] of Object.entries(indexes))
      await db.schema.createIndex(name).on('charges').columns(columns).execute()
    await db.schema
      .createTable('charged_resources')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('app', 'text', (column) => column.notNull())
      .addColumn('resource', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('charged_resources_key', ['day', 'app', 'resource'])
      .execute()
  },
})
