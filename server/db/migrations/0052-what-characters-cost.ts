import { type Kysely, type Migration, sql } from 'kysely'
import type { DialectName } from '../schema'

/** An earlier call gets the character whose replies name it. */
export default (dialect: DialectName): Migration => ({
  async up(db: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await db.schema
      .alterTable('model_calls')
      .addColumn('role_id', int, (column) => column.references('roles.id').onDelete('set null'))
      .execute()
    await db.schema.createIndex('model_calls_role_id').on('model_calls').column('role_id').execute()
    await sql`
      update model_calls set role_id = (select max(role_id) from replies where call_id = model_calls.id)`.execute(db)
  },
})
