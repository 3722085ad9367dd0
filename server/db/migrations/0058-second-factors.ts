import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely'
import type { DialectName } from '../schema'

export default (dialect: DialectName): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await schema
      .createTable('second_factors')
      .addColumn('user_id', int, (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('enrolled_at', 'text')
      .addColumn('last_step', int, (column) => column.notNull())
      .addColumn('wrong_codes', int, (column) => column.notNull())
      .addColumn('wrong_since', 'text', (column) => column.notNull())
      .execute()
    const id = (column: ColumnDefinitionBuilder) =>
      dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity()
    const user = (column: ColumnDefinitionBuilder) => column.notNull().references('users.id').onDelete('cascade')
    await schema
      .createTable('recovery_codes')
      .addColumn('id', int, id)
      .addColumn('user_id', int, user)
      .addColumn('code_hash', 'text', (column) => column.notNull().unique())
      .execute()
    await schema.createIndex('recovery_codes_user_id').on('recovery_codes').column('user_id').execute()
    await schema
      .createTable('sign_ins')
      .addColumn('id', int, id)
      .addColumn('user_id', int, user)
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('remember', int, (column) => column.notNull())
      .addColumn('tries', int, (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('sign_ins_user_id').on('sign_ins').column('user_id').execute()
    await schema.createIndex('sign_ins_expires_at').on('sign_ins').column('expires_at').execute()
    await schema.alterTable('sessions').addColumn('confirmed_at', 'text').execute()
  },
})
