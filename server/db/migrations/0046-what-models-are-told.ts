import type { Kysely, Migration } from 'kysely'
import type { DialectName } from '../schema'

export default (dialect: DialectName): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await schema
      .createTable('model_calls')
      .addColumn('id', int, (column) =>
        dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity(),
      )
      .addColumn('owner_id', int, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('prompt_version', int, (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('settled_at', 'text')
      .addColumn('took_ms', int)
      .addColumn('input_tokens', int, (column) => column.notNull())
      .addColumn('output_tokens', int, (column) => column.notNull())
      .addColumn('is_estimated', int, (column) => column.notNull())
      .addColumn('micros', int)
      .addColumn('card', 'text')
      .execute()
    await schema.createIndex('model_calls_owner_id').on('model_calls').columns(['owner_id', 'day']).execute()
    await schema
      .createTable('prompts')
      .addColumn('call_id', int, (column) => column.primaryKey().references('model_calls.id').onDelete('cascade'))
      .addColumn('owner_id', int, (column) => column.notNull())
      .addColumn('bytes', int, (column) => column.notNull())
      .addColumn('messages', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('prompts_owner_id').on('prompts').columns(['owner_id', 'call_id', 'bytes']).execute()
    await schema.alterTable('replies').addColumn('call_id', int).execute()
    await schema.createIndex('replies_call_id').on('replies').column('call_id').execute()
    await schema
      .createTable('model_budgets')
      .addColumn('owner_id', int, (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('daily_micros', int, (column) => column.notNull())
      .execute()
  },
})
