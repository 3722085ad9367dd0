import { audited } from '../../db/trail/audit'
import type { AppDeps } from '../../deps'
import type { Routes } from '../../http/define'
import { createSavedReply, deleteSavedReply, listSavedReplies, updateSavedReply } from './savedReplies.store'

export const register = (routes: Routes, { db }: AppDeps): void => {
  routes.on('listSavedReplies', ({ ownerId, params }) => listSavedReplies(db, ownerId, params.roleId))

  routes.on('createSavedReply', ({ ownerId, params, body }) =>
    audited(db, ownerId, 'savedReply.created', (trx) => createSavedReply(trx, ownerId, params.roleId, body), named),
  )

  routes.on('updateSavedReply', ({ ownerId, params, body }) =>
    audited(db, ownerId, 'savedReply.changed', (trx) => updateSavedReply(trx, ownerId, params, body), named),
  )

  routes.on('deleteSavedReply', ({ ownerId, params }) =>
    audited(db, ownerId, 'savedReply.deleted', (trx) => deleteSavedReply(trx, ownerId, params), named),
  )
}

const named = ({ name }: { name: string }) => ({ subject: name })
