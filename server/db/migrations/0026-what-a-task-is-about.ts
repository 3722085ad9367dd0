import { type Kysely, type Migration, sql } from 'kysely'

/**
 * A task says which post it answers, as which characters and through which group, as they were called when it was sent;
 * null where an earlier version sent it and it is not known. What of an operator's is still open is found by an index.
 */
export default (): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const column of ['tweet_id', 'characters', 'group_name'])
      await db.schema.alterTable('tasks').addColumn(column, 'text').execute()
    await sql`
      update tasks set tweet_id = (
        select min(target_tweet_id) from task_items where task_items.task_id = tasks.id
      )`.execute(db)
    await db.schema
      .createIndex('task_items_owner_open')
      .on('task_items')
      .column('owner_id')
      .where(sql<boolean>`state not in ('completed', 'failed')`)
      .execute()
  },
})
