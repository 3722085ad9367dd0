import type { Kysely, Migration } from 'kysely'

export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable('roles')
      .addColumn('thinking', 'text', (column) => column.notNull().defaultTo('provider'))
      .execute()
  },
})
