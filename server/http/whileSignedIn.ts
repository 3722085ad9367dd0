import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { retrying } from '../db/retrying'
import type { Database } from '../db/schema'
import { keepSession } from '../features/session/sessions.store'
import { lockUser } from '../features/session/users.store'
import { signedIn } from './authenticate'

/**
 * Runs work whose result outlives the session, such as a new password or token. Such works of one operator run one
 * after another, and fail if the session has ended.
 *
 * @throws HttpProblem 401 if the session ended after the request began
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
