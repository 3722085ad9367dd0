import { type Kysely, type Migration, sql } from 'kysely'
import type { DialectName } from '../schema'

/** The first operator of a database becomes its administrator, and the operator's audit trail records this. */
export default (dialect: DialectName): Migration => ({
  async up(db: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await db.schema
      .alterTable('users')
      .addColumn('is_admin', int, (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('users').addColumn('disabled_at', 'text').execute()
    await db.schema.alterTable('sessions').addColumn('address', 'text').execute()
    await db.schema.alterTable('sessions').addColumn('device', 'text').execute()
    await db.schema
      .createTable('passes')
      .addColumn('id', int, (column) =>
        dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity(),
      )
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('user_id', int, (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('passes_user_id').on('passes').column('user_id').execute()
    await db.schema.createIndex('passes_expires_at').on('passes').column('expires_at').execute()
    await sql`update users set is_admin = 1 where id = (select min(id) from users)`.execute(db)
    await sql`
      insert into audit (owner_id, at, action, detail)
      select id, ${new Date().toISOString()}, 'operator.becameAdministrator', 'as the first operator of this server'
        from users where is_admin = 1`.execute(db)
  },
})
