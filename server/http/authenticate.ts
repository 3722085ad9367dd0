import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Kysely } from 'kysely'
import { enrolFirst } from '../../src/schemas/base'
import type { ApiTokenScope } from '../../src/schemas/security/apiTokens'
import { rememberReads } from '../db/remembered'
import type { Database } from '../db/schema'
import { audit } from '../db/trail/audit'
import type { AppDeps } from '../deps'
import { createTokenFinder } from '../features/security/apiTokens.store'
import { mustEnrol } from '../features/security/secondFactor.store'
import { createSessionFinder, type SignedIn } from '../features/session/sessions.store'
import { HttpProblem, signedOut } from '../problems'
import { apiTokenPrefix } from '../security/tokens'
import type { Admission } from './calls'
import * as words from './words'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in operator, even if the request is refused later. */
    caller: SignedIn | undefined
    tokenName: string | undefined
  }
}

/** Declares the fields that `authenticate` fills: maps by request took up to a third of a short answer's time. */
export const registerCallers = (app: FastifyInstance): void => {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('tokenName', undefined)
}

/** @returns the signed-in operator of a request's token. @throws HttpProblem 401 */
export const identifier = ({ db, state }: AppDeps): ((request: FastifyRequest) => Promise<SignedIn>) => {
  const findSession = createSessionFinder(db, state)
  return async (request) => {
    const token = bearerToken(request)
    const caller = token === undefined ? undefined : await findSession(token)
    if (caller === undefined) throw signedOut()
    return caller
  }
}

/** Accepts the token of a living session, or a living API token with a sufficient scope. */
export const authenticate = (
  deps: AppDeps,
): ((admission: Admission, beforeEnrolment?: boolean) => onRequestAsyncHookHandler) => {
  const identify = identifier(deps)
  const findToken = createTokenFinder(deps.db, deps.state)
  const assertEnrolled = createEnrolmentCheck(deps)
  return (admission, beforeEnrolment) => async (request) => {
    const token = bearerToken(request)
    const holder = token?.startsWith(apiTokenPrefix) ? await findToken(token, request.ip) : undefined
    if (!holder) {
      request.caller = await identify(request)
      if (!beforeEnrolment) await assertEnrolled(request.caller)
      return
    }
    const { token: held, ...owner } = holder
    request.caller = { ...owner, sessionId: 0, isAdmin: false }
    request.tokenName = held.name
    await assertEnrolled(owner)
    assertScope(admission, held.scope)
  }
}

/** Refuses operators who must set up a second factor first. */
const createEnrolmentCheck = ({ db, state, settings }: AppDeps) => {
  const lacksFactor = rememberReads(state, (ownerId) => mustEnrol(db, Number(ownerId), settings.factorRequiredOf))
  return async ({ ownerId }: Pick<SignedIn, 'ownerId'>): Promise<void> => {
    if (settings.factorRequiredOf === undefined || !(await lacksFactor(String(ownerId)))) return
    throw new HttpProblem(403, enrolFirst)
  }
}

const assertScope = (admission: Admission, scope: ApiTokenScope): void => {
  if (admission === 'person') {
    throw new HttpProblem(403, words.personNeeded)
  }
  if (admission === 'draft' && scope !== 'draft') {
    throw new HttpProblem(403, words.scopeNeeded)
  }
}

/** Records the use of an API token in its owner's audit trail before the call runs. */
export const noteTokenUse = async (db: Kysely<Database>, request: FastifyRequest, call: string): Promise<void> => {
  const { tokenName: name } = request
  if (name !== undefined) await audit(db, signedIn(request).ownerId, 'draft.asked', `API token ${name}`, call)
}

/** @throws Error if the route does not authenticate. */
export const signedIn = (request: FastifyRequest): SignedIn => {
  const { caller } = request
  if (caller === undefined) throw new Error(words.noOperator)
  return caller
}

export const administratorNeeded = (): HttpProblem => new HttpProblem(403, words.administratorNeeded)

/** @throws HttpProblem 403 */
export const assertAdmin = (request: FastifyRequest): void => {
  if (!signedIn(request).isAdmin) throw administratorNeeded()
}

/** The name of the scheme is case-insensitive (RFC 9110, section 11.1). */
export const bearerToken = ({ headers }: FastifyRequest): string | undefined =>
  /^bearer ([\w-]{1,128})$/i.exec(headers.authorization ?? '')?.[1]
