import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { audit } from '../db/audit'
import type { AppDeps } from '../deps'
import { bearerToken } from '../http/authenticate'
import type { Handler, Routes } from '../http/define'
import { conflict, HttpProblem, invalid } from '../problems'
import { endSession, forgetExpiredSessions, startSession } from '../repositories/sessions'
import { createUser, findUser, storePasswordHash } from '../repositories/users'
import { hashPassword, isCommonPassword, verifyPassword } from '../security/passwords'
import { throttle } from '../security/throttle'

const minutes = 60_000
/** Attempts per five minutes. Counted by address as well, so that nobody is locked out by somebody else. */
const attempts = { window: 5 * minutes, perAddressAndOperator: 30, perAddress: 300 }

export const register = (routes: Routes, { db, settings }: AppDeps, app: FastifyInstance): void => {
  const { window } = attempts
  const detail = 'Too many attempts'
  const byAddress = throttle(app, { max: attempts.perAddress, window, keyOf: callerOf, detail })
  const byOperator = throttle(app, {
    max: attempts.perAddressAndOperator,
    window,
    keyOf: (request) => `${callerOf(request)} ${addressIn(request)}`,
    detail,
  })

  /** Callers with the operators whom they signed in as since this process started, the latest last. */
  const familiar = new Set<string>()

  /** The throttle goes first: reading a stranger's body is work already. */
  const guards = { before: byAddress, bodyLimit: 8 * 1024 }

  const login: Handler<'login'> = async ({ body, request }) => {
    await byOperator(request)
    const user = await findUser(db, body.email)
    const caller = `${callerOf(request)} ${addressIn(request)}`
    const { matches, renewed } = await verifyPassword(user?.password_hash, body.password, familiar.has(caller))
    if (!user || !matches) {
      await audit(db, user?.id ?? null, 'signIn.refused', request.ip)
      throw new HttpProblem(401, 'Incorrect email or password')
    }
    if (renewed) await storePasswordHash(db, user.id, renewed)
    await forgetExpiredSessions(db)
    const token = await startSession(db, user.id, body.remember_me === true)
    await audit(db, user.id, 'signIn.completed', request.ip)
    remember(familiar, caller)
    return { access_token: token }
  }

  const registerOperator: Handler<'register'> = async ({ body, request }) => {
    if (!settings.meta.sign_up_open) throw new HttpProblem(403, 'Sign-up is closed on this server')
    if (body.password.length < settings.passwordMin) {
      throw invalid('password', `Password must be at least ${settings.passwordMin} characters long`)
    }
    if (isCommonPassword(body.password)) {
      throw invalid('password', 'This password is among the first that attackers try. Choose another one')
    }
    const passwordHash = await hashPassword(body.password)
    const id = await createUser(db, { email: body.email, username: body.username, passwordHash })
    if (id === undefined) throw conflict('An operator with this email exists already')
    await audit(db, id, 'operator.registered', request.ip)
    return { id, email: body.email, username: body.username }
  }

  routes.on('login', login, guards)
  routes.on('register', registerOperator, guards)

  routes.on('logout', async ({ ownerId, request }) => {
    const token = bearerToken(request)
    if (token) await endSession(db, token)
    await audit(db, ownerId, 'signOut.completed', request.ip)
  })
}

const mostFamiliar = 10_000

const remember = (familiar: Set<string>, caller: string): void => {
  familiar.delete(caller)
  familiar.add(caller)
  const [oldest] = familiar
  if (familiar.size > mostFamiliar && oldest !== undefined) familiar.delete(oldest)
}

/** An IPv6 caller has a whole /64 to itself: its addresses count as one. */
const callerOf = ({ ip }: FastifyRequest): string => normalizeIP(ip, 64)

const addressIn = ({ body }: FastifyRequest): string =>
  typeof body === 'object' && body !== null && 'email' in body ? String(body.email).toLowerCase() : ''
