import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema'
import { findEarlierReplies } from '../../features/composer/earlierReplies.store'
import { accountsOfPost, inOrderOfUse, type Ranked } from '../../features/composer/eligibility.store'
import type { ReplyRule } from '../../x/eligibility'
import type { Standing } from '../../x/standing'
import type { AnsweredMention } from './answeredMentions'

export interface AnsweredPost {
  tweetId: string
  /** Undefined where it was not fetched, or by an earlier version. */
  standing: Standing | undefined
}

interface Asked {
  /** Undefined where the replies answer several posts. */
  post: AnsweredPost | undefined
  rule: ReplyRule
  /** Of the post: an account that answers one already is left out. */
  mentions: AnsweredMention[]
  most: number
}

/**
 * The active accounts of a group in the order in which the replies of a batch go to them, at most `most`: those first that
 * X lets answer, among those of one verdict the least recently used ones.
 */
export const accountsInSendOrder = async (
  db: Kysely<Database>,
  { ownerId, groupId }: { ownerId: number; groupId: number },
  { post, rule, mentions, most }: Asked,
): Promise<Ranked[]> => {
  const scope = { ownerId, groupId }
  const done = mentions.filter(({ task_id }) => task_id !== null).map(({ account_id }) => account_id)
  const earlier = post ? await findEarlierReplies(db, scope, post.tweetId) : new Map()
  const known = await accountsOfPost(db, scope, post?.standing, earlier)
  const waiting = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'x_user_id as xUserId', 'last_used_at'])
    .where('owner_id', '=', ownerId)
    .where('group_id', '=', groupId)
    .where('is_active', '=', 1)
    /** To the letter as the index has it. */
    .orderBy(sql`coalesce(last_used_at, '')`)
    .orderBy('id')
    .limit(most + known.length + done.length)
    .execute()
  // What is known of an account stands for it.
  const candidates = new Map<number, Ranked>([...waiting, ...known].map((account) => [account.id, account]))
  const free = [...candidates.values()].filter(({ id }) => !done.includes(id))
  return inOrderOfUse(free, post?.standing, rule).slice(0, most)
}
