import type { Kysely, Migration } from 'kysely'

export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createIndex('task_items_state_owner_id_next_at_id')
      .on('task_items')
      .columns(['state', 'owner_id', 'next_at', 'id'])
      .execute()
  },
})
