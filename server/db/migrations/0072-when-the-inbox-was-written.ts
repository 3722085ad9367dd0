import type { Kysely, Migration } from 'kysely'

/** The time of the write shows whether the clock was set back since. */
export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    for (const table of ['activity_stream', 'inbox_watches']) {
      await schema.alterTable(table).addColumn('written_at', 'text').execute()
    }
  },
})
