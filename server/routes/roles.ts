import { audit } from '../db/audit'
import type { AppDeps } from '../deps'
import { createRole, deleteRole, getRole, listRoles, updateRole } from '../repositories/roles'
import type { Routes } from './define'
import { orBadGateway } from './outbound'

export const register = (routes: Routes, { db, models }: AppDeps): void => {
  routes.on('listRoles', ({ ownerId, query }) => listRoles(db, ownerId, query))

  routes.on('getRole', ({ ownerId, params }) => getRole(db, ownerId, params.roleId))

  routes.on('createRole', async ({ ownerId, body }) => {
    const role = await createRole(db, ownerId, body)
    await audit(db, ownerId, 'role.created', role.name)
    return role
  })

  routes.on('updateRole', async ({ ownerId, params, body }) => {
    const role = await updateRole(db, ownerId, params.roleId, body)
    await audit(db, ownerId, 'role.changed', role.name)
    return role
  })

  routes.on('deleteRole', async ({ ownerId, params }) => {
    const { name } = await deleteRole(db, ownerId, params.roleId)
    await audit(db, ownerId, 'role.deleted', name)
  })

  routes.on('listModels', () => orBadGateway(models.listModels()))
}
