import type { Kysely, Migration } from 'kysely'

const lookups: [table: string, ...columns: string[]][] = [
  ['tasks', 'created_at', 'id'],
  ['posts', 'fetched_at', 'id'],
  ['idempotency', 'created_at'],
  ['idempotency', 'task_id'],
]

/** What is pruned or archived is found by its age, and keys with their tasks. */
export const whatIsOld: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [table, ...columns] of lookups) {
      await db.schema
        .createIndex(`${table}_${columns.join('_')}`)
        .on(table)
        .columns(columns)
        .execute()
    }
  },
}
