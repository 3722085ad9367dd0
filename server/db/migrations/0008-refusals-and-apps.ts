import { type Kysely, type Migration, sql } from 'kysely'

/** Holds of whole operators are deleted: holds belong to apps, and X reports again if one still applies. */
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
