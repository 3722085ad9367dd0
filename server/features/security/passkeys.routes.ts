import type { FastifyRequest } from 'fastify'
import { retrying } from '../../db/retrying'
import { audit, audited } from '../../db/trail/audit'
import type { NoteRefused } from '../../db/trail/auditRefused'
import type { AppDeps } from '../../deps'
import { type AttemptLimits, triedFrom } from '../../http/attempts'
import { signedIn } from '../../http/authenticate'
import type { Routes } from '../../http/define'
import { createPasswordCheck } from '../../http/ownPassword'
import { createSessionWork } from '../../http/whileSignedIn'
import { conflict } from '../../problems'
import {
  assertRelyingParty,
  challengeIn,
  creationOptions,
  relyingParty,
  requestOptions,
  verifyAttestation,
} from '../../security/webauthn'
import * as words from '../../security/words'
import { endSessions } from '../session/sessions.store'
import { getUser } from '../session/users.store'
import { passkeyRefusal, takeAssertion } from './passkeyAssertions.store'
import { boundTo, storeChallenge, takeChallenge } from './passkeyChallenges.store'
import {
  credentialsOf,
  deletePasskey,
  listPasskeys,
  passkeyHandle,
  renamePasskey,
  storePasskey,
} from './passkeys.store'
import {
  assertConfirmed,
  confirm,
  countFailure,
  forgetIfLast,
  hasSecondFactor,
  renewRecoveryCodes,
} from './secondFactor.store'

export const register = (routes: Routes, deps: AppDeps, limits: AttemptLimits, noteRefused: NoteRefused): void => {
  const { db, settings } = deps
  const { bySession, bodyLimit } = limits
  const guards = { bodyLimit }
  const assertPassword = createPasswordCheck(db, noteRefused)
  const whileSignedIn = createSessionWork(db)

  const partyOf = (request: FastifyRequest) => assertRelyingParty(settings.publicOrigin, request)

  routes.on('listPasskeys', async ({ ownerId, request }) => {
    const party = relyingParty(settings.publicOrigin, request)
    return {
      passkeys: await listPasskeys(db, ownerId),
      unavailable: 'unavailable' in party ? party.unavailable : null,
    }
  })

  /**
   * Operators confirm with their second factor, or with their password if they have none: a thief of a session has
   * neither.
   */
  const assertOwner = async (ownerId: number, password: string | undefined, request: FastifyRequest) => {
    if (await hasSecondFactor(db, ownerId)) await assertConfirmed(db, signedIn(request))
    else await assertPassword(request, password ?? '')
  }

  const noteRefusedPasskey = async (label: string | undefined, request: FastifyRequest) => {
    const { ownerId, sessionId } = signedIn(request)
    const named = label === undefined ? '' : ` with ${label}`
    await noteRefused({
      ...triedFrom(request),
      ownerId,
      action: 'passkey.refused',
      detail: `session ${sessionId}${named}`,
    })
  }

  routes.on(
    'startPasskey',
    async ({ ownerId, body, request }) => {
      await bySession(request)
      const party = partyOf(request)
      await assertOwner(ownerId, body.current_password, request)
      const { email } = await getUser(db, ownerId)
      const handle = await retrying(db, (trx) => passkeyHandle(trx, ownerId))
      const options = await creationOptions(party, { email, handle }, await credentialsOf(db, ownerId))
      await storeChallenge(db, options.challenge, boundTo.registration(signedIn(request).sessionId))
      return options
    },
    guards,
  )

  routes.on(
    'createPasskey',
    async ({ ownerId, body: { label, credential }, request }) => {
      await bySession(request)
      const party = partyOf(request)
      const { sessionId } = signedIn(request)
      const challenge = challengeIn(credential.response)
      const isLate = !(await takeChallenge(db, challenge, boundTo.registration(sessionId)))
      const made = isLate ? undefined : await verifyAttestation(party, credential, challenge)
      if (!made) {
        const refused = isLate ? 'late' : 'refused'
        await noteRefusedPasskey(undefined, request)
        throw passkeyRefusal(refused)
      }
      const { transports = [] } = credential.response
      return whileSignedIn(request, async (trx) => {
        const isFirst = !(await hasSecondFactor(trx, ownerId))
        const passkey = await storePasskey(trx, ownerId, { label, transports, made })
        const recovery_codes = isFirst ? await renewRecoveryCodes(trx, ownerId) : []
        if (isFirst) await endSessions(trx, ownerId, { except: sessionId })
        await confirm(trx, sessionId)
        await audit(trx, ownerId, 'passkey.registered', label, `${request.ip}, session ${sessionId}`)
        return { passkey, recovery_codes }
      })
    },
    guards,
  )

  routes.on('renamePasskey', ({ ownerId, params, body: { label } }) =>
    audited(
      db,
      ownerId,
      'passkey.renamed',
      (trx) => renamePasskey(trx, ownerId, { id: params.passkeyId, label }),
      () => ({ subject: label }),
    ),
  )

  routes.on('deletePasskey', async ({ ownerId, params, request }) => {
    await assertConfirmed(db, signedIn(request))
    await whileSignedIn(request, async (trx) => {
      const { label } = await deletePasskey(trx, ownerId, params.passkeyId)
      await forgetIfLast(trx, ownerId)
      await audit(trx, ownerId, 'passkey.removed', label, request.ip)
    })
  })

  routes.on('startConfirmation', async ({ ownerId, request }) => {
    await bySession(request)
    const party = partyOf(request)
    const known = await credentialsOf(db, ownerId)
    if (known.length === 0) throw conflict(words.noPasskey)
    const options = await requestOptions(party, known)
    await storeChallenge(db, options.challenge, boundTo.confirmation(signedIn(request).sessionId))
    return options
  })

  routes.on(
    'confirmByPasskey',
    async ({ ownerId, body, request }) => {
      await bySession(request)
      const { sessionId } = signedIn(request)
      const by = { address: request.ip, where: `session ${sessionId}` }
      const asked = { party: partyOf(request), by, boundTo: boundTo.confirmation(sessionId), userId: ownerId }
      const judged = await takeAssertion(db, asked, body.credential)
      if ('refused' in judged) {
        if (judged.refused !== 'copied') await noteRefusedPasskey(judged.of?.label, request)
        const ended = await retrying(db, (trx) => countFailure(trx, signedIn(request)))
        throw ended ?? passkeyRefusal(judged.refused)
      }
      await whileSignedIn(request, async (trx) => {
        await confirm(trx, sessionId)
        const detail = `session ${sessionId}, with the passkey ${judged.accepted.label}`
        await audit(trx, ownerId, 'secondFactor.confirmed', request.ip, detail)
      })
    },
    guards,
  )
}
