import type { Kysely } from 'kysely'
import { timestamp } from '../clock'
import type { Database, Row } from '../db/schema'
import { notFound } from '../problems'
import type { XPost } from '../x/types'

/** Keeps what the operator saw; a post that is fetched again replaces the older text. */
export const storePost = async (db: Kysely<Database>, ownerId: number, post: XPost): Promise<void> => {
  const seen = {
    text: post.text,
    author_id: post.authorId,
    author_username: post.authorUsername,
    author_name: post.authorName,
    posted_at: post.createdAt ?? null,
    fetched_at: timestamp(),
  }
  await db
    .insertInto('posts')
    .values({ ...seen, owner_id: ownerId, tweet_id: post.id })
    .onConflict((conflict) => conflict.columns(['owner_id', 'tweet_id']).doUpdateSet(seen))
    .execute()
}

/** @throws HttpProblem 404 */
export const getPost = (db: Kysely<Database>, ownerId: number, tweetId: string): Promise<Row<'posts'>> =>
  db
    .selectFrom('posts')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('tweet_id', '=', tweetId)
    .executeTakeFirstOrThrow(() => notFound(`A fetched post ${tweetId}`))
