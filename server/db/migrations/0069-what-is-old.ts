import type { Kysely, Migration } from 'kysely'

const lookups: [table: string, ...columns: string[]][] = [
  ['tasks', 'created_at', 'id'],
  ['posts', 'fetched_at', 'id'],
  ['idempotency', 'created_at'],
  ['idempotency', 'task_id'],
  ['task_items', 'account_id', 'state', 'id'],
]

export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    for (const [table, ...columns] of lookups) {
      await schema
        .createIndex(`${table}_${columns.join('_')}`)
        .on(table)
        .columns(columns)
        .execute()
    }
    await schema.dropIndex('task_items_account_id_state').execute()
  },
})
