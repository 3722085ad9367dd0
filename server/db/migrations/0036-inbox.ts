import type { Kysely, Migration } from 'kysely'
import type { DialectName } from '../schema'

export default (dialect: DialectName): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    const table = (name: string) =>
      (dialect === 'sqlite'
        ? schema.createTable(name).addColumn('id', int, (column) => column.primaryKey().autoIncrement())
        : schema.createTable(name).addColumn('id', int, (column) => column.primaryKey().generatedByDefaultAsIdentity())
      ).addColumn('owner_id', int, (column) => column.notNull().references('users.id').onDelete('cascade'))

    await table('mentions')
      .addColumn('account_id', int, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('tweet_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('author_id', 'text')
      .addColumn('author_username', 'text', (column) => column.notNull())
      .addColumn('author_key', 'text', (column) => column.notNull())
      .addColumn('author_name', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('posted_at', 'text', (column) => column.notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .addColumn('dismissed_at', 'text')
      .addColumn('asks_to_stop', int, (column) => column.notNull())
      .execute()
    const index = (name: string, columns: string[]) =>
      schema.createIndex(`mentions_${name}`).on('mentions').columns(columns)
    await index('account_id_tweet_id', ['account_id', 'tweet_id']).unique().execute()
    await index('owner_id_posted_at', ['owner_id', 'posted_at', 'id']).execute()
    await index('account_id_posted_at', ['account_id', 'posted_at', 'id']).execute()
    await index('account_id_received_at', ['account_id', 'received_at']).execute()
    await index('owner_id_tweet_id', ['owner_id', 'tweet_id']).execute()
    await index('owner_id_author_key', ['owner_id', 'author_key']).execute()

    await schema
      .createTable('inbox_watches')
      .addColumn('account_id', int, (column) => column.primaryKey().references('accounts.id').onDelete('cascade'))
      .addColumn('owner_id', int, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('is_on', int, (column) => column.notNull())
      .addColumn('by_stream', int, (column) => column.notNull())
      .addColumn('since_id', 'text')
      .addColumn('walk_newest', 'text')
      .addColumn('walk_until', 'text')
      .addColumn('next_at', 'text', (column) => column.notNull())
      .addColumn('lease_epoch', 'text')
      .addColumn('lease_until', 'text')
      .addColumn('switched_on_at', 'text')
      .addColumn('last_read_at', 'text')
      .addColumn('last_found_at', 'text')
      .addColumn('failures', int, (column) => column.notNull())
      .addColumn('paused', 'text')
      .execute()
    await schema.createIndex('inbox_watches_owner_id').on('inbox_watches').columns(['owner_id', 'account_id']).execute()
    await schema.createIndex('inbox_watches_due').on('inbox_watches').columns(['is_on', 'next_at']).execute()

    await table('do_not_reply')
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('username_key', 'text', (column) => column.notNull())
      .addColumn('x_user_id', 'text')
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('since', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createIndex('do_not_reply_owner_id_username_key')
      .on('do_not_reply')
      .columns(['owner_id', 'username_key'])
      .unique()
      .execute()
    await schema
      .createIndex('do_not_reply_owner_id_x_user_id')
      .on('do_not_reply')
      .columns(['owner_id', 'x_user_id'])
      .execute()
  },
})
