import type { Kysely } from 'kysely'
import type { Eligibility } from '../../../src/schemas/composer/eligibility'
import { maxReplies } from '../../../src/schemas/composer/replies'
import { completedState, failedState } from '../../db/itemStates'
import type { Database } from '../../db/schema'
import type { Scope } from '../../features/composer/earlierReplies.store'
import { dayMs, later, timestamp } from '../../time/clock'
import { keyOfWords } from '../protocol/normalise'

/**
 * The drafts for a post whose words an active account posted in the last day, each with the account's newest post of
 * these words.
 */
export const findRepeats = async (
  db: Kysely<Database>,
  { ownerId, groupId }: Scope,
  tweetId: string,
  now: Date,
): Promise<NonNullable<Eligibility['repeats']>> => {
  const drafts = await db
    .selectFrom('replies')
    .select('content')
    .where('owner_id', '=', ownerId)
    .where('tweet_id', '=', tweetId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('task_items')
            .select('task_items.id')
            .whereRef('reply_id', '=', 'replies.id')
            .where('state', '<>', failedState),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(maxReplies)
    .execute()
  if (drafts.length === 0) return []
  const textsOf = new Map<string | null, Set<string>>()
  for (const { content } of drafts) {
    const words = keyOfWords(content)
    textsOf.set(words, (textsOf.get(words) ?? new Set()).add(content))
  }
  const posted = await db
    .selectFrom('task_items')
    .innerJoin('accounts', 'accounts.id', 'task_items.account_id')
    .select(['words', 'accounts.id as account_id', 'accounts.username'])
    .select(({ fn }) => fn.max('task_items.updated_at').as('posted_at'))
    .where('task_items.owner_id', '=', ownerId)
    .where('words', 'in', [...textsOf.keys()])
    .where('state', '=', completedState)
    .where('task_items.updated_at', '>', timestamp(later(now, -dayMs)))
    .where('accounts.is_active', '=', 1)
    .$if(groupId !== undefined, (query) => query.where('accounts.group_id', '=', groupId ?? null))
    .groupBy(['words', 'accounts.id', 'accounts.username'])
    .orderBy('accounts.id')
    .execute()
  return posted.flatMap(({ words, ...by }) => [...(textsOf.get(words) ?? [])].map((content) => ({ content, ...by })))
}
