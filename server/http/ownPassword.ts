import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { retrying } from '../db/retrying'
import type { Database } from '../db/schema'
import type { NoteRefused } from '../db/trail/auditRefused'
import { countFailure } from '../features/security/secondFactor.store'
import { keepSession } from '../features/session/sessions.store'
import { getUser } from '../features/session/users.store'
import { invalid } from '../problems'
import { verifyPassword } from '../security/passwords'
import * as words from '../security/words'
import { triedFrom } from './attempts'
import { signedIn } from './authenticate'

/** Checks the signed-in operator's current password. Wrong passwords are counted and recorded in the audit trail. */
export const createPasswordCheck =
  (db: Kysely<Database>, noteRefused: NoteRefused) =>
  /**
   * @returns the operator.
   * @throws HttpProblem 422 for `current_password`, 401 if the session has ended: simultaneous guesses of a thief must
   * not show which one was right.
   */
  async (request: FastifyRequest, password: string) => {
    const { ownerId, sessionId } = signedIn(request)
    const user = await getUser(db, ownerId)
    const { matches } = await verifyPassword(user.password_hash, password, true)
    if (matches) {
      await retrying(db, (trx) => keepSession(trx, sessionId))
      return user
    }
    await noteRefused({ ...triedFrom(request), ownerId, action: 'password.refused', detail: words.currentPassword })
    const ended = await retrying(db, (trx) => countFailure(trx, signedIn(request)))
    throw ended ?? invalid('current_password', words.wrongPassword)
  }
