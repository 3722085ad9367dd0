import { type Kysely, type Migration, sql } from 'kysely'
import type { DialectName } from '../schema'

export default (dialect: DialectName): Migration => ({
  async up(db: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    const { schema } = db
    await schema.alterTable('passes').addColumn('purpose', 'text').execute()
    await schema
      .alterTable('passes')
      .addColumn('issuer_id', int, (column) => column.references('users.id').onDelete('cascade'))
      .execute()
    await schema.createIndex('passes_issuer_id').on('passes').column('issuer_id').execute()
    await schema.createIndex('api_tokens_expires_at').on('api_tokens').column('expires_at').execute()
    await schema
      .alterTable('sessions')
      .addColumn('failed_confirmations', int, (column) => column.notNull().defaultTo(0))
      .execute()
    // A database had one administrator before this step: links of the command line count as theirs and end with their
    // sessions.
    await sql`
      update passes set purpose = case when user_id is null then 'invitation' else 'reset' end,
        issuer_id = (select min(id) from users where is_admin = 1)`.execute(db)
  },
})
