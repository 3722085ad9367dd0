import type { Kysely, Migration } from 'kysely'

export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('task_items').addColumn('opened_at', 'text').execute()
  },
})
