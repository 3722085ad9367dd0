import type { Kysely, Migration } from 'kysely'

/** By which clock a watch and the stream wait: one that was set back since is seen by it. */
export default (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    for (const table of ['activity_stream', 'inbox_watches']) {
      await schema.alterTable(table).addColumn('written_at', 'text').execute()
    }
  },
})
