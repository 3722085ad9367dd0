import type { Kysely, Migration } from 'kysely'

/** The sender takes what waits of one operator after another: each one's in the order in which it came. */
export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createIndex('task_items_state_owner_id_next_at_id')
      .on('task_items')
      .columns(['state', 'owner_id', 'next_at', 'id'])
      .execute()
  },
})
