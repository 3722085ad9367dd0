import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { setupHeader } from '../../../src/schemas/session/auth'
import { retrying } from '../../db/retrying'
import type { Database, Row } from '../../db/schema'
import { audit } from '../../db/trail/audit'
import type { NoteRefused } from '../../db/trail/auditRefused'
import type { AppDeps } from '../../deps'
import { type AttemptLimits, callerAndOperator, callerOf, triedFrom } from '../../http/attempts'
import { signedIn } from '../../http/authenticate'
import type { Handler, Routes } from '../../http/define'
import { isDisabled, originOf } from '../../http/signIn'
import { conflict, HttpProblem, invalid } from '../../problems'
import { createCeiling } from '../../security/ceiling'
import { refusalOf } from '../../security/codes'
import { refuseGuessable } from '../../security/commonPasswords'
import { hashPassword, verifyPassword } from '../../security/passwords'
import * as words from '../../security/words'
import {
  beginSignIn,
  confirm,
  endSignIn,
  factorsOf,
  findSignIn,
  signInTooLate,
  takeCode,
  trySignIn,
} from '../security/secondFactor.store'
import { endSetupPasses, takePass, usedUp } from './passes.store'
import { endSessions, hasSessionFrom, startSession } from './sessions.store'
import { isSignUpOpen, lockSignUp } from './signUp.store'
import { createUser, findUser, getUser, hasUsers, lockUser, storePasswordHash } from './users.store'

export const register = (routes: Routes, deps: AppDeps, limits: AttemptLimits, noteRefused: NoteRefused): void => {
  const { db, vault, settings } = deps
  const { beforeBody, byAddress, byOperator, bodyLimit } = limits
  const guards = { before: beforeBody, bodyLimit }
  const ceiling = createCeiling(deps.ceiling)
  const familiar = createFamiliar(db)

  const login: Handler<'login'> = async ({ body, request }) => {
    const account = body.email.toLowerCase()
    let user = await findUser(db, body.email)
    const isFamiliar = await familiar.has(request, user?.id)
    if (!isFamiliar) await byAddress(request)
    await byOperator(request)
    await ceiling.pass(account, isFamiliar)
    for (;;) {
      const { matches, renewed } = await verifyPassword(user?.password_hash, body.password, isFamiliar)
      if (!user || !matches) {
        ceiling.failed(account)
        await noteRefused({ ...triedFrom(request), ownerId: user?.id ?? null, action: 'signIn.refused' })
        throw new HttpProblem(401, words.wrongSignIn)
      }
      const answer = await letIn(request, user, renewed, body.remember_me === true)
      if (answer === 'disabled') {
        await noteRefused({ ...triedFrom(request), ownerId: user.id, action: 'signIn.refused', detail: 'disabled' })
        throw isDisabled()
      }
      if (answer !== 'changed') {
        if ('access_token' in answer) familiar.add(request)
        return answer
      }
      user = await findUser(db, body.email)
    }
  }

  /**
   * Signs in an operator whose password was correct, with the row as read before the check, which may take long.
   * @returns `changed` if another password, or another hash of the same password, was stored in the meantime
   */
  const letIn = (request: FastifyRequest, user: Row<'users'>, renewed: string | undefined, remember: boolean) =>
    retrying(db, async (trx) => {
      await lockUser(trx, user.id)
      const now = await findUser(trx, user.email)
      if (now?.id !== user.id || now.password_hash !== user.password_hash) return 'changed'
      if (now.disabled_at !== null) return 'disabled'
      if (renewed) await storePasswordHash(trx, user.id, renewed)
      const factors = await factorsOf(trx, user.id)
      if (factors.length > 0) {
        const challenge = await beginSignIn(trx, user.id, remember)
        await audit(trx, user.id, 'secondFactor.asked', request.ip)
        return { challenge, factors }
      }
      const { token, sessionId } = await startSession(trx, user.id, remember, originOf(request))
      await confirm(trx, sessionId)
      await audit(trx, user.id, 'signIn.completed', request.ip, `session ${sessionId}`)
      return { access_token: token }
    })

  /** Wrong codes count permanently, so the refusal follows the transaction. */
  const answerLogin: Handler<'answerLogin'> = async ({ body, request }) => {
    await byAddress(request)
    const answer = await retrying(db, async (trx) => {
      const waiting = await findSignIn(trx, body.challenge)
      if (!waiting) return undefined
      await lockUser(trx, waiting.userId)
      const started = await trySignIn(trx, body.challenge)
      if (!started) return undefined
      const { userId, remember } = started
      const judged = await takeCode(trx, vault, userId, body.code, 'signIn')
      if (judged !== 'right') {
        await audit(trx, userId, 'secondFactor.refused', request.ip, 'at sign-in')
        return { refusal: refusalOf(judged) }
      }
      await endSignIn(trx, started.id)
      const user = await getUser(trx, userId)
      if (user.disabled_at !== null) {
        await audit(trx, userId, 'signIn.refused', request.ip, 'disabled')
        return { refusal: isDisabled() }
      }
      const { token, sessionId } = await startSession(trx, userId, remember, originOf(request))
      await confirm(trx, sessionId)
      await audit(trx, userId, 'signIn.completed', request.ip, `session ${sessionId}, with a code`)
      return { access_token: token }
    })
    if (answer === undefined) {
      await noteRefused({ ...triedFrom(request), ownerId: null, action: 'secondFactor.refused', detail: 'too late' })
      throw signInTooLate()
    }
    if ('refusal' in answer) throw answer.refusal
    return answer
  }

  const registerOperator: Handler<'register'> = async ({ body, request }) => {
    await byAddress(request)
    const { email, username, password, invitation } = body
    const refuseClosed = async () => {
      await noteRefused({ ...signUpBy(request), detail: 'sign-up is closed' })
      throw new HttpProblem(403, words.signUpClosed)
    }
    if (invitation === undefined && !(await isSignUpOpen(db, settings))) return refuseClosed()
    const secret = request.headers[setupHeader.toLowerCase()]
    /** If two people set up the server at the same time, only one gets the link. */
    const mayBeFirst = async (trx: Transaction<Database>) =>
      settings.takesSetupLink !== true ||
      (await hasUsers(trx)) ||
      (typeof secret === 'string' && (await takePass(trx, secret, 'setup')) !== undefined)
    if (password.length < settings.passwordMin) {
      throw invalid('password', words.passwordTooShort(settings.passwordMin))
    }
    await refuseGuessable('password', password, { email, username })
    const passwordHash = await hashPassword(password)
    const id = await retrying(db, async (trx) => {
      await lockSignUp(trx)
      if (invitation === undefined) {
        if (!(await isSignUpOpen(trx, settings))) return 'closed'
        if (!(await mayBeFirst(trx))) return 'not set up'
      } else if (!(await takePass(trx, invitation, 'invitation'))) return 'used up'
      const created = await createUser(trx, { email, username, passwordHash })
      if (created === undefined) throw conflict(words.emailInUse)
      await endSetupPasses(trx)
      await audit(trx, created, 'operator.registered', request.ip)
      return created
    })
    if (id === 'closed') return refuseClosed()
    if (id === 'not set up') {
      await noteRefused({ ...signUpBy(request), detail: 'the first sign-up without the setup link' })
      throw new HttpProblem(403, words.setupLinkNeeded)
    }
    if (id === 'used up') {
      await noteRefused({ ...signUpBy(request), detail: 'an invalid invitation' })
      throw usedUp()
    }
    return { id, email, username }
  }

  routes.on('login', login, guards)
  routes.on('answerLogin', answerLogin, guards)
  routes.on('register', registerOperator, guards)

  routes.on('logout', async ({ ownerId, request }) => {
    await retrying(db, (trx) => endSessions(trx, ownerId, { only: signedIn(request).sessionId }))
    await audit(db, ownerId, 'signOut.completed', request.ip, `session ${signedIn(request).sessionId}`)
  })
}

const signUpBy = (request: FastifyRequest) => ({ ...triedFrom(request), ownerId: null, action: 'operator.refused' })

const mostFamiliar = 10_000

/** Pairs of caller and operator that signed in since this process started or have a living session. */
const createFamiliar = (db: Kysely<Database>) => {
  const known = new Set<string>()
  return {
    async has(request: FastifyRequest, userId: number | undefined): Promise<boolean> {
      if (known.has(callerAndOperator(request))) return true
      return userId !== undefined && hasSessionFrom(db, userId, callerOf(request))
    },
    add(request: FastifyRequest): void {
      const caller = callerAndOperator(request)
      known.delete(caller)
      known.add(caller)
      const [oldest] = known
      if (known.size > mostFamiliar && oldest !== undefined) known.delete(oldest)
    },
  }
}
