import type { Kysely, Migration } from 'kysely'
import type { DialectName } from '../schema'

export default (dialect: DialectName): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('farewells')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('tries', dialect === 'sqlite' ? 'integer' : 'bigint', (column) => column.notNull())
      .addColumn('next_at', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('farewells_next_at').on('farewells').column('next_at').execute()
  },
})
