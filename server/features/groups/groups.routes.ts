import { audited } from '../../db/trail/audit'
import type { AppDeps } from '../../deps'
import type { Routes } from '../../http/define'
import { createGroup, deleteGroup, getGroup, listGroups, updateGroup } from './groups.store'

export const register = (routes: Routes, { db }: AppDeps): void => {
  routes.on('listGroups', ({ ownerId }) => listGroups(db, ownerId))

  routes.on('getGroup', ({ ownerId, params }) => getGroup(db, ownerId, params.groupId))

  routes.on('createGroup', ({ ownerId, body }) =>
    audited(db, ownerId, 'group.created', (trx) => createGroup(trx, ownerId, body), named),
  )

  routes.on('updateGroup', ({ ownerId, params, body }) =>
    audited(db, ownerId, 'group.changed', (trx) => updateGroup(trx, ownerId, params.groupId, body), named),
  )

  routes.on('deleteGroup', ({ ownerId, params }) =>
    audited(db, ownerId, 'group.deleted', (trx) => deleteGroup(trx, ownerId, params.groupId), named),
  )
}

const named = ({ name }: { name: string }) => ({ subject: name })
