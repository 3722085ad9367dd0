import type { Kysely, Migration } from 'kysely'
import type { DialectName } from '../schema'

/** The first start after this step seals each chain of an earlier version in its present state. */
export default (dialect: DialectName): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    const integer = dialect === 'sqlite' ? 'integer' : 'bigint'
    await schema.alterTable('audit').addColumn('address', 'text').execute()
    await schema.alterTable('audit').addColumn('session_id', integer).execute()
    for (const name of ['seal', 'day'] as const)
      await schema.alterTable('audit_chains').addColumn(name, 'text').execute()
    for (const name of ['sealed_lines', 'unkeyed_lines', 'day_lines'] as const) {
      await schema
        .alterTable('audit_chains')
        .addColumn(name, integer, (column) => column.notNull().defaultTo(0))
        .execute()
    }
  },
})
