import type { Kysely, Migration } from 'kysely'

export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('task_items').addColumn('against_verdict', 'text').execute()
  },
})
