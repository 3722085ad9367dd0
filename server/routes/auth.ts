import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { audit } from '../db/audit'
import type { AppDeps } from '../deps'
import { conflict, HttpProblem, invalid } from '../problems'
import { endSession, forgetExpiredSessions, startSession } from '../repositories/sessions'
import { createUser, findUser, storePasswordHash } from '../repositories/users'
import { hashPassword, isCommonPassword, verifyPassword } from '../security/passwords'
import { bearerToken } from './authenticate'
import type { Routes } from './define'

const minutes = 60_000
/** Attempts per five minutes. Counted by address as well, so that nobody is locked out by somebody else. */
const attempts = { window: 5 * minutes, perAddressAndOperator: 30, perAddress: 300 }

export const register = (routes: Routes, { db, settings }: AppDeps, app: FastifyInstance): void => {
  const byAddress = throttle(app, attempts.perAddress, callerOf)
  const byOperator = throttle(
    app,
    attempts.perAddressAndOperator,
    (request) => `${callerOf(request)} ${addressIn(request)}`,
  )

  /** Callers with the operators whom they signed in as since this process started, the latest last. */
  const familiar = new Set<string>()

  routes.on('login', async ({ body, request }) => {
    await byAddress(request)
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
  })

  routes.on('register', async ({ body, request }) => {
    await byAddress(request)
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
  })

  routes.on('logout', async ({ ownerId, request }) => {
    const token = bearerToken(request)
    if (token) await endSession(db, token)
    await audit(db, ownerId, 'signOut.completed', request.ip)
  })
}

/** Throws 429 beyond `max` in the window. */
const throttle = (app: FastifyInstance, max: number, keyGenerator: (request: FastifyRequest) => string) => {
  const check = app.createRateLimit({ max, timeWindow: attempts.window, keyGenerator })
  return async (request: FastifyRequest): Promise<void> => {
    const used = await check(request)
    if (!used.isAllowed && used.isExceeded) {
      throw new HttpProblem(429, `Too many attempts. Try again in ${used.ttlInSeconds} seconds`, {
        'retry-after': String(used.ttlInSeconds),
      })
    }
  }
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
