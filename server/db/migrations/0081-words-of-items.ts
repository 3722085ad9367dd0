import { type Kysely, type Migration, sql } from 'kysely'
import type { DialectName } from '../schema'

/** `largeIndexes` has the indexes for PostgreSQL. */
export default (dialect: DialectName): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('task_items').addColumn('words', 'text').execute()
    if (dialect === 'postgres') return
    await schema
      .createIndex('task_items_owner_id_words')
      .on('task_items')
      .columns(['owner_id', 'words'])
      .where(sql.ref('state'), '=', sql.lit('completed'))
      .execute()
    await schema
      .createIndex('replies_owner_id_tweet_id_created_at')
      .on('replies')
      .columns(['owner_id', 'tweet_id', 'created_at'])
      .execute()
  },
})
