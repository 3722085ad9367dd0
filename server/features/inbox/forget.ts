import { type Kysely, sql } from 'kysely'
import { dayMs, later, timestamp } from '../../clock'
import type { Database } from '../../db/schema'

/** How long a dismissed mention can be brought back. */
export const keptMs = 90 * dayMs
const mostAtOnce = 500

/**
 * Removes mentions that were dismissed long ago. What an item answers or answered stays, and so does what X could list
 * again: only what lies at or before the post up to which everything is stored is never read again.
 *
 * @returns how many went, at most 500; the rest goes with the next calls.
 */
export const forgetMentions = async (db: Kysely<Database>, now: Date): Promise<number> => {
  const old = db
    .selectFrom('mentions')
    .innerJoin('inbox_watches', 'inbox_watches.account_id', 'mentions.account_id')
    .select('mentions.id')
    .where('mentions.dismissed_at', '<', timestamp(later(now, -keptMs)))
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
