import { type Kysely, type Migration, sql } from 'kysely'

/** A watch that waits for the day's budget, which may be raised before the day is over. */
export const watchesWithoutBudget: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('inbox_watches')
      .addColumn('waits_for_budget', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`update inbox_watches set waits_for_budget = 1 where paused like '%budget of %'`.execute(db)
  },
}
