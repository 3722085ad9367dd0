import type { Kysely, Migration } from 'kysely'

/** When a person opened X's page with the reply last: only then can he have posted it. */
export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('task_items').addColumn('opened_at', 'text').execute()
  },
})
