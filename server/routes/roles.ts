import { audited } from '../db/audit'
import type { AppDeps } from '../deps'
import { signedIn } from '../http/authenticate'
import type { Routes } from '../http/define'
import { orBadGateway, whileOpen } from '../http/outbound'
import { createPreparedRoles } from '../http/preparedRoles'
import { tokenPriceOf } from '../models/prices'
import { averageTimes, uncounted } from '../repositories/modelCalls'
import { createRole, deleteRole, getRole, updateRole } from '../repositories/roles'

export const register = (routes: Routes, { db, models, modelMoney: money = uncounted }: AppDeps): void => {
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

  routes.on('listModels', async ({ ownerId, request }) => {
    const listed = await orBadGateway(whileOpen(request, (signal) => models.listModels(signal)))
    const times = await averageTimes(db, ownerId, new Date())
    const isOneOfSeveral = new Set(listed.map(({ provider }) => provider)).size > 1
    return listed.map(({ id, name = id, provider = '', context_tokens }) => {
      const price = tokenPriceOf(money.card, provider, name)
      const took_ms = times.get(`${provider}/${name}`)
      return {
        id,
        ...(isOneOfSeveral ? { provider } : {}),
        ...(price === undefined ? {} : { price }),
        ...(context_tokens === undefined ? {} : { context_tokens }),
        ...(took_ms === undefined ? {} : { took_ms }),
      }
    })
  })

  routes.on('listProviders', async () => models.providers())
}

const named = ({ name }: { name: string }) => ({ subject: name })
