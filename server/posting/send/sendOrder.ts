import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema'
import { findEarlierReplies } from '../../features/composer/earlierReplies.store'
import { accountsOfPost, inOrderOfUse, type Ranked } from '../../features/composer/eligibility.store'
import type { Audience } from '../../x/audience'
import type { ReplyRule } from '../../x/eligibility'
import type { AnsweredMention } from './answeredMentions'

export interface AnsweredPost {
  tweetId: string
  /** Undefined if the post was not fetched, or was fetched by an earlier version. */
  audience: Audience | undefined
}

interface Asked {
  /** Undefined if the replies answer several posts. */
  post: AnsweredPost | undefined
  rule: ReplyRule
  /** The mentions of the post. An account that already answers one is left out. */
  mentions: AnsweredMention[]
  most: number
  /** Only these accounts, if they are given. */
  only?: readonly number[] | undefined
}

/**
 * At most `most` active accounts of a group, in the order in which a batch's replies are assigned. Accounts that X
 * allows to answer come first; within one verdict, the least recently used first.
 */
export const accountsInSendOrder = async (
  db: Kysely<Database>,
  { ownerId, groupId }: { ownerId: number; groupId: number },
  { post, rule, mentions, most, only }: Asked,
): Promise<Ranked[]> => {
  const scope = { ownerId, groupId }
  const done = mentions.filter(({ task_id }) => task_id !== null).map(({ account_id }) => account_id)
  const earlier = post ? await findEarlierReplies(db, scope, post.tweetId) : new Map()
  const known = await accountsOfPost(db, scope, post?.audience, earlier)
  const waiting = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'x_user_id as xUserId', 'last_used_at'])
    .where('owner_id', '=', ownerId)
    .where('group_id', '=', groupId)
    .where('is_active', '=', 1)
    .$if(only !== undefined, (query) => query.where('id', 'in', only ?? []))
    /** The same expression as in the index, so that the database uses the index. */
    .orderBy(sql`coalesce(last_used_at, '')`)
    .orderBy('id')
    .limit(most + known.length + done.length)
    .execute()
  // A known account replaces its waiting entry.
  const candidates = new Map<number, Ranked>([...waiting, ...known].map((account) => [account.id, account]))
  const free = [...candidates.values()].filter(({ id }) => !done.includes(id) && (only?.includes(id) ?? true))
  return inOrderOfUse(free, post?.audience, rule).slice(0, most)
}
