import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { NoteRefused } from '../db/auditRefused'
import type { Database } from '../db/schema'
import { invalid } from '../problems'
import { getUser } from '../repositories/users'
import { verifyPassword } from '../security/passwords'
import { triedFrom } from './attempts'
import { signedIn } from './authenticate'

/** What asks the signed-in operator for the password that is his now; a wrong one is noted in the audit trail. */
export const createPasswordCheck =
  (db: Kysely<Database>, noteRefused: NoteRefused) =>
  /** @returns the operator. @throws HttpProblem 422 for `current_password`. */
  async (request: FastifyRequest, password: string) => {
    const { ownerId } = signedIn(request)
    const user = await getUser(db, ownerId)
    const { matches } = await verifyPassword(user.password_hash, password, true)
    if (matches) return user
    await noteRefused({ ...triedFrom(request), ownerId, action: 'password.refused', detail: 'the current password' })
    throw invalid('current_password', 'This is not your password')
  }
