import type { Kysely, Migration } from 'kysely'
import type { DialectName } from '../schema'

export default (dialect: DialectName): Migration => ({
  async up(db: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await db.schema
      .createTable('budgets')
      .addColumn('owner_id', int, (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('daily_micros', int, (column) => column.notNull())
      .execute()
  },
})
