import { type Kysely, type Migration, sql } from 'kysely'

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
