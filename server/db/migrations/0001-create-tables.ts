import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, type Migration, sql } from 'kysely'
import type { DialectName } from '../schema'

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

const required: Column = (column) => column.notNull()
const zero: Column = (column) => column.notNull().defaultTo(0)
const textKey: Column = (column) => column.notNull().primaryKey()

/** 64 bits on both databases, so that any id in a path can be compared. */
const integer = (dialect: DialectName) => (dialect === 'sqlite' ? 'integer' : 'bigint')

export default (dialect: DialectName): Migration => {
  const int = integer(dialect)
  const identity: Column = (column) =>
    dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity()
  const owner: Column = (column) => column.notNull().references('users.id').onDelete('cascade')

  const dated = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
    table.addColumn('created_at', 'text', required).addColumn('updated_at', 'text', required)

  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db

      await schema
        .createTable('users')
        .addColumn('id', int, identity)
        .addColumn('email', 'text', (column) => column.notNull().unique())
        .addColumn('username', 'text', required)
        .addColumn('password_hash', 'text', required)
        .addColumn('created_at', 'text', required)
        .execute()

      await schema
        .createTable('sessions')
        .addColumn('id', int, identity)
        .addColumn('user_id', int, owner)
        .addColumn('token_hash', 'text', (column) => column.notNull().unique())
        .addColumn('remember', int, required)
        .addColumn('created_at', 'text', required)
        .addColumn('last_used_at', 'text', required)
        .addColumn('expires_at', 'text', required)
        .execute()

      await dated(
        schema
          .createTable('groups')
          .addColumn('id', int, identity)
          .addColumn('owner_id', int, owner)
          .addColumn('name', 'text', required)
          .addColumn('description', 'text', required),
      )
        .addUniqueConstraint('groups_owner_id_name', ['owner_id', 'name'])
        .execute()

      await dated(
        schema
          .createTable('accounts')
          .addColumn('id', int, identity)
          .addColumn('owner_id', int, owner)
          .addColumn('username', 'text', required)
          .addColumn('username_key', 'text', required)
          .addColumn('group_id', int, (column) => column.references('groups.id').onDelete('set null'))
          .addColumn('is_active', int, required)
          .addColumn('inactive_reason', 'text')
          .addColumn('x_user_id', 'text')
          .addColumn('verified_at', 'text')
          .addColumn('last_used_at', 'text')
          .addColumn('client_id', 'text', required)
          .addColumn('client_secret', 'text', required)
          .addColumn('api_key', 'text', required)
          .addColumn('api_secret', 'text', required)
          .addColumn('access_token', 'text', required)
          .addColumn('access_token_secret', 'text', required),
      )
        .addUniqueConstraint('accounts_owner_id_username_key', ['owner_id', 'username_key'])
        .execute()

      await dated(
        schema
          .createTable('roles')
          .addColumn('id', int, identity)
          .addColumn('owner_id', int, owner)
          .addColumn('name', 'text', required)
          .addColumn('model_name', 'text', required)
          .addColumn('category', 'text', required)
          .addColumn('system_prompt', 'text', required)
          .addColumn('personality_traits', 'text', required)
          .addColumn('background_story', 'text', required)
          .addColumn('instruction_set', 'text', required)
          .addColumn('version', 'text', required)
          .addColumn('knowledge_base', 'text', required)
          .addColumn('example_conversations', 'text', required)
          .addColumn('language', 'text', required),
      ).execute()

      await schema
        .createTable('posts')
        .addColumn('id', int, identity)
        .addColumn('owner_id', int, owner)
        .addColumn('tweet_id', 'text', required)
        .addColumn('text', 'text', required)
        .addColumn('author_id', 'text')
        .addColumn('author_username', 'text', required)
        .addColumn('author_name', 'text', required)
        .addColumn('posted_at', 'text')
        .addColumn('fetched_at', 'text', required)
        .addUniqueConstraint('posts_owner_id_tweet_id', ['owner_id', 'tweet_id'])
        .execute()

      await dated(
        schema
          .createTable('replies')
          .addColumn('id', 'text', textKey)
          .addColumn('owner_id', int, owner)
          .addColumn('tweet_id', 'text', required)
          .addColumn('role_id', int, (column) => column.references('roles.id').onDelete('set null'))
          .addColumn('generated_content', 'text', required)
          .addColumn('content', 'text', required),
      ).execute()

      await dated(
        schema
          .createTable('tasks')
          .addColumn('id', 'text', textKey)
          .addColumn('owner_id', int, owner)
          .addColumn('kind', 'text', required)
          .addColumn('request_hash', 'text', required)
          .addColumn('error', 'text'),
      ).execute()

      await dated(
        schema
          .createTable('task_items')
          .addColumn('id', int, identity)
          .addColumn('owner_id', int, owner)
          .addColumn('task_id', 'text', (column) => column.notNull().references('tasks.id').onDelete('cascade'))
          .addColumn('position', int, required)
          .addColumn('reply_id', 'text', required)
          .addColumn('account_id', int, (column) => column.references('accounts.id').onDelete('set null'))
          .addColumn('twitter_username', 'text', required)
          .addColumn('author_id', 'text')
          .addColumn('target_tweet_id', 'text', required)
          .addColumn('content', 'text', required)
          .addColumn('state', 'text', required)
          .addColumn('error', 'text')
          .addColumn('next_step', 'text')
          .addColumn('attempts', int, zero)
          .addColumn('clean_reads', int, zero)
          .addColumn('failed_reads', int, zero)
          .addColumn('resends', int, zero)
          .addColumn('next_at', 'text', required)
          .addColumn('lease_epoch', 'text')
          .addColumn('lease_until', 'text')
          .addColumn('restored_at', 'text')
          .addColumn('reply_tweet_id', 'text')
          .addColumn('can_retry', int, zero),
      ).execute()

      await schema
        .createTable('attempts')
        .addColumn('id', int, identity)
        .addColumn('item_id', int, (column) => column.notNull().references('task_items.id').onDelete('cascade'))
        .addColumn('epoch', 'text', required)
        .addColumn('started_at', 'text', required)
        .addColumn('finished_at', 'text')
        .addColumn('http_status', int)
        .addColumn('outcome', 'text', required)
        .addColumn('detail', 'text')
        .execute()

      await schema
        .createTable('holds')
        .addColumn('scope', 'text', textKey)
        .addColumn('until', 'text')
        .addColumn('reason', 'text', required)
        .addColumn('created_at', 'text', required)
        .execute()

      await schema
        .createTable('idempotency')
        .addColumn('owner_id', int, owner)
        .addColumn('key', 'text', required)
        .addColumn('request_hash', 'text', required)
        .addColumn('task_id', 'text', required)
        .addColumn('created_at', 'text', required)
        .addPrimaryKeyConstraint('idempotency_pk', ['owner_id', 'key'])
        .execute()

      await schema
        .createTable('audit')
        .addColumn('id', int, identity)
        .addColumn('owner_id', int, (column) => column.references('users.id').onDelete('set null'))
        .addColumn('at', 'text', required)
        .addColumn('action', 'text', required)
        .addColumn('subject', 'text')
        .addColumn('detail', 'text')
        .execute()

      await schema
        .createTable('instance')
        .addColumn('key', 'text', textKey)
        .addColumn('value', 'text', required)
        .execute()

      await schema
        .createIndex('task_items_open_reply')
        .unique()
        .on('task_items')
        .column('reply_id')
        .where(sql.ref('state'), '<>', sql.lit('failed'))
        .execute()
      await schema
        .createIndex('task_items_open_account')
        .unique()
        .on('task_items')
        .column('account_id')
        .where(sql<boolean>`state = 'posting' or (state = 'unknown' and restored_at is null)`)
        .execute()
      await schema
        .createIndex('task_items_reply_tweet')
        .unique()
        .on('task_items')
        .column('reply_tweet_id')
        .where(sql.ref('reply_tweet_id'), 'is not', null)
        .execute()

      for (const [table, ...columns] of lookups) {
        await schema
          .createIndex(`${table}_${columns.join('_')}`)
          .on(table)
          .columns(columns)
          .execute()
      }
    },
  }
}

const lookups: [table: string, ...columns: string[]][] = [
  ['sessions', 'user_id'],
  ['sessions', 'expires_at'],
  ['accounts', 'owner_id', 'group_id'],
  ['accounts', 'group_id'],
  ['roles', 'owner_id', 'id'],
  ['replies', 'owner_id', 'tweet_id'],
  ['replies', 'role_id'],
  ['tasks', 'owner_id', 'created_at'],
  ['task_items', 'task_id'],
  ['task_items', 'state', 'next_at'],
  ['task_items', 'account_id'],
  ['attempts', 'item_id'],
  ['audit', 'owner_id', 'id'],
]
