import { audited } from '../db/audit'
import type { AppDeps } from '../deps'
import { signedIn } from '../http/authenticate'
import type { Routes } from '../http/define'
import { orBadGateway, whileOpen } from '../http/outbound'
import { createRole, deleteRole, getRole, updateRole } from '../repositories/roles'
import { createRoleLists } from '../roles/lists'

export const register = (routes: Routes, { db, models }: AppDeps): void => {
  const lists = createRoleLists(db)

  routes.on('listRoles', ({ ownerId, query, request }) => lists.get(ownerId, signedIn(request).rolesRevision, query))

  routes.on('getRole', ({ ownerId, params }) => getRole(db, ownerId, params.roleId))

  routes.on('createRole', ({ ownerId, body }) =>
    audited(db, ownerId, 'role.created', (trx) => createRole(trx, ownerId, body), named),
  )

  routes.on('updateRole', ({ ownerId, params, body }) =>
    audited(db, ownerId, 'role.changed', (trx) => updateRole(trx, ownerId, params.roleId, body), named),
  )

  routes.on('deleteRole', ({ ownerId, params }) =>
    audited(db, ownerId, 'role.deleted', (trx) => deleteRole(trx, ownerId, params.roleId), named),
  )

  routes.on('listModels', ({ request }) => orBadGateway(whileOpen(request, (signal) => models.listModels(signal))))
}

const named = ({ name }: { name: string }) => ({ subject: name })
