import type { FastifyRequest } from 'fastify'
import { retrying } from '../../db/retrying'
import { audit } from '../../db/trail/audit'
import type { NoteRefused } from '../../db/trail/auditRefused'
import type { AppDeps } from '../../deps'
import type { AttemptLimits } from '../../http/attempts'
import { signedIn } from '../../http/authenticate'
import type { Routes } from '../../http/define'
import { createPasswordCheck } from '../../http/ownPassword'
import { createAdminWork, createSessionWork } from '../../http/whileSignedIn'
import { conflict } from '../../problems'
import { refusalOf } from '../../security/codes'
import { enrolmentAddress } from '../../security/totp'
import * as words from '../../security/words'
import { endSessions } from '../session/sessions.store'
import { getUser } from '../session/users.store'
import {
  assertConfirmed,
  assertFactorConfirmed,
  confirm,
  countFailure,
  enrol,
  hasSecondFactor,
  readSecondFactor,
  refuseEnrolled,
  removeSecondFactor,
  renewRecoveryCodes,
  startEnrolment,
  takeCode,
  takeFactorsAway,
} from './secondFactor.store'

export const register = (routes: Routes, deps: AppDeps, limits: AttemptLimits, noteRefused: NoteRefused): void => {
  const { db, vault } = deps
  const { bySession, bodyLimit } = limits
  const guards = { bodyLimit }
  const assertPassword = createPasswordCheck(db, noteRefused)
  const whileSignedIn = createSessionWork(db)
  const asAdministrator = createAdminWork(db)

  routes.on('getSecondFactor', ({ ownerId, request }) => readSecondFactor(db, ownerId, signedIn(request).sessionId))

  routes.on(
    'startSecondFactor',
    async ({ ownerId, body, request }) => {
      await bySession(request)
      await assertFactorConfirmed(db, signedIn(request))
      const user = await assertPassword(request, body.current_password)
      const secret = await retrying(db, async (trx) => {
        const made = await startEnrolment(trx, vault, ownerId)
        await audit(trx, ownerId, 'secondFactor.begun', request.ip)
        return made
      })
      return { secret, address: enrolmentAddress(secret, user.email) }
    },
    guards,
  )

  routes.on(
    'enrolSecondFactor',
    async ({ ownerId, body, request }) => {
      await bySession(request)
      const { sessionId } = signedIn(request)
      const { judged, codes } = await whileSignedIn(request, async (trx) => {
        await refuseEnrolled(trx, ownerId)
        const judged = await takeCode(trx, vault, ownerId, body.code, 'enrolment')
        if (judged !== 'right') {
          await audit(trx, ownerId, 'secondFactor.refused', request.ip, 'wrong code when turning it on')
          return { judged, codes: [] }
        }
        const codes = await enrol(trx, ownerId)
        await confirm(trx, sessionId)
        await endSessions(trx, ownerId, { except: sessionId })
        await audit(trx, ownerId, 'secondFactor.enrolled', request.ip, `session ${sessionId}`)
        return { judged, codes }
      })
      if (judged !== 'right') throw refusalOf(judged)
      return { recovery_codes: codes }
    },
    guards,
  )

  routes.on(
    'confirmSession',
    async ({ ownerId, body, request }) => {
      await bySession(request)
      if ('code' in body) return confirmByCode(ownerId, body.code, request)
      if (await hasSecondFactor(db, ownerId)) throw conflict(words.codeNeeded)
      await assertPassword(request, body.current_password)
      const { sessionId } = signedIn(request)
      await whileSignedIn(request, async (trx) => {
        await confirm(trx, sessionId)
        await audit(trx, ownerId, 'password.confirmed', request.ip, `session ${sessionId}`)
      })
    },
    guards,
  )

  const confirmByCode = async (ownerId: number, code: string, request: FastifyRequest) => {
    const { sessionId } = signedIn(request)
    const refusal = await whileSignedIn(request, async (trx) => {
      const judged = await takeCode(trx, vault, ownerId, code, 'confirmation')
      if (judged === 'right') await confirm(trx, sessionId)
      const action = judged === 'right' ? 'secondFactor.confirmed' : 'secondFactor.refused'
      await audit(trx, ownerId, action, request.ip, `session ${sessionId}`)
      if (judged === 'right') return undefined
      return (await countFailure(trx, { ownerId, sessionId })) ?? refusalOf(judged)
    })
    if (refusal) throw refusal
  }

  routes.on('removeSecondFactor', async ({ ownerId, request }) => {
    await assertConfirmed(db, signedIn(request))
    await whileSignedIn(request, async (trx) => {
      await removeSecondFactor(trx, ownerId)
      await audit(trx, ownerId, 'secondFactor.removed', request.ip)
    })
  })

  routes.on('renewRecoveryCodes', async ({ ownerId, request }) => {
    await assertConfirmed(db, signedIn(request))
    return whileSignedIn(request, async (trx) => {
      const recovery_codes = await renewRecoveryCodes(trx, ownerId)
      await audit(trx, ownerId, 'secondFactor.codesRenewed', request.ip)
      return { recovery_codes }
    })
  })

  routes.on('removeOperatorFactor', ({ ownerId, params, request }) =>
    asAdministrator(request, async (trx) => {
      const { id, email } = await getUser(trx, params.operatorId)
      await takeFactorsAway(trx, id)
      await endSessions(trx, id)
      await audit(trx, ownerId, 'secondFactor.takenAway', email)
    }),
  )
}
