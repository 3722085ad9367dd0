import type { Kysely } from 'kysely'
import type { Role, RoleBody } from '../../src/schemas/roles'
import { timestamp } from '../clock'
import type { Database, Row } from '../db/schema'
import { notFound } from '../problems'

/** @param skip rows left out, in the order of their creation. */
export const listRoles = async (
  db: Kysely<Database>,
  ownerId: number,
  { skip, limit }: { skip: number; limit: number },
): Promise<Role[]> => {
  const rows = await db
    .selectFrom('roles')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .limit(limit)
    .offset(skip)
    .execute()
  return rows.map(toRole)
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

export const createRole = async (db: Kysely<Database>, ownerId: number, body: RoleBody): Promise<Role> => {
  const now = timestamp()
  return toRole(
    await db
      .insertInto('roles')
      .values({ ...toColumns(body), owner_id: ownerId, created_at: now, updated_at: now })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/** @throws HttpProblem 404 */
export const updateRole = async (db: Kysely<Database>, ownerId: number, id: number, body: RoleBody): Promise<Role> =>
  toRole(
    await db
      .updateTable('roles')
      .set({ ...toColumns(body), updated_at: timestamp() })
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(missing),
  )

/** Its replies stay. @throws HttpProblem 404 */
export const deleteRole = (db: Kysely<Database>, ownerId: number, id: number): Promise<{ name: string }> =>
  db
    .deleteFrom('roles')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirstOrThrow(missing)

const missing = () => notFound('AI role')

const toColumns = (body: RoleBody) => ({
  ...body,
  personality_traits: JSON.stringify(body.personality_traits),
  instruction_set: JSON.stringify(body.instruction_set),
  knowledge_base: JSON.stringify(body.knowledge_base),
  example_conversations: JSON.stringify(body.example_conversations),
})

const toRole = ({ owner_id, created_at, updated_at, ...row }: Row<'roles'>): Role => ({
  ...row,
  personality_traits: JSON.parse(row.personality_traits),
  instruction_set: JSON.parse(row.instruction_set),
  knowledge_base: JSON.parse(row.knowledge_base),
  example_conversations: JSON.parse(row.example_conversations),
})
