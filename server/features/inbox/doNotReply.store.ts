import type { Expression, ExpressionBuilder, Kysely, SqlBool, Transaction } from 'kysely'
import { type DoNotReply, mostPeopleListed, type Person, type PersonBody } from '../../../src/schemas/inbox/inbox'
import type { Database } from '../../db/schema'
import { HttpProblem, notFound } from '../../problems'
import { timestamp } from '../../time/clock'
import { usernameKey } from '../accounts/accounts.store'
import * as words from '../inbox/words'

const columns = ['id', 'username', 'x_user_id', 'reason', 'since'] as const
const mostPeople = 10_000

/** Newest first. */
export const listDoNotReply = async (db: Kysely<Database>, ownerId: number): Promise<DoNotReply> => {
  const people = await db
    .selectFrom('do_not_reply')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .limit(mostPeopleListed)
    .execute()
  return { total: await countPeople(db, ownerId), people }
}

const countPeople = async (db: Kysely<Database>, ownerId: number): Promise<number> => {
  const { people } = await db
    .selectFrom('do_not_reply')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(people)
}

/** A person who is already on the list stays with the earlier reason. @throws HttpProblem 422 beyond 10,000 people */
export const addPerson = async (
  trx: Transaction<Database>,
  ownerId: number,
  { username, reason }: PersonBody,
): Promise<Person> => {
  const key = usernameKey(username)
  const listed = await trx
    .selectFrom('do_not_reply')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('username_key', '=', key)
    .executeTakeFirst()
  if (!listed && (await countPeople(trx, ownerId)) >= mostPeople) {
    throw new HttpProblem(422, words.listFull(mostPeople))
  }
  const known = await trx
    .selectFrom('mentions')
    .select('author_id')
    .where('owner_id', '=', ownerId)
    .where('author_key', '=', key)
    .where('author_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return listPerson(trx, ownerId, {
    username: `@${username.replace(/^@/, '')}`,
    xUserId: known?.author_id ?? null,
    reason: reason || words.addedByYou,
  })
}

export interface NewPerson {
  username: string
  xUserId: string | null
  reason: string
}

/** Adds a person, or the id of a person whose id was unknown. */
export const listPerson = (
  trx: Transaction<Database>,
  ownerId: number,
  { username, xUserId, reason }: NewPerson,
): Promise<Person> =>
  trx
    .insertInto('do_not_reply')
    .values({
      owner_id: ownerId,
      username,
      username_key: usernameKey(username),
      x_user_id: xUserId,
      reason,
      since: timestamp(),
    })
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'username_key']).doUpdateSet(({ fn, ref }) => ({
        x_user_id: fn.coalesce(ref('do_not_reply.x_user_id'), ref('excluded.x_user_id')),
      })),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()

/** @throws HttpProblem 404 */
export const deletePerson = (db: Kysely<Database>, ownerId: number, id: number): Promise<{ username: string }> =>
  db
    .deleteFrom('do_not_reply')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning('username')
    .executeTakeFirstOrThrow(() => notFound('Person'))

/** The author of a fetched post or of a mention, if they are on the list. */
export const findAuthorOnList = async (
  db: Kysely<Database>,
  ownerId: number,
  tweetId: string,
): Promise<Person | undefined> => (await findAuthorsOnList(db, ownerId, [tweetId])).get(tweetId)

/** The authors of fetched posts and of mentions who are on the list, by post. */
const findAuthorsOnList = async (
  db: Kysely<Database>,
  ownerId: number,
  tweetIds: string[],
): Promise<Map<string, Person>> => {
  if (tweetIds.length === 0) return new Map()
  const anybody = await db
    .selectFrom('do_not_reply')
    .select('id')
    .where('owner_id', '=', ownerId)
    .limit(1)
    .executeTakeFirst()
  if (!anybody) return new Map()
  const authors = await db
    .selectFrom('posts')
    .select(['tweet_id', 'author_id', 'author_username'])
    .where('owner_id', '=', ownerId)
    .where('tweet_id', 'in', tweetIds)
    .unionAll(
      db
        .selectFrom('mentions')
        .select(['tweet_id', 'author_id', 'author_username'])
        .where('owner_id', '=', ownerId)
        .where('tweet_id', 'in', tweetIds),
    )
    .execute()
  // PostgreSQL refuses an empty list; nobody has an empty name or id.
  const ids = new Set(['', ...authors.flatMap(({ author_id }) => author_id ?? [])])
  const keys = new Set(['', ...authors.map(({ author_username }) => usernameKey(author_username))])
  const people = await db
    .selectFrom('do_not_reply')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .where((eb) => eb.or([eb('x_user_id', 'in', [...ids]), eb('username_key', 'in', [...keys])]))
    .execute()
  return new Map(
    authors.flatMap(({ tweet_id, author_id, author_username }): [string, Person][] => {
      const person = people.find(
        ({ username, x_user_id }) =>
          (x_user_id !== null && x_user_id === author_id) || usernameKey(username) === usernameKey(author_username),
      )
      return person ? [[tweet_id, person]] : []
    }),
  )
}

/** A condition for a query of mentions. */
export const isBySomebodyListed = ({
  exists,
  selectFrom,
}: ExpressionBuilder<Database, 'mentions'>): Expression<SqlBool> =>
  exists(
    selectFrom('do_not_reply')
      .select('do_not_reply.id')
      .whereRef('do_not_reply.owner_id', '=', 'mentions.owner_id')
      .where(({ or, eb, ref }) =>
        or([
          eb('do_not_reply.username_key', '=', ref('mentions.author_key')),
          eb('do_not_reply.x_user_id', '=', ref('mentions.author_id')),
        ]),
      ),
  )

/** Why nobody replies to the authors of these posts, by post. */
export const whyNotReplyTo = async (
  db: Kysely<Database>,
  ownerId: number,
  tweetIds: string[],
): Promise<Map<string, string>> =>
  new Map(
    [...(await findAuthorsOnList(db, ownerId, [...new Set(tweetIds)]))].map(([id, person]) => [
      id,
      whyNotReply(person),
    ]),
  )

/** Why nobody replies, and how to change that. */
export const whyNotReply = ({ username, reason }: Person): string =>
  words.onList(username, reason.trim().replace(/\.$/, ''))
