import { type Kysely, type Migration, sql } from 'kysely'

/**
 * What an operator is told in the console until he has read it. Who became administrator because he was the first operator
 * of a database of before there were any is told so.
 */
export default (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('users').addColumn('notice', 'text').execute()
    await sql`
      update users set notice = 'becameAdministrator'
      where id in (select owner_id from audit where action = 'operator.becameAdministrator')`.execute(db)
  },
})
