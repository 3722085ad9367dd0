import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { AppDeps } from '../deps'
import { HttpProblem } from '../problems'
import { createSessionFinder, type SignedIn } from '../repositories/sessions'

const callers = new WeakMap<FastifyRequest, SignedIn>()

/** @returns who is signed in by the token that a request carries, or throws HttpProblem 401. */
export const identifier = ({ db, state }: AppDeps): ((request: FastifyRequest) => Promise<SignedIn>) => {
  const findSession = createSessionFinder(db, state)
  return async (request) => {
    const token = bearerToken(request)
    const caller = token === undefined ? undefined : await findSession(token)
    if (caller === undefined) {
      throw new HttpProblem(401, 'Sign in to go on', { 'www-authenticate': 'Bearer' })
    }
    return caller
  }
}

/** Lets a request pass that carries the token of a living session. */
export const authenticate = (deps: AppDeps): onRequestAsyncHookHandler => {
  const identify = identifier(deps)
  return async (request) => {
    callers.set(request, await identify(request))
  }
}

/** @throws Error when the route does not authenticate. */
export const signedIn = (request: FastifyRequest): SignedIn => {
  const caller = callers.get(request)
  if (caller === undefined) throw new Error('This route has no signed-in operator')
  return caller
}

/** @throws HttpProblem 403 */
export const assertAdmin = (request: FastifyRequest): void => {
  if (!signedIn(request).isAdmin) throw new HttpProblem(403, 'Only an administrator may do this')
}

/** The scheme's name is read in any case (RFC 9110, section 11.1). */
export const bearerToken = ({ headers }: FastifyRequest): string | undefined =>
  /^bearer ([\w-]{1,128})$/i.exec(headers.authorization ?? '')?.[1]
