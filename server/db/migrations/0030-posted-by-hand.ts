import type { Kysely, Migration } from 'kysely'

/** When an item was first given to a person to post by hand. */
export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('task_items').addColumn('handed_over_at', 'text').execute()
  },
})
