import type { Kysely } from 'kysely'
import { type PostContext, postContext } from '../../../src/schemas/composer/postContext'
import { retrying } from '../../db/retrying'
import type { Database, Row } from '../../db/schema'
import { audit } from '../../db/trail/audit'
import { notFound } from '../../problems'
import { timestamp } from '../../time/clock'
import { addUse } from '../../usage/allowances.store'
import { type Audience, audience } from '../../x/audience'
import type { ReadPost } from '../../x/types'

/** Stores the post that the operator saw. A new fetch replaces the older text. */
export const storePost = async (db: Kysely<Database>, ownerId: number, post: ReadPost): Promise<void> => {
  const seen = {
    text: post.text,
    author_id: post.authorId ?? null,
    author_username: post.authorUsername ?? '',
    author_name: post.authorName ?? '',
    posted_at: post.createdAt ?? null,
    context: JSON.stringify(post.context),
    standing: JSON.stringify(post.audience),
    fetched_at: timestamp(),
  }
  await retrying(db, async (trx) => {
    await trx
      .insertInto('posts')
      .values({ ...seen, owner_id: ownerId, tweet_id: post.id })
      .onConflict((conflict) => conflict.columns(['owner_id', 'tweet_id']).doUpdateSet(seen))
      .execute()
    const stored_bytes = Buffer.byteLength(seen.text) + seen.context.length + seen.standing.length
    await addUse(trx, ownerId, { sends: 0, stored_bytes }, new Date(seen.fetched_at))
    await audit(trx, ownerId, 'post.read', post.id, seen.author_username === '' ? null : `by @${seen.author_username}`)
  })
}

/** A post as last fetched; without context and audience if an earlier version fetched it. */
export interface StoredPost {
  tweet_id: string
  text: string
  /** Empty if X did not send it. */
  author_username: string
  author_name: string
  context: PostContext | undefined
  audience: Audience | undefined
}

/** @throws HttpProblem 404 */
export const getPost = async (db: Kysely<Database>, ownerId: number, tweetId: string): Promise<StoredPost> => {
  const row = await storedPost(db, ownerId, tweetId).executeTakeFirstOrThrow(() =>
    notFound(`A fetched post ${tweetId}`),
  )
  return toStored(row)
}

/** @returns undefined for a post that was not fetched */
export const findAudience = async (
  db: Kysely<Database>,
  ownerId: number,
  tweetId: string,
): Promise<Audience | undefined> => {
  const row = await db
    .selectFrom('posts')
    .select('standing')
    .where('owner_id', '=', ownerId)
    .where('tweet_id', '=', tweetId)
    .executeTakeFirst()
  return row && toAudience(row)
}

const storedPost = (db: Kysely<Database>, ownerId: number, tweetId: string) =>
  db
    .selectFrom('posts')
    .select(['tweet_id', 'text', 'author_username', 'author_name', 'context', 'standing'])
    .where('owner_id', '=', ownerId)
    .where('tweet_id', '=', tweetId)

type Stored = Pick<Row<'posts'>, 'tweet_id' | 'text' | 'author_username' | 'author_name' | 'context' | 'standing'>

const toStored = ({ context, standing, ...row }: Stored): StoredPost => ({
  ...row,
  context: context === null ? undefined : postContext.parse(JSON.parse(context)),
  audience: toAudience({ standing }),
})

export const toAudience = (row: Pick<Row<'posts'>, 'standing'>): Audience | undefined =>
  row.standing === null ? undefined : audience.parse(JSON.parse(row.standing))
