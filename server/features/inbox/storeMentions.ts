import type { Transaction } from 'kysely'
import { cleanText } from '../../cleanText'
import type { Database, Row } from '../../db/schema'
import { timestamp } from '../../time/clock'
import { postedAt } from '../../x/ids'
import type { ReceivedPost } from '../../x/types'
import { usernameKey } from '../accounts/accounts.store'
import { listPerson } from './doNotReply.store'
import { asksToStop } from './stopPhrases'
import * as words from './words'

/** Much longer than the part that is shown before a mention is opened. */
const longestText = 4000

/**
 * Stores the posts that concern an account, each once, whether they come from the stream or a reading, and how often
 * they come. An author who asks for no replies is put on the do-not-reply list when a post first names them, and only
 * then: an author whom the operator removed stays removed.
 * @returns the number of new mentions
 */
export const storeMentions = async (
  trx: Transaction<Database>,
  { id: accountId, owner_id: ownerId }: Pick<Row<'accounts'>, 'id' | 'owner_id'>,
  posts: readonly ReceivedPost[],
  now: Date,
): Promise<number> => {
  if (posts.length === 0) return 0
  const unique = [...new Map(posts.map((post) => [post.id, post])).values()]
  // In one order, so that two transactions with the same posts never wait for each other.
  unique.sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1))
  const stored = await trx
    .insertInto('mentions')
    .values(
      unique.map((post) => ({
        owner_id: ownerId,
        account_id: accountId,
        tweet_id: post.id,
        kind: post.kind,
        author_id: post.authorId ?? null,
        author_username: post.authorUsername ?? '',
        author_key: usernameKey(post.authorUsername ?? ''),
        author_name: post.authorName ?? '',
        text: cleanText(post.text.slice(0, longestText)),
        posted_at: timestamp(momentOf(post)),
        received_at: timestamp(now),
        dismissed_at: null,
        asks_to_stop: asksToStop(post.text) ? (1 as const) : (0 as const),
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'tweet_id']).doNothing())
    .returning(columns)
    .execute()
  const named = stored.length < unique.length ? await nameAuthors(trx, accountId, unique) : []
  for (const { asks_to_stop, author_id, author_username, text } of [...stored, ...named]) {
    if (asks_to_stop === 0 || author_username === '') continue
    const reason = words.askedToStop(text.slice(0, 150))
    await listPerson(trx, ownerId, { username: `@${author_username}`, xUserId: author_id, reason })
  }
  return stored.length
}

const columns = ['asks_to_stop', 'author_id', 'author_username', 'text'] as const

/** An event of X's stream may lack its author's name, which a reading of the same post contains. */
const nameAuthors = async (
  trx: Transaction<Database>,
  accountId: number,
  posts: readonly ReceivedPost[],
): Promise<Pick<Row<'mentions'>, (typeof columns)[number]>[]> => {
  const named = new Map(posts.flatMap((post) => (post.authorUsername ? [[post.id, post]] : [])))
  if (named.size === 0) return []
  const nameless = await trx
    .selectFrom('mentions')
    .select(['id', 'tweet_id'])
    .where('account_id', '=', accountId)
    .where('tweet_id', 'in', [...named.keys()])
    .where('author_username', '=', '')
    .execute()
  return Promise.all(
    nameless.map(({ id, tweet_id }) => {
      const post = named.get(tweet_id)
      return trx
        .updateTable('mentions')
        .set({
          ...(post?.authorId === undefined ? {} : { author_id: post.authorId }),
          author_username: post?.authorUsername ?? '',
          author_key: usernameKey(post?.authorUsername ?? ''),
          author_name: post?.authorName ?? '',
        })
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirstOrThrow()
    }),
  )
}

/** X's time, or the time in the post's id. */
const momentOf = ({ id, createdAt }: ReceivedPost): Date => {
  const said = new Date(createdAt ?? '')
  return Number.isNaN(said.getTime()) ? postedAt(id) : said
}
