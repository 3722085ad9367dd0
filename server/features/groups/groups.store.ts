import type { Kysely, Transaction } from 'kysely'
import { groupKey } from '../../../src/schemas/groups/groupKey'
import type { Group, GroupBody } from '../../../src/schemas/groups/groups'
import { prepared, type Values } from '../../db/prepared'
import type { Database, Row } from '../../db/schema'
import { conflict, HttpProblem, notFound } from '../../problems'
import { timestamp } from '../../time/clock'
import * as words from '../accounts/words'
import { lockUser } from '../session/users.store'

const columns = ['id', 'name', 'description'] as const

export const listGroups = (db: Kysely<Database>, ownerId: number): Promise<Group[]> =>
  db.selectFrom('groups').select(columns).where('owner_id', '=', ownerId).orderBy('id').execute()

/** @throws HttpProblem 404 */
export const getGroup = (db: Kysely<Database>, ownerId: number, id: number): Promise<Group> =>
  db
    .selectFrom('groups')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(missing)

/** @returns the id; null for an empty name @throws HttpProblem 404 */
export const findGroupId = async (db: Kysely<Database>, ownerId: number, name: string): Promise<number | null> => {
  const wanted = name.trim()
  if (wanted === '') return null
  const [group] = await findByName(db, { owner_id: ownerId, name: wanted })
  if (!group) throw notFound(`Group "${wanted}"`)
  return group.id
}

const findByName = prepared((db, value: Values<Pick<Row<'groups'>, 'owner_id' | 'name'>>) =>
  db.selectFrom('groups').select('id').where('owner_id', '=', value('owner_id')).where('name', '=', value('name')),
)

const mostGroups = 1000

/** @throws HttpProblem 409 if the name exists, ignoring case; 422 beyond 1,000 groups */
export const createGroup = async (trx: Transaction<Database>, ownerId: number, body: GroupBody): Promise<Group> => {
  await lockUser(trx, ownerId)
  const groups = await listGroups(trx, ownerId)
  if (groups.length >= mostGroups) {
    throw new HttpProblem(422, words.tooManyGroups(mostGroups))
  }
  demandFree(body.name, groups)
  const now = timestamp()
  return trx
    .insertInto('groups')
    .values({ ...body, owner_id: ownerId, created_at: now, updated_at: now })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** @throws HttpProblem 404, 409 */
export const updateGroup = async (
  trx: Transaction<Database>,
  ownerId: number,
  id: number,
  body: GroupBody,
): Promise<Group> => {
  await lockUser(trx, ownerId)
  const { name } = await getGroup(trx, ownerId, id)
  if (body.name !== name) {
    const all = await listGroups(trx, ownerId)
    const others = all.filter((group) => group.id !== id)
    demandFree(body.name, others)
  }
  return trx
    .updateTable('groups')
    .set({ ...body, updated_at: timestamp() })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow(missing)
}

/** Its accounts stay, without a group. @throws HttpProblem 404 */
export const deleteGroup = async (
  trx: Transaction<Database>,
  ownerId: number,
  id: number,
): Promise<{ name: string }> => {
  await lockUser(trx, ownerId)
  return trx
    .deleteFrom('groups')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirstOrThrow(missing)
}

const missing = () => notFound('Group')

const demandFree = (name: string, groups: Group[]): void => {
  const taken = groups.find((group) => groupKey(group.name) === groupKey(name))
  if (taken) throw conflict(words.groupExists(taken.name))
}
