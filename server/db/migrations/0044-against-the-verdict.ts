import type { Kysely, Migration } from 'kysely'

/** What X did with an item against what was expected of it. */
export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('task_items').addColumn('against_verdict', 'text').execute()
  },
})
