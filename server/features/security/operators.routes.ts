import type { UpdateOperatorBody } from '../../../src/schemas/security/operators'
import { retrying } from '../../db/retrying'
import { audit } from '../../db/trail/audit'
import type { NoteRefused } from '../../db/trail/auditRefused'
import type { AppDeps } from '../../deps'
import { type AttemptLimits, triedFrom } from '../../http/attempts'
import { assertAdmin, signedIn } from '../../http/authenticate'
import type { Routes } from '../../http/define'
import { createPasswordCheck } from '../../http/ownPassword'
import { createAdminWork, createSessionWork } from '../../http/whileSignedIn'
import { conflict, invalid, notFound } from '../../problems'
import { refuseGuessable } from '../../security/commonPasswords'
import { hashPassword } from '../../security/passwords'
import * as words from '../../security/words'
import { createPass, findPass, takePass, usedUp } from '../session/passes.store'
import { endSessions, listSessions } from '../session/sessions.store'
import { dismissNotice, getUser, lockUser, storePasswordHash } from '../session/users.store'
import { endGrant, listGrants } from './grants.store'
import {
  assertAdministrators,
  connectedAccounts,
  deleteOperator,
  listOperators,
  lockAdministrators,
  setAdministrator,
  setDisabled,
} from './operators.store'
import { assertConfirmed, assertFactorConfirmed, mustEnrol } from './secondFactor.store'

export const register = (routes: Routes, deps: AppDeps, limits: AttemptLimits, noteRefused: NoteRefused): void => {
  const { db, access, settings } = deps
  const { beforeBody, byAddress, bySession, bodyLimit } = limits
  const guards = { bodyLimit }
  const assertPassword = createPasswordCheck(db, noteRefused)
  const whileSignedIn = createSessionWork(db)
  const asAdministrator = createAdminWork(db)

  routes.on('getMe', async ({ ownerId }) => {
    const { id, email, username, is_admin, notice } = await getUser(db, ownerId)
    return {
      ...{ id, email, username, is_admin: is_admin === 1 },
      ...(notice === null ? {} : { notice }),
      ...((await mustEnrol(db, ownerId, settings.factorRequiredOf)) ? { must_enrol: true as const } : {}),
    }
  })

  routes.on('dismissNotice', async ({ ownerId, request }) => {
    await retrying(db, async (trx) => {
      await dismissNotice(trx, ownerId)
      await audit(trx, ownerId, 'operator.toldSo', request.ip)
    })
  })

  routes.on(
    'changePassword',
    async ({ ownerId, body, request }) => {
      await bySession(request)
      await assertFactorConfirmed(db, signedIn(request))
      const user = await assertPassword(request, body.current_password)
      refuseShort('new_password', body.new_password)
      await refuseGuessable('new_password', body.new_password, user)
      const hash = await hashPassword(body.new_password, true)
      await whileSignedIn(request, async (trx) => {
        await storePasswordHash(trx, ownerId, hash)
        await endSessions(trx, ownerId, { except: signedIn(request).sessionId })
        await audit(trx, ownerId, 'password.changed', request.ip)
      })
    },
    guards,
  )

  routes.on(
    'resetPassword',
    async ({ body, request }) => {
      await byAddress(request)
      refuseShort('password', body.password)
      const userId = (await findPass(db, body.token, 'reset'))?.userId
      if (typeof userId !== 'number') {
        const detail = 'an invalid link'
        await noteRefused({ ...triedFrom(request), ownerId: null, action: 'password.refused', detail })
        throw usedUp()
      }
      await refuseGuessable('password', body.password, await getUser(db, userId))
      const hash = await hashPassword(body.password, true)
      await retrying(db, async (trx) => {
        if ((await takePass(trx, body.token, 'reset'))?.userId !== userId) throw usedUp()
        await storePasswordHash(trx, userId, hash)
        await endSessions(trx, userId)
        await audit(trx, userId, 'password.reset', request.ip)
      })
    },
    { ...guards, before: beforeBody },
  )

  const refuseShort = (field: string, password: string) => {
    if (password.length >= settings.passwordMin) return
    throw invalid(field, words.passwordTooShort(settings.passwordMin))
  }

  routes.on('listSessions', ({ ownerId, request }) => listSessions(db, ownerId, signedIn(request).sessionId))

  routes.on('endSession', async ({ ownerId, params, request }) => {
    await assertConfirmed(db, signedIn(request))
    await whileSignedIn(request, async (trx) => {
      const ended = await endSessions(trx, ownerId, { only: params.sessionId })
      if (ended === 0) throw notFound('Session')
      await audit(trx, ownerId, 'session.ended', request.ip, `session ${params.sessionId}`)
    })
  })

  routes.on('endOtherSessions', async ({ ownerId, request }) => {
    await assertConfirmed(db, signedIn(request))
    await whileSignedIn(request, async (trx) => {
      await endSessions(trx, ownerId, { except: signedIn(request).sessionId })
      await audit(trx, ownerId, 'session.othersEnded', request.ip)
    })
  })

  routes.on('endSessions', async ({ ownerId, request }) => {
    await assertConfirmed(db, signedIn(request))
    await whileSignedIn(request, async (trx) => {
      await endSessions(trx, ownerId)
      await audit(trx, ownerId, 'session.allEnded', request.ip)
    })
  })

  routes.on('listOperators', async ({ request }) => {
    assertAdmin(request)
    return listOperators(db)
  })

  routes.on('listGrants', ({ request }) => listGrants(db, signedIn(request)))

  routes.on('endGrant', ({ ownerId, params, request }) =>
    retrying(db, async (trx) => {
      const email = await endGrant(trx, signedIn(request), params)
      await audit(trx, ownerId, 'operator.grantEnded', params.grantPurpose, email)
    }),
  )

  routes.on('inviteOperator', ({ ownerId, request }) =>
    asAdministrator(request, async (trx) => {
      const pass = await createPass(trx, { purpose: 'invitation', issuerId: ownerId })
      await audit(trx, ownerId, 'operator.invited', `until ${pass.expires_at}`)
      return pass
    }),
  )

  routes.on('updateOperator', ({ ownerId, params, body, request }) =>
    asAdministrator(request, async (trx) => {
      const { operatorId } = params
      if ('disabled' in body) refuseSelf(ownerId, operatorId)
      await lockAdministrators(trx)
      const changed =
        'disabled' in body
          ? await setDisabled(trx, operatorId, body.disabled)
          : await setAdministrator(trx, operatorId, body.is_admin)
      await assertAdministrators(trx)
      await audit(trx, ownerId, actionOf(body), changed.email)
      return changed
    }),
  )

  routes.on('resetOperator', ({ ownerId, params, request }) =>
    asAdministrator(request, async (trx) => {
      const { id, email } = await getUser(trx, params.operatorId)
      const pass = await createPass(trx, { purpose: 'reset', userId: id, issuerId: ownerId })
      await audit(trx, ownerId, 'operator.resetOffered', email)
      return pass
    }),
  )

  routes.on('deleteOperator', async ({ ownerId, params, request }) => {
    await asAdministrator(request, async (trx) => {
      refuseSelf(ownerId, params.operatorId)
      await lockUser(trx, params.operatorId)
      for await (const account of connectedAccounts(trx, params.operatorId)) await access.revoke(trx, account)
      const { email } = await deleteOperator(trx, params.operatorId)
      await audit(trx, ownerId, 'operator.deleted', email)
    })
    access.revocations.wake()
  })
}

const actionOf = (body: UpdateOperatorBody): string => {
  if ('disabled' in body) return body.disabled ? 'operator.disabled' : 'operator.enabled'
  return body.is_admin ? 'operator.administratorNamed' : 'operator.administratorRemoved'
}

const refuseSelf = (ownerId: number, operatorId: number): void => {
  if (ownerId === operatorId) throw conflict(words.notYourself)
}
