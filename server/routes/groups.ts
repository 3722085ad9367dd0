import { audit } from '../db/audit'
import type { AppDeps } from '../deps'
import { createGroup, deleteGroup, getGroup, listGroups, updateGroup } from '../repositories/groups'
import type { Routes } from './define'

export const register = (routes: Routes, { db }: AppDeps): void => {
  routes.on('listGroups', ({ ownerId }) => listGroups(db, ownerId))

  routes.on('getGroup', ({ ownerId, params }) => getGroup(db, ownerId, params.groupId))

  routes.on('createGroup', async ({ ownerId, body }) => {
    const group = await createGroup(db, ownerId, body)
    await audit(db, ownerId, 'group.created', group.name)
    return group
  })

  routes.on('updateGroup', async ({ ownerId, params, body }) => {
    const group = await updateGroup(db, ownerId, params.groupId, body)
    await audit(db, ownerId, 'group.changed', group.name)
    return group
  })

  routes.on('deleteGroup', async ({ ownerId, params }) => {
    const { name } = await deleteGroup(db, ownerId, params.groupId)
    await audit(db, ownerId, 'group.deleted', name)
  })
}
