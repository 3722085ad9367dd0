import type { Kysely, Migration } from 'kysely'

/**
 * Of a media agent's items those in some states are sought, and those that reply to some posts. An index that began
 * with the owner would be preferred by SQLite to that of the replies, and lead it through all of an operator's items.
 */
export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.dropIndex('task_items_account_id').execute()
    await schema.createIndex('task_items_account_id_state').on('task_items').columns(['account_id', 'state']).execute()
    await schema.createIndex('task_items_target_tweet_id').on('task_items').column('target_tweet_id').execute()
  },
})
