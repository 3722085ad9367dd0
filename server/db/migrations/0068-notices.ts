import { type Kysely, type Migration, sql } from 'kysely'

/**
 * An operator gets a notice if they became administrator as the first operator of a database without administrators.
 */
export default (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('users').addColumn('notice', 'text').execute()
    await sql`
      update users set notice = 'becameAdministrator'
      where id in (select owner_id from audit where action = 'operator.becameAdministrator')`.execute(db)
  },
})
