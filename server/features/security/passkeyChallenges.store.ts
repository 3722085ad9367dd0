import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema'
import { hashToken } from '../../security/tokens'
import { ceremonyMs } from '../../security/webauthn'
import { timestamp } from '../../time/clock'

/** The owner and purpose of a challenge: it counts for no other. */
export const boundTo = {
  registration: (sessionId: number) => `registration in session ${sessionId}`,
  confirmation: (sessionId: number) => `confirmation of session ${sessionId}`,
  secondFactor: (signInId: number) => `second factor of sign-in ${signInId}`,
  signIn: 'sign-in',
}

/** One challenge per owner and purpose; a sign-in has no known owner. */
export const storeChallenge = async (db: Kysely<Database>, challenge: string, bound_to: string): Promise<void> => {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', timestamp()).execute()
  if (bound_to !== boundTo.signIn) {
    await db.deleteFrom('passkey_challenges').where('bound_to', '=', bound_to).execute()
  }
  await db
    .insertInto('passkey_challenges')
    .values({ challenge_hash: hashToken(challenge), bound_to, expires_at: timestamp(Date.now() + ceremonyMs) })
    .execute()
}

/** Deletes the challenge. @returns whether it was valid */
export const takeChallenge = async (db: Kysely<Database>, challenge: string, bound_to: string): Promise<boolean> => {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('bound_to', '=', bound_to)
    .where('expires_at', '>', timestamp())
    .returning('id')
    .execute()
  return taken.length > 0
}
