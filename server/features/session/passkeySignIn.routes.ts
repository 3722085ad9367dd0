import type { FastifyRequest } from 'fastify'
import type { PasskeyAssertion } from '../../../src/schemas/session/passkeySignIn'
import { retrying } from '../../db/retrying'
import { audit } from '../../db/trail/audit'
import type { NoteRefused } from '../../db/trail/auditRefused'
import type { AppDeps } from '../../deps'
import { type AttemptLimits, triedFrom } from '../../http/attempts'
import type { Routes } from '../../http/define'
import { isDisabled, originOf } from '../../http/signIn'
import { conflict } from '../../problems'
import { assertRelyingParty, requestOptions } from '../../security/webauthn'
import * as words from '../../security/words'
import { passkeyRefusal, takeAssertion } from '../security/passkeyAssertions.store'
import { boundTo, storeChallenge } from '../security/passkeyChallenges.store'
import { credentialsOf } from '../security/passkeys.store'
import { confirm, endSignIn, findSignIn, signInTooLate, trySignIn } from '../security/secondFactor.store'
import { startSession } from './sessions.store'
import { getUser, lockUser } from './users.store'

/** The sign-in whose password was correct. */
interface StartedSignIn {
  id: number
  userId: number
  remember: boolean
}

/** Signing in with a passkey: without a password, or as the second factor after a correct password. */
export const register = (routes: Routes, deps: AppDeps, limits: AttemptLimits, noteRefused: NoteRefused): void => {
  const { db, settings } = deps
  const { beforeBody, byAddress, bodyLimit } = limits
  const guards = { before: beforeBody, bodyLimit }

  const partyOf = (request: FastifyRequest) => assertRelyingParty(settings.publicOrigin, request)

  const refuseLate = async (request: FastifyRequest): Promise<never> => {
    await noteRefused({ ...triedFrom(request), ownerId: null, action: 'secondFactor.refused', detail: 'too late' })
    throw signInTooLate()
  }

  routes.on(
    'startPasskeySignIn',
    async ({ body: { challenge }, request }) => {
      await byAddress(request)
      const party = partyOf(request)
      if (challenge === undefined) {
        const options = await requestOptions(party, undefined)
        await storeChallenge(db, options.challenge, boundTo.signIn)
        return options
      }
      const started = await findSignIn(db, challenge)
      if (!started) return refuseLate(request)
      const known = await credentialsOf(db, started.userId)
      if (known.length === 0) throw conflict(words.noPasskey)
      const options = await requestOptions(party, known)
      await storeChallenge(db, options.challenge, boundTo.secondFactor(started.id))
      return options
    },
    guards,
  )

  const judge = async (credential: PasskeyAssertion, started: StartedSignIn | undefined, request: FastifyRequest) => {
    const party = partyOf(request)
    const by = { address: request.ip, where: 'at sign-in' }
    const asked = started
      ? { party, by, boundTo: boundTo.secondFactor(started.id), userId: started.userId }
      : { party, by, boundTo: boundTo.signIn }
    const judged = await takeAssertion(db, asked, credential)
    if (!('refused' in judged)) return judged.accepted
    const label = judged.of === undefined ? '' : ` with ${judged.of.label}`
    // A passkey that is blocked by this call has already added its audit line.
    if (judged.refused !== 'copied') {
      await noteRefused({
        ...triedFrom(request),
        ownerId: judged.of?.userId ?? started?.userId ?? null,
        action: 'passkey.refused',
        detail: `${by.where}${label}`,
      })
    }
    throw passkeyRefusal(judged.refused)
  }

  routes.on(
    'answerPasskeySignIn',
    async ({ body: { challenge, credential, remember_me }, request }) => {
      await byAddress(request)
      const started = challenge === undefined ? undefined : await retrying(db, (trx) => trySignIn(trx, challenge))
      if (challenge !== undefined && !started) return refuseLate(request)
      const { userId, label } = await judge(credential, started, request)
      const answer = await retrying(db, async (trx) => {
        await lockUser(trx, userId)
        const { email, disabled_at } = await getUser(trx, userId)
        if (disabled_at !== null) return 'disabled'
        if (started && !(await endSignIn(trx, started.id))) return 'late'
        const remember = started ? started.remember : remember_me === true
        const { token, sessionId } = await startSession(trx, userId, remember, originOf(request))
        await confirm(trx, sessionId)
        const how = started ? 'with the passkey' : 'without a password, with the passkey'
        await audit(trx, userId, 'signIn.completed', request.ip, `session ${sessionId}, ${how} ${label}`)
        return { access_token: token, email }
      })
      if (answer === 'late') return refuseLate(request)
      if (answer !== 'disabled') return answer
      await noteRefused({ ...triedFrom(request), ownerId: userId, action: 'signIn.refused', detail: 'disabled' })
      throw isDisabled()
    },
    guards,
  )
}
