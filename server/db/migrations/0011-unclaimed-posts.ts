import type { Kysely, Migration } from 'kysely'

export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('unclaimed_posts')
      .addColumn('post_id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('author_id', 'text', (column) => column.notNull())
      .addColumn('in_reply_to', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('leading_mentions', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createIndex('unclaimed_posts_author_id_seen_at')
      .on('unclaimed_posts')
      .columns(['author_id', 'seen_at'])
      .execute()
  },
})
