import type { Kysely, Migration } from 'kysely'
import type { DialectName } from '../schema'

export default (dialect: DialectName): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await schema
      .createTable('new_answers')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('words', 'text', (column) => column.notNull())
      .addColumn('treatment', 'text', (column) => column.notNull())
      .addColumn('times', int, (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('times_today', int, (column) => column.notNull())
      .addColumn('first_at', 'text', (column) => column.notNull())
      .addColumn('last_at', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createTable('new_answer_refusals')
      .addColumn('answer_id', 'text', (column) => column.notNull().references('new_answers.id').onDelete('cascade'))
      .addColumn('app', 'text', (column) => column.notNull())
      .addColumn('account_id', int, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('attempt_id', int, (column) => column.notNull())
      .addPrimaryKeyConstraint('new_answer_refusals_pkey', ['answer_id', 'app', 'account_id'])
      .execute()
    await schema.createIndex('new_answer_refusals_account_id').on('new_answer_refusals').column('account_id').execute()
  },
})
