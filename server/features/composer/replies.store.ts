import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Reply } from '../../../src/schemas/composer/replies'
import { nearIdenticalGroups } from '../../../src/schemas/composer/similar'
import { isPostgres } from '../../db/dialect'
import { failedState } from '../../db/itemStates'
import { retrying } from '../../db/retrying'
import type { Database } from '../../db/schema'
import { audit } from '../../db/trail/audit'
import { digestOf } from '../../db/trail/digest'
import type { Lesson } from '../../models/prompt/lessons'
import { conflict, notFound } from '../../problems'
import { timestamp } from '../../time/clock'
import { addUse } from '../../usage/allowances.store'

export interface Draft {
  tweetId: string
  roleId: number
  /** The character's name. */
  character: string
  drafts: { content: string /** The id in the usage ledger. */; call?: number }[]
  model: string
  promptVersion: number
  byStandIn: boolean
}

/** The character may have been deleted during the model call. */
export const createReplies = async (db: Kysely<Database>, ownerId: number, draft: Draft): Promise<Reply[]> => {
  const now = timestamp()
  const replies = draft.drafts.map(({ content, call }) => ({ reply_id: randomBytes(6).toString('hex'), content, call }))
  await retrying(db, async (trx) => {
    await trx
      .insertInto('replies')
      .values(({ selectFrom }) =>
        replies.map(({ reply_id, content, call }) => ({
          id: reply_id,
          owner_id: ownerId,
          tweet_id: draft.tweetId,
          role_id: selectFrom('roles').select('roles.id').where('roles.id', '=', draft.roleId),
          generated_content: content,
          content,
          model: draft.model,
          prompt_version: draft.promptVersion,
          by_stand_in: draft.byStandIn ? 1 : 0,
          call_id: call ?? null,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute()
    const stored_bytes = replies.reduce((sum, { content }) => sum + 2 * Buffer.byteLength(content), 0)
    await addUse(trx, ownerId, { sends: 0, stored_bytes }, new Date(now))
    const ids = replies.map(({ reply_id }) => reply_id).join(', ')
    await audit(
      trx,
      ownerId,
      'replies.generated',
      draft.character,
      `${ids} for post ${draft.tweetId} by ${draft.model}`,
    )
  })
  return replies.map(({ reply_id, content }) => ({ reply_id, content }))
}

const newestTexts = (db: Kysely<Database>, ownerId: number, count: number) =>
  db.selectFrom('replies').select('content').where('owner_id', '=', ownerId).orderBy('created_at', 'desc').limit(count)

/** Enough for a model to see earlier replies, and few enough to leave room for its answer. */
const mostDrafts = 100
const mostCharacters = 20_000

/** The present texts of the newest replies to a post, newest first: at most 100 replies or 20,000 characters. */
export const latestDrafts = async (db: Kysely<Database>, ownerId: number, tweetId: string): Promise<string[]> => {
  const drafts = await newestTexts(db, ownerId, mostDrafts).where('tweet_id', '=', tweetId).execute()
  const texts: string[] = []
  let room = mostCharacters
  for (const { content } of drafts) {
    room -= content.length
    if (room < 0) break
    texts.push(content)
  }
  return texts
}

const comparedTo = 500

/** The texts of the operator's newest replies to other posts. */
export const latestElsewhere = async (db: Kysely<Database>, ownerId: number, tweetId: string): Promise<string[]> => {
  const newest = await newestTexts(db, ownerId, comparedTo).where('tweet_id', '<>', tweetId).execute()
  return newest.map(({ content }) => content)
}

const mostOpenings = 20
const openingWords = 4

/** The distinct first words of a character's newest replies to any post. */
export const latestOpenings = async (db: Kysely<Database>, ownerId: number, roleId: number): Promise<string[]> => {
  const newest = await db
    .selectFrom('replies')
    .select('content')
    .where('role_id', '=', roleId)
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .limit(mostOpenings)
    .execute()
  return [...new Set(newest.map(({ content }) => content.split(/\s+/, openingWords).join(' ')))]
}

/** More than fits into a prompt, which omits some. */
const editsRead = 24

/** The operator's edits of a character's drafts for other posts, newest first. */
export const latestEdits = async (
  db: Kysely<Database>,
  ownerId: number,
  { roleId, tweetId }: { roleId: number; tweetId: string },
): Promise<Lesson[]> => {
  const edited = await db
    .selectFrom('replies')
    .select(['generated_content', 'content'])
    .where('role_id', '=', roleId)
    .where('owner_id', '=', ownerId)
    .where('tweet_id', '<>', tweetId)
    .whereRef('content', '<>', 'generated_content')
    .orderBy('updated_at', 'desc')
    .limit(editsRead)
    .execute()
  return edited.map(({ generated_content, content }) => ({ draft: generated_content, edited: content }))
}

/** How many of these replies the stand-in wrote and nobody edited. */
export const countByStandIn = async (
  db: Kysely<Database>,
  ownerId: number,
  ids: readonly string[],
): Promise<number> => {
  const written = await db
    .selectFrom('replies')
    .select(['content', 'generated_content'])
    .where('owner_id', '=', ownerId)
    .where('id', 'in', ids)
    .where('by_stand_in', '=', 1)
    .execute()
  return written.filter((reply) => nearIdenticalGroups([reply.content, reply.generated_content]).length > 0).length
}

/** @throws HttpProblem 404 */
export const getReply = (db: Kysely<Database>, ownerId: number, id: string): Promise<Reply> =>
  db
    .selectFrom('replies')
    .select(['id as reply_id', 'content'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(missing)

/** @throws HttpProblem 404; 409 if it is being sent or was posted */
export const updateReply = (db: Kysely<Database>, ownerId: number, id: string, content: string): Promise<Reply> =>
  retrying(db, async (trx) => {
    await trx
      .selectFrom('replies')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .$if(isPostgres(trx), (query) => query.forUpdate())
      .executeTakeFirstOrThrow(missing)
    const sent = await trx
      .selectFrom('task_items')
      .select('id')
      .where('reply_id', '=', id)
      .where('state', '<>', failedState)
      .executeTakeFirst()
    if (sent) throw conflict('This reply is being sent or was posted, and cannot be changed any more')
    const changed = await trx
      .updateTable('replies')
      .set({ content, updated_at: timestamp() })
      .where('id', '=', id)
      .returning(['id as reply_id', 'content'])
      .executeTakeFirstOrThrow()
    await audit(trx, ownerId, 'reply.changed', id, `text ${digestOf([content])}`)
    return changed
  })

const missing = () => notFound('Reply')
