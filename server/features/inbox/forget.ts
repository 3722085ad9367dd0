import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema'
import { dayMs, later, timestamp } from '../../time/clock'

/** How long a dismissed mention can be restored. */
export const retentionMs = 90 * dayMs
const mostAtOnce = 500

/**
 * Deletes mentions that were dismissed long ago. Keeps mentions that an item answers or answered, and mentions that X
 * could list again: only posts that are older than the stored position are never read again.
 * @returns the number of deleted mentions, at most 500 in one call
 */
export const forgetMentions = async (db: Kysely<Database>, now: Date): Promise<number> => {
  const old = db
    .selectFrom('mentions')
    .innerJoin('inbox_watches', 'inbox_watches.account_id', 'mentions.account_id')
    .select('mentions.id')
    .where('mentions.dismissed_at', '<', timestamp(later(now, -retentionMs)))
    .where(
      sql<boolean>`(length(mentions.tweet_id), mentions.tweet_id) <= (length(inbox_watches.since_id), inbox_watches.since_id)`,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('task_items')
            .select('task_items.id')
            .whereRef('task_items.account_id', '=', 'mentions.account_id')
            .whereRef('task_items.target_tweet_id', '=', 'mentions.tweet_id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('task_items').select('task_items.id').whereRef('mention_id', '=', 'mentions.id'))),
    )
    .limit(mostAtOnce)
  const ids = (await old.execute()).map(({ id }) => id)
  if (ids.length === 0) return 0
  await db.deleteFrom('mentions').where('id', 'in', ids).execute()
  return ids.length
}
