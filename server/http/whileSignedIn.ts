import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { retrying } from '../db/retrying'
import type { Database } from '../db/schema'
import { assertConfirmed } from '../features/security/secondFactor.store'
import { keepSession } from '../features/session/sessions.store'
import { getUser, lockUser } from '../features/session/users.store'
import { administratorNeeded, assertAdmin, signedIn } from './authenticate'

/**
 * Runs work whose result outlives the session, such as a new password or token. Such work of one operator runs one at
 * a time, and fails if the session has ended.
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

/**
 * Runs an administrator's work in a confirmed session.
 *
 * @throws HttpProblem 403 if the operator is no administrator, or stopped being one after the request began
 */
export const createAdminWork = (db: Kysely<Database>) => {
  const whileSignedIn = createSessionWork(db)
  return async <T>(request: FastifyRequest, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> => {
    assertAdmin(request)
    await assertConfirmed(db, signedIn(request))
    return whileSignedIn(request, async (trx) => {
      const { is_admin } = await getUser(trx, signedIn(request).ownerId)
      if (is_admin !== 1) throw administratorNeeded()
      return work(trx)
    })
  }
}
