import type { Kysely, Migration } from 'kysely'

/** How much a character's model thinks before it writes: `off`, `low`, or as its `provider` does it. */
export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable('roles')
      .addColumn('thinking', 'text', (column) => column.notNull().defaultTo('provider'))
      .execute()
  },
})
