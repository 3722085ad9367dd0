import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely'
import type { DialectName } from '../schema'

export default (dialect: DialectName): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    const id = (column: ColumnDefinitionBuilder) =>
      dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity()
    await schema.alterTable('users').addColumn('passkey_handle', 'text').execute()
    await schema
      .createTable('passkeys')
      .addColumn('id', int, id)
      .addColumn('user_id', int, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('credential_id', 'text', (column) => column.notNull().unique())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', int, (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('synced', int, (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('last_used_at', 'text')
      .addColumn('blocked_at', 'text')
      .execute()
    await schema.createIndex('passkeys_user_id').on('passkeys').column('user_id').execute()
    await schema
      .createTable('passkey_challenges')
      .addColumn('id', int, id)
      .addColumn('challenge_hash', 'text', (column) => column.notNull().unique())
      .addColumn('bound_to', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('passkey_challenges_bound_to').on('passkey_challenges').column('bound_to').execute()
    await schema.createIndex('passkey_challenges_expires_at').on('passkey_challenges').column('expires_at').execute()
  },
})
