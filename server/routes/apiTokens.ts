import type { FastifyInstance } from 'fastify'
import { audit, audited } from '../db/audit'
import { retrying } from '../db/retrying'
import type { AppDeps } from '../deps'
import { signedIn } from '../http/authenticate'
import type { Routes } from '../http/define'
import { endApiToken, listApiTokens, storeApiToken } from '../repositories/apiTokens'
import { assertConfirmed } from '../repositories/secondFactor'
import { noSessionMark } from '../repositories/sessionMark'
import { keepSession } from '../repositories/sessions'
import { createChecks } from '../security/attempts'

/** What scripts and agents of the operator come in with. */
export const register = (routes: Routes, deps: AppDeps, app: FastifyInstance): void => {
  const { db, dialect, sessionMark = noSessionMark } = deps
  const { bySession, bodyLimit } = createChecks(app)

  routes.on('listApiTokens', ({ ownerId }) => listApiTokens(db, ownerId))

  routes.on(
    'createApiToken',
    async ({ ownerId, body, request }) => {
      await bySession(request)
      await assertConfirmed(db, signedIn(request))
      return retrying(db, async (trx) => {
        const made = await storeApiToken(trx, dialect, ownerId, body)
        await keepSession(trx, signedIn(request).sessionId)
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
      (trx) => endApiToken(trx, sessionMark, ownerId, params.apiTokenId),
      ({ name }) => ({ subject: name }),
    ),
  )
}
