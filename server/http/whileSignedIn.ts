import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { retrying } from '../db/retrying'
import type { Database } from '../db/schema'
import { keepSession } from '../features/session/sessions.store'
import { lockUser } from '../features/session/users.store'
import { signedIn } from './authenticate'

/**
 * What outlives the session by which it is asked for, such as a password or a token: the operator's acts of this kind take
 * turns, and whoever ended the session meanwhile has the last word.
 *
 * @throws HttpProblem 401 where it was ended since the request began
 */
export const createSessionWork =
  (db: Kysely<Database>) =>
  <T>(request: FastifyRequest, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
    retrying(db, async (trx) => {
      const { ownerId, sessionId } = signedIn(request)
      await lockUser(trx, ownerId)
      await keepSession(trx, sessionId)
      return work(trx)
    })
