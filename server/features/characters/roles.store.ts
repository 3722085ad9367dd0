import type { Kysely, Transaction } from 'kysely'
import type { OwnRole as Role, RoleBody } from '../../../src/schemas/characters/roles'
import type { Database, Row } from '../../db/schema'
import { HttpProblem, notFound } from '../../problems'
import { timestamp } from '../../time/clock'
import { lockUser } from '../session/users.store'

/** The limits of one operator's characters. */
const most = { roles: 500, bytes: 4 * 1024 * 1024 }

/** The next `limit` characters after the character `last`, without the first `skip` of them, oldest first. */
export const listRolesAfter = async (
  db: Kysely<Database>,
  ownerId: number,
  { last, skip, limit }: { last: number; skip: number; limit: number },
): Promise<Role[]> => {
  const rows = await db
    .selectFrom('roles')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '>', last)
    .orderBy('id')
    .limit(limit)
    .offset(skip)
    .execute()
  return rows.map(toRole)
}

export const listRoleNames = async (db: Kysely<Database>, ownerId: number): Promise<string[]> => {
  const rows = await db.selectFrom('roles').select('name').where('owner_id', '=', ownerId).execute()
  return rows.map(({ name }) => name)
}

/** @throws HttpProblem 404 */
export const getRole = async (db: Kysely<Database>, ownerId: number, id: number): Promise<Role> =>
  toRole(
    await db
      .selectFrom('roles')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(missing),
  )

/** @throws HttpProblem 404 if the operator has no such character */
export const assertRole = async (db: Kysely<Database>, ownerId: number, id: number): Promise<void> => {
  await db
    .selectFrom('roles')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(missing)
}

/** @throws HttpProblem 422 above a limit for the operator's characters */
export const createRole = async (trx: Transaction<Database>, ownerId: number, body: RoleBody): Promise<Role> => {
  await lockUser(trx, ownerId)
  const now = timestamp()
  const created = await trx
    .insertInto('roles')
    .values({ ...toColumns(body), owner_id: ownerId, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await refuseTooMuch(trx, ownerId)
  return toRole(created)
}

/** @throws HttpProblem 404; 422 above a limit for the operator's characters */
export const updateRole = async (
  trx: Transaction<Database>,
  ownerId: number,
  id: number,
  body: RoleBody,
): Promise<Role> => {
  await lockUser(trx, ownerId)
  const updated = await trx
    .updateTable('roles')
    .set({ ...toColumns(body), updated_at: timestamp() })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(missing)
  await refuseTooMuch(trx, ownerId)
  return toRole(updated)
}

/** Call it after the write, in the same transaction: a refusal rolls the write back. */
const refuseTooMuch = async (trx: Transaction<Database>, ownerId: number): Promise<void> => {
  const { roles, bytes } = await trx
    .selectFrom('roles')
    .select(({ fn }) => [fn.countAll<number>().as('roles'), fn.sum<number | string | null>('bytes').as('bytes')])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (Number(roles) > most.roles) {
    throw new HttpProblem(422, `You have ${most.roles} AI characters already. Delete one to make room`)
  }
  if (Number(bytes) > most.bytes) {
    throw new HttpProblem(422, 'Your AI characters hold 4 MB already. Shorten one, or delete one, to make room')
  }
}

/** The character's replies stay; its saved replies are deleted. @throws HttpProblem 404 */
export const deleteRole = async (
  trx: Transaction<Database>,
  ownerId: number,
  id: number,
): Promise<{ name: string }> => {
  await lockUser(trx, ownerId)
  return trx
    .deleteFrom('roles')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirstOrThrow(missing)
}

const missing = () => notFound('AI role')

const toColumns = ({ learns_from_edits, ...body }: RoleBody) => {
  const texts = {
    system_prompt: body.system_prompt,
    background_story: body.background_story,
    personality_traits: JSON.stringify(body.personality_traits),
    instruction_set: JSON.stringify(body.instruction_set),
    knowledge_base: JSON.stringify(body.knowledge_base),
    example_conversations: JSON.stringify(body.example_conversations),
  }
  const bytes = Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const learns =
    learns_from_edits === undefined ? {} : { learns_from_edits: learns_from_edits ? (1 as const) : (0 as const) }
  return { ...body, ...texts, ...learns, bytes }
}

const toRole = ({ owner_id, created_at, updated_at, bytes, ...row }: Row<'roles'>): Role => ({
  ...row,
  personality_traits: JSON.parse(row.personality_traits),
  instruction_set: JSON.parse(row.instruction_set),
  knowledge_base: JSON.parse(row.knowledge_base),
  example_conversations: JSON.parse(row.example_conversations),
  learns_from_edits: row.learns_from_edits === 1,
})
