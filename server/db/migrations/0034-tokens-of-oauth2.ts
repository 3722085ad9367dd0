import type { Kysely, Migration } from 'kysely'
import type { DialectName } from '../schema'

export default (dialect: DialectName): Migration => ({
  async up(db: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await db.schema
      .createTable('x_tokens')
      .addColumn('account_id', int, (column) => column.primaryKey().references('accounts.id').onDelete('cascade'))
      .addColumn('client', 'text', (column) => column.notNull())
      .addColumn('access_token', 'text', (column) => column.notNull())
      .addColumn('refresh_token', 'text', (column) => column.notNull())
      .addColumn('previous_refresh_token', 'text')
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('renew_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('generation', int, (column) => column.notNull())
      .addColumn('renewing_until', 'text')
      .execute()
    await db.schema
      .createTable('x_consents')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('owner_id', int, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('session_id', int, (column) => column.notNull().references('sessions.id').onDelete('cascade'))
      .addColumn('account_id', int, (column) => column.references('accounts.id').onDelete('cascade'))
      .addColumn('group_name', 'text', (column) => column.notNull())
      .addColumn('state_hash', 'text', (column) => column.notNull().unique())
      .addColumn('browser_hash', 'text', (column) => column.notNull())
      .addColumn('verifier', 'text', (column) => column.notNull())
      .addColumn('redirect_uri', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('used_at', 'text')
      .addColumn('outcome', 'text')
      .addColumn('username', 'text')
      .addColumn('detail', 'text')
      .execute()
    for (const column of ['owner_id', 'session_id', 'account_id', 'expires_at'])
      await db.schema.createIndex(`x_consents_${column}`).on('x_consents').column(column).execute()
  },
})
