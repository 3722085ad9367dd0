import type { Kysely, Migration } from 'kysely'

/** By which clock the stream waits: one that was set back since is seen by it. */
export const whenTheStreamWasWritten: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('activity_stream').addColumn('written_at', 'text').execute()
  },
}
