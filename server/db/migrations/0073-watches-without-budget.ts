import type { Kysely, Migration } from 'kysely'

/** A watch that waits for the day's budget, which may be raised before the day is over. */
export const watchesWithoutBudget: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable('inbox_watches')
      .addColumn('waits_for_budget', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
