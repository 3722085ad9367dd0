import { type Kysely, type Migration, sql } from 'kysely'
import type { DialectName } from '../schema'

export default (dialect: DialectName): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await schema
      .alterTable('task_items')
      .addColumn('mention_id', int, (column) => column.references('mentions.id').onDelete('set null'))
      .execute()
    await schema
      .createIndex('task_items_mention_id')
      .on('task_items')
      .column('mention_id')
      .unique()
      .where(sql.ref('mention_id'), 'is not', null)
      .where(sql.ref('state'), '<>', sql.lit('failed'))
      .execute()
    await schema.createIndex('task_items_any_mention_id').on('task_items').column('mention_id').execute()
  },
})
