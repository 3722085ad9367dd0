import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema'
import { HttpProblem } from '../problems'
import { findSession } from '../repositories/sessions'

const owners = new WeakMap<FastifyRequest, number>()

/** Lets a request pass that carries the token of a living session. */
export const authenticate =
  (db: Kysely<Database>): onRequestAsyncHookHandler =>
  async (request) => {
    const token = bearerToken(request)
    const ownerId = token === undefined ? undefined : await findSession(db, token)
    if (ownerId === undefined) {
      throw new HttpProblem(401, 'Sign in to go on', { 'www-authenticate': 'Bearer' })
    }
    owners.set(request, ownerId)
  }

/** @throws Error when the route does not authenticate. */
export const ownerOf = (request: FastifyRequest): number => {
  const ownerId = owners.get(request)
  if (ownerId === undefined) throw new Error('This route has no signed-in operator')
  return ownerId
}

/** The scheme's name is read in any case (RFC 9110, section 11.1). */
export const bearerToken = ({ headers }: FastifyRequest): string | undefined =>
  /^bearer ([\w-]{1,128})$/i.exec(headers.authorization ?? '')?.[1]
