import { type Kysely, sql } from 'kysely'
import { failedState } from '../../db/itemStates'
import type { Database } from '../../db/schema'
import type { Candidate, SaidByX } from '../../x/eligibility'
import { repliesDenied } from '../../x/refusals'

/** An active account with an earlier reply to a post, or with a mention in it. */
export interface EarlierReply extends Candidate {
  id: number
  last_used_at: string | null
  /** The task of its reply to the post, if that reply has not failed. */
  task_id: string | undefined
  isPosted: boolean
  /** True if the post mentions the account: then X allows one reply. */
  isMention: boolean
}

export interface Scope {
  ownerId: number
  /** Undefined for all of the owner's accounts. */
  groupId: number | undefined
}

/** The active accounts with earlier replies to this post, by their ids. */
export const findEarlierReplies = async (
  db: Kysely<Database>,
  { ownerId, groupId }: Scope,
  tweetId: string,
): Promise<Map<number, EarlierReply>> => {
  const earlier = db
    .selectFrom('task_items')
    .select('account_id')
    .select(
      sql<
        number | null
      >`coalesce(min(case when state = 'completed' then id end), min(case when state <> ${failedState} then id end))`.as(
        'answer_id',
      ),
    )
    .where('target_tweet_id', '=', tweetId)
    .where('owner_id', '=', ownerId)
    .groupBy('account_id')
  const accounts = await db
    .selectFrom(earlier.as('earlier'))
    .innerJoin('accounts', 'accounts.id', 'earlier.account_id')
    .leftJoin('task_items as answer', 'answer.id', 'earlier.answer_id')
    .select(['accounts.id', 'accounts.username', 'accounts.x_user_id', 'accounts.last_used_at'])
    .select(['answer.task_id', 'answer.state'])
    .select(({ selectFrom }) =>
      selectFrom('mentions')
        .select('mentions.id')
        .whereRef('mentions.account_id', '=', 'accounts.id')
        .where('mentions.tweet_id', '=', tweetId)
        .as('mention_id'),
    )
    .where('accounts.is_active', '=', 1)
    .$if(groupId !== undefined, (query) => query.where('accounts.group_id', '=', groupId ?? null))
    .execute()
  if (accounts.length === 0) return new Map()
  const said = await wordsOfX(db, ownerId, tweetId)
  return new Map(
    accounts.map(({ id, username, last_used_at, x_user_id, task_id, state, mention_id }) => [
      id,
      {
        id,
        username,
        last_used_at,
        xUserId: x_user_id,
        said: said.get(id),
        task_id: task_id ?? undefined,
        isPosted: state === 'completed',
        isMention: mention_id !== null,
      },
    ]),
  )
}

/** X's last answer to an account's reply to a post through the API, for its rule about replies. */
export const findWordOfX = async (
  db: Kysely<Database>,
  { ownerId, tweetId, accountId, before }: { ownerId: number; tweetId: string; accountId: number; before?: number },
): Promise<SaidByX | undefined> => {
  const row = await saidAbout(db, ownerId, tweetId)
    .where('task_items.account_id', '=', accountId)
    .$if(before !== undefined, (query) => query.where('attempts.id', '<', before ?? 0))
    .orderBy('attempts.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && wordOf(row)
}

const wordsOfX = async (
  db: Kysely<Database>,
  ownerId: number,
  tweetId: string,
): Promise<Map<number | null, SaidByX>> => {
  const rows = await saidAbout(db, ownerId, tweetId).orderBy('attempts.id').execute()
  return new Map(rows.map((row) => [row.account_id, wordOf(row)]))
}

const wordOf = ({ outcome }: { outcome: string }): SaidByX => (outcome === 'done' ? 'allowed' : 'refused')

const saidAbout = (db: Kysely<Database>, ownerId: number, tweetId: string) =>
  db
    .selectFrom('task_items')
    .innerJoin('attempts', 'attempts.item_id', 'task_items.id')
    .select(['task_items.account_id', 'attempts.outcome'])
    .where('task_items.target_tweet_id', '=', tweetId)
    .where('task_items.owner_id', '=', ownerId)
    .where((eb) =>
      eb.or([
        eb.and([eb('attempts.outcome', '=', 'done'), eb('attempts.http_status', '=', 201)]),
        eb.and([eb('attempts.refusal', 'in', repliesDenied), eb('attempts.http_status', '=', 403)]),
      ]),
    )
