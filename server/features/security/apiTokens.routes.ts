import { audit, audited } from '../../db/trail/audit'
import type { AppDeps } from '../../deps'
import type { AttemptLimits } from '../../http/attempts'
import { signedIn } from '../../http/authenticate'
import type { Routes } from '../../http/define'
import { createSessionWork } from '../../http/whileSignedIn'
import { endApiToken, listApiTokens, storeApiToken } from './apiTokens.store'
import { assertConfirmed } from './secondFactor.store'

export const register = (routes: Routes, deps: AppDeps, limits: AttemptLimits): void => {
  const { db } = deps
  const { bySession, bodyLimit } = limits
  const whileSignedIn = createSessionWork(db)

  routes.on('listApiTokens', ({ ownerId }) => listApiTokens(db, ownerId))

  routes.on(
    'createApiToken',
    async ({ ownerId, body, request }) => {
      await bySession(request)
      await assertConfirmed(db, signedIn(request))
      return whileSignedIn(request, async (trx) => {
        const made = await storeApiToken(trx, ownerId, body)
        await audit(trx, ownerId, 'apiToken.created', made.name, `${made.scope}, until ${made.expires_at}`)
        return made
      })
    },
    { bodyLimit },
  )

  routes.on('endApiToken', ({ ownerId, params }) =>
    audited(
      db,
      ownerId,
      'apiToken.ended',
      (trx) => endApiToken(trx, ownerId, params.apiTokenId),
      ({ name }) => ({ subject: name }),
    ),
  )
}
