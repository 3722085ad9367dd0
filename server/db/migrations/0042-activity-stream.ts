import type { Kysely, Migration } from 'kysely'
import type { DialectName } from '../schema'

export default (dialect: DialectName): Migration => ({
  async up(db: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await db.schema
      .createTable('activity_stream')
      .addColumn('id', int, (column) => column.primaryKey())
      .addColumn('tag', 'text')
      .addColumn('lease_epoch', 'text')
      .addColumn('lease_until', 'text')
      .addColumn('connected_at', 'text')
      .addColumn('next_at', 'text', (column) => column.notNull())
      .addColumn('failures', int, (column) => column.notNull())
      .addColumn('refused', 'text')
      .execute()
    await db.schema.alterTable('inbox_watches').addColumn('stream_refused', 'text').execute()
  },
})
