import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Why X refused an attempt, which app an account's keys are of, and what X refused last in words that may be about the
 * account. Holds of whole operators are forgotten: they are of apps now, and X says again what still holds.
 */
export default (): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db
    await schema.alterTable('attempts').addColumn('refusal', 'text').execute()
    await schema.alterTable('attempts').addColumn('transaction_id', 'text').execute()
    await schema
      .alterTable('accounts')
      .addColumn('x_app', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await schema.alterTable('accounts').addColumn('doubted_target', 'text').execute()
    await schema.alterTable('accounts').addColumn('doubted_transaction', 'text').execute()
    await schema
      .createIndex('accounts_of_unknown_app')
      .on('accounts')
      .column('id')
      .where(sql.ref('x_app'), '=', sql.lit(''))
      .execute()
    await sql`delete from holds where scope like 'app:%' or scope like 'paused:%'`.execute(db)
  },
})
