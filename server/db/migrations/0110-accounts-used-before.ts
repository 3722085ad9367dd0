import type { Kysely, Migration } from 'kysely'

export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('task_items').addColumn('used_before', 'text').execute()
  },
})
