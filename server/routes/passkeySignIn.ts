import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PasskeyAssertion } from '../../src/schemas/passkeySignIn'
import { audit } from '../db/audit'
import { retrying } from '../db/retrying'
import type { AppDeps } from '../deps'
import type { Routes } from '../http/define'
import { isDisabled, originOf } from '../http/signIn'
import { conflict } from '../problems'
import { auditActionOf, passkeyRefusal, takeAssertion } from '../repositories/passkeyAssertions'
import { boundTo, storeChallenge } from '../repositories/passkeyChallenges'
import { credentialsOf } from '../repositories/passkeys'
import { confirm, endSignIn, findSignIn, signInTooLate, trySignIn } from '../repositories/secondFactor'
import { forgetExpiredSessions, startSession } from '../repositories/sessions'
import { getUser } from '../repositories/users'
import { createChecks } from '../security/attempts'
import { relyingParty, requestOptions } from '../security/webauthn'

/** The password was right before: whose, and what for. */
interface Begun {
  id: number
  userId: number
  remember: boolean
}

/** Signing in with a passkey: alone, or as the second factor of who gave the right password. */
export const register = (routes: Routes, deps: AppDeps, app: FastifyInstance): void => {
  const { db, settings } = deps
  const { beforeBody, byAddress, bodyLimit } = createChecks(app)
  const guards = { before: beforeBody, bodyLimit }

  const partyOf = (request: FastifyRequest) => {
    const party = relyingParty(settings.publicOrigin, request)
    if ('unavailable' in party) throw conflict(party.unavailable)
    return party
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
      const begun = await findSignIn(db, challenge)
      if (!begun) throw signInTooLate()
      const known = await credentialsOf(db, begun.userId)
      if (known.length === 0) throw conflict('You have no passkey')
      const options = await requestOptions(party, known)
      await storeChallenge(db, options.challenge, boundTo.secondFactor(begun.id))
      return options
    },
    guards,
  )

  const judge = async (credential: PasskeyAssertion, begun: Begun | undefined, request: FastifyRequest) => {
    const party = partyOf(request)
    const asked = begun
      ? { party, boundTo: boundTo.secondFactor(begun.id), userId: begun.userId }
      : { party, boundTo: boundTo.signIn }
    const judged = await takeAssertion(db, asked, credential)
    if (!('refused' in judged)) return judged.taken
    const whose = judged.of?.userId ?? begun?.userId ?? null
    const label = judged.of === undefined ? '' : ` with ${judged.of.label}`
    await audit(db, whose, auditActionOf(judged.refused), request.ip, `at sign-in${label}`)
    throw passkeyRefusal(judged.refused)
  }

  routes.on(
    'answerPasskeySignIn',
    async ({ body: { challenge, credential, remember_me }, request }) => {
      await byAddress(request)
      const begun = challenge === undefined ? undefined : await retrying(db, (trx) => trySignIn(trx, challenge))
      if (challenge !== undefined && !begun) throw signInTooLate()
      const { userId, label } = await judge(credential, begun, request)
      await forgetExpiredSessions(db)
      return retrying(db, async (trx) => {
        const { email, disabled_at } = await getUser(trx, userId)
        if (disabled_at !== null) throw isDisabled()
        if (begun && !(await endSignIn(trx, begun.id))) throw signInTooLate()
        const remember = begun ? begun.remember : remember_me === true
        const { token, sessionId } = await startSession(trx, userId, remember, originOf(request))
        await confirm(trx, sessionId)
        const how = begun ? 'with the passkey' : 'by the passkey alone,'
        await audit(trx, userId, 'signIn.completed', request.ip, `session ${sessionId}, ${how} ${label}`)
        return { access_token: token, email }
      })
    },
    guards,
  )
}
