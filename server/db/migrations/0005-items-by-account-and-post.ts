import type { Kysely, Migration } from 'kysely'

/** No index begins with the owner: SQLite would prefer such an index and read all items of an operator. */
export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.dropIndex('task_items_account_id').execute()
    await schema.createIndex('task_items_account_id_state').on('task_items').columns(['account_id', 'state']).execute()
    await schema.createIndex('task_items_target_tweet_id').on('task_items').column('target_tweet_id').execute()
  },
})
