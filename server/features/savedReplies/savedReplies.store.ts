import type { Kysely } from 'kysely'
import { type SavedReply, type SavedReplyBody, savedReplyLimits } from '../../../src/schemas/savedReplies/savedReplies'
import type { Database } from '../../db/schema'
import { isUniqueViolation } from '../../db/uniqueViolation'
import { conflict, HttpProblem, notFound } from '../../problems'
import { timestamp } from '../../time/clock'
import { assertRole } from '../characters/roles.store'

const columns = ['id', 'name', 'kind', 'text'] as const

/** For all characters of one operator. */
const mostOfOwner = 2000

/** Oldest first. @throws HttpProblem 404 */
export const listSavedReplies = async (
  db: Kysely<Database>,
  ownerId: number,
  roleId: number,
): Promise<SavedReply[]> => {
  await assertRole(db, ownerId, roleId)
  return db
    .selectFrom('saved_replies')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .where('role_id', '=', roleId)
    .orderBy('id')
    .execute()
}

/** @throws HttpProblem 404; 409 if the name exists; 422 above the limit of a character or an operator */
export const createSavedReply = async (
  db: Kysely<Database>,
  ownerId: number,
  roleId: number,
  body: SavedReplyBody,
): Promise<SavedReply> => {
  await assertRole(db, ownerId, roleId)
  await refuseTooMany(db, ownerId, roleId)
  const now = timestamp()
  return named(body.name, () =>
    db
      .insertInto('saved_replies')
      .values({ ...body, owner_id: ownerId, role_id: roleId, created_at: now, updated_at: now })
      .returning(columns)
      .executeTakeFirstOrThrow(),
  )
}

const refuseTooMany = async (db: Kysely<Database>, ownerId: number, roleId: number): Promise<void> => {
  const { ofOwner, ofCharacter } = await db
    .selectFrom('saved_replies')
    .select(({ fn }) => [
      fn.countAll<number>().as('ofOwner'),
      fn.countAll<number>().filterWhere('role_id', '=', roleId).as('ofCharacter'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (Number(ofCharacter) >= savedReplyLimits.ofCharacter) {
    throw new HttpProblem(
      422,
      `This character has ${savedReplyLimits.ofCharacter} saved replies already. Delete one to make room`,
    )
  }
  if (Number(ofOwner) >= mostOfOwner) {
    throw new HttpProblem(422, `Your characters have ${mostOfOwner} saved replies already. Delete one to make room`)
  }
}

export interface SavedReplyPlace {
  roleId: number
  savedReplyId: number
}

/** @throws HttpProblem 404; 409 if the name exists */
export const updateSavedReply = (
  db: Kysely<Database>,
  ownerId: number,
  { roleId, savedReplyId }: SavedReplyPlace,
  body: SavedReplyBody,
): Promise<SavedReply> =>
  named(body.name, () =>
    db
      .updateTable('saved_replies')
      .set({ ...body, updated_at: timestamp() })
      .where('owner_id', '=', ownerId)
      .where('role_id', '=', roleId)
      .where('id', '=', savedReplyId)
      .returning(columns)
      .executeTakeFirstOrThrow(missing),
  )

/** @throws HttpProblem 404 */
export const deleteSavedReply = (
  db: Kysely<Database>,
  ownerId: number,
  { roleId, savedReplyId }: SavedReplyPlace,
): Promise<{ name: string }> =>
  db
    .deleteFrom('saved_replies')
    .where('owner_id', '=', ownerId)
    .where('role_id', '=', roleId)
    .where('id', '=', savedReplyId)
    .returning('name')
    .executeTakeFirstOrThrow(missing)

const missing = () => notFound('Saved reply')

const named = async <T>(name: string, write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error) ? conflict(`A saved reply named "${name}" exists already`) : error
  }
}
