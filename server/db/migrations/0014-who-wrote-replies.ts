import type { Kysely, Migration } from 'kysely'

/** Which model wrote a reply, told by which version of the prompt, and whether it was the stand-in; null where it is not known. */
export const whoWroteReplies: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('replies').addColumn('model', 'text').execute()
    await db.schema.alterTable('replies').addColumn('prompt_version', 'integer').execute()
    await db.schema.alterTable('replies').addColumn('by_stand_in', 'integer').execute()
  },
}
