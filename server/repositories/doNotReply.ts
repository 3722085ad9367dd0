import type { Kysely, Transaction } from 'kysely'
import type { DoNotReply, Person, PersonBody } from '../../src/schemas/inbox'
import { timestamp } from '../clock'
import type { Database } from '../db/schema'
import { HttpProblem, notFound } from '../problems'
import { usernameKey } from './accounts'

const columns = ['id', 'username', 'x_user_id', 'reason', 'since'] as const
const mostPeople = 10_000
const mostShown = 1000

/** The latest first. */
export const listDoNotReply = async (db: Kysely<Database>, ownerId: number): Promise<DoNotReply> => {
  const people = await db
    .selectFrom('do_not_reply')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .limit(mostShown)
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

/** Whoever is on the list already stays there, with the earlier reason. @throws HttpProblem 422 beyond 10,000 people */
export const addPerson = async (
  trx: Transaction<Database>,
  ownerId: number,
  { username, reason }: PersonBody,
): Promise<Person> => {
  if ((await countPeople(trx, ownerId)) >= mostPeople) {
    throw new HttpProblem(422, `The list holds ${mostPeople} people already`)
  }
  const key = usernameKey(username)
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
    reason: reason || 'You put them on the list.',
  })
}

export interface NewPerson {
  username: string
  xUserId: string | null
  reason: string
}

/** Puts someone on the list; an id that was not known yet is added. */
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
