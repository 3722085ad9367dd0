import { audited } from '../../db/audit'
import type { AppDeps } from '../../deps'
import { signedIn } from '../../http/authenticate'
import type { Routes } from '../../http/define'
import { createPreparedRoles } from '../../http/preparedRoles'
import { createRole, deleteRole, getRole, updateRole } from './roles.store'

export const register = (routes: Routes, { db }: AppDeps): void => {
  const lists = createPreparedRoles(db)

  routes.on('listRoles', ({ ownerId, query, request }) => lists.get(ownerId, signedIn(request).revisions.roles, query))

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
}

const named = ({ name }: { name: string }) => ({ subject: name })
