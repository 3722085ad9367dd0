import type { Kysely, Migration } from 'kysely'
import type { DialectName } from '../schema'

/** Lines of earlier versions stay outside the chains. */
export default (dialect: DialectName): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    const integer = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const name of ['chain', 'position'] as const) {
      await schema.alterTable('audit').addColumn(name, integer).execute()
    }
    await schema.alterTable('audit').addColumn('hash', 'text').execute()
    await schema
      .alterTable('audit')
      .addColumn('about_access', integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await schema
      .createTable('audit_chains')
      .addColumn('chain', integer, (column) => column.notNull().primaryKey())
      .addColumn('lines', integer, (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('pruned_lines', integer, (column) => column.notNull().defaultTo(0))
      .addColumn('pruned_hash', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await schema.createIndex('audit_chain_position').on('audit').columns(['chain', 'position']).unique().execute()
    await schema.createIndex('audit_access').on('audit').columns(['about_access', 'id']).execute()
  },
})
