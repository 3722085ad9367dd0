import type { Kysely, Transaction } from 'kysely'
import { codeText } from '../../../src/schemas/gate/codes'
import type { SecondFactor } from '../../../src/schemas/security/secondFactor'
import type { Factor } from '../../../src/schemas/session/auth'
import { noteEnded } from '../../db/generation'
import type { Database } from '../../db/schema'
import { audit } from '../../db/trail/audit'
import { conflict, HttpProblem, signedOut } from '../../problems'
import type { Refused } from '../../security/codes'
import { createToken, hashToken } from '../../security/tokens'
import { createRecoveryCodes, createSecret, stepOf } from '../../security/totp'
import type { Vault } from '../../security/vault'
import * as words from '../../security/words'
import { hourMs, minuteMs, timestamp } from '../../time/clock'
import { endSessions } from '../session/sessions.store'
import { getUser, lockUser } from '../session/users.store'

const confirmedFor = 10 * minuteMs
const challengeFor = 5 * minuteMs
const triesPerSignIn = 5
const failuresPerSession = 5
/** The largest expected difference between two servers' clocks. */
const clocksApartMs = 5_000
/** Recovery codes count too, but are never refused for the limit: nobody guesses 120 random bits. */
const wrongPerHour = 20

/** The place of the secret: copied into another operator's row, it does not open. */
export const secretPlace = (userId: number) => `users/${userId}/totp`

/** The factors that an operator needs besides the password; empty if none is required. */
export const factorsOf = async (db: Kysely<Database>, userId: number): Promise<Factor[]> => {
  const passkey = await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()
  return [
    ...((await enrolledAt(db, userId)) === null ? [] : (['app'] as const)),
    ...(passkey ? (['passkey'] as const) : []),
  ]
}

export const hasSecondFactor = async (db: Kysely<Database>, userId: number): Promise<boolean> =>
  (await factorsOf(db, userId)).length > 0

export type FactorRequiredOf = 'administrators' | 'all'

/**
 * @param requiredOf the operators for whom the server requires a second factor
 * @returns whether the operator must set up a second factor
 */
export const mustEnrol = async (
  db: Kysely<Database>,
  userId: number,
  requiredOf: FactorRequiredOf | undefined,
): Promise<boolean> => {
  if (requiredOf === undefined || (await hasSecondFactor(db, userId))) return false
  return requiredOf === 'all' || (await getUser(db, userId)).is_admin === 1
}

const enrolledAt = async (db: Kysely<Database>, userId: number) => {
  const found = await db
    .selectFrom('second_factors')
    .select('enrolled_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found?.enrolled_at ?? null
}

/** @param sessionId the caller's session */
export const readSecondFactor = async (
  db: Kysely<Database>,
  userId: number,
  sessionId: number,
): Promise<SecondFactor> => {
  const codes = await db.selectFrom('recovery_codes').select('id').where('user_id', '=', userId).execute()
  const until = await confirmedUntil(db, sessionId)
  return {
    enrolled_at: await enrolledAt(db, userId),
    recovery_codes: codes.length,
    confirmed_until: until > Date.now() ? timestamp(until) : null,
    passkeys: await countPasskeys(db, userId),
  }
}

const countPasskeys = async (db: Kysely<Database>, userId: number): Promise<number> =>
  (await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).execute()).length

/** A confirmation from the future does not count. */
const confirmedUntil = async (db: Kysely<Database>, sessionId: number): Promise<number> => {
  const session = await db.selectFrom('sessions').select('confirmed_at').where('id', '=', sessionId).executeTakeFirst()
  const confirmedAt = Date.parse(session?.confirmed_at ?? timestamp(0))
  return confirmedAt > Date.now() + clocksApartMs ? 0 : confirmedAt + confirmedFor
}

interface Asking {
  ownerId: number
  sessionId: number
}

/**
 * Accepts a session that a second factor, or the password of an operator without one, confirmed in the last ten
 * minutes.
 * @throws HttpProblem 403
 */
export const assertConfirmed = async (db: Kysely<Database>, { sessionId }: Asking): Promise<void> => {
  if ((await confirmedUntil(db, sessionId)) > Date.now()) return
  throw new HttpProblem(403, words.confirmFirst)
}

/**
 * For calls that verify the current password themselves, and for calls of the specification: only operators with a
 * second factor must confirm.
 */
export const assertFactorConfirmed = async (db: Kysely<Database>, asking: Asking): Promise<void> => {
  if (await hasSecondFactor(db, asking.ownerId)) await assertConfirmed(db, asking)
}

export const confirm = async (db: Kysely<Database>, sessionId: number): Promise<void> => {
  const now = { confirmed_at: timestamp(), failed_confirmations: 0 }
  await db.updateTable('sessions').set(now).where('id', '=', sessionId).execute()
}

/**
 * Counts a wrong password, code or passkey of a session and ends the session with the fifth, so that a thief cannot
 * guess on. The operator's other sessions and codes are not affected.
 * @returns the refusal that replaces the call's own; undefined before the fifth
 * @throws HttpProblem 401 if the session has ended
 */
export const countFailure = async (
  trx: Transaction<Database>,
  { ownerId, sessionId }: Asking,
): Promise<HttpProblem | undefined> => {
  const counted = await trx
    .updateTable('sessions')
    .set(({ eb }) => ({ failed_confirmations: eb('failed_confirmations', '+', 1) }))
    .where('id', '=', sessionId)
    .returning('failed_confirmations')
    .executeTakeFirstOrThrow(signedOut)
  if (Number(counted.failed_confirmations) < failuresPerSession) return undefined
  await endSessions(trx, ownerId, { only: sessionId })
  await audit(trx, ownerId, 'session.ended', `session ${sessionId}`, `after ${failuresPerSession} wrong confirmations`)
  return new HttpProblem(401, words.wrongTooOften, { 'www-authenticate': 'Bearer' })
}

/** @returns a secret that has no effect until `enrol` @throws HttpProblem 409 if a second factor is already on */
export const startEnrolment = async (trx: Transaction<Database>, vault: Vault, userId: number): Promise<string> => {
  await lockUser(trx, userId)
  if ((await enrolledAt(trx, userId)) !== null) throw conflict(words.factorOn)
  const secret = createSecret()
  await trx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await trx
    .insertInto('second_factors')
    .values({
      user_id: userId,
      secret: vault.seal(secret, secretPlace(userId)),
      enrolled_at: null,
      last_step: 0,
      wrong_codes: 0,
      wrong_since: timestamp(),
    })
    .execute()
  return secret
}

/** An active second factor is used at sign-in and to confirm a session; `enrolment` switches one on. */
type CodeUse = 'signIn' | 'enrolment' | 'confirmation'

/**
 * Checks a code of the operator's secret or a recovery code; each works once. Commit its writes even if it refuses the
 * code. `countFailure` counts wrong codes of a session: they do not use up the tries of an hour, which would lock the
 * operator out.
 */
export const takeCode = async (
  trx: Transaction<Database>,
  vault: Vault,
  userId: number,
  typed: string,
  use: CodeUse,
): Promise<'right' | Refused> => {
  await lockUser(trx, userId)
  const enrolled = use !== 'enrolment'
  const code = codeText(typed)
  if (enrolled && (await takeRecoveryCode(trx, userId, code))) return 'right'
  const factor = await trx.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!factor || (factor.enrolled_at !== null) !== enrolled) return 'wrong'
  const now = Date.now()
  const counted = Math.abs(now - Date.parse(factor.wrong_since)) < hourMs ? factor.wrong_codes : 0
  if (use !== 'confirmation' && counted >= wrongPerHour) return 'blocked'
  const secret = openSecret(vault, factor.secret, userId)
  if (secret === undefined) return 'unread'
  const step = stepOf(secret, code, now)
  const isRight = step !== undefined && step > factor.last_step
  if (!isRight && use === 'confirmation') return 'wrong'
  await trx
    .updateTable('second_factors')
    .set(
      isRight
        ? { last_step: step }
        : { wrong_codes: counted + 1, ...(counted === 0 ? { wrong_since: timestamp(now) } : {}) },
    )
    .where('user_id', '=', userId)
    .execute()
  return isRight ? 'right' : 'wrong'
}

/** @returns undefined if the key that sealed it is gone: the start of the server logs this */
const openSecret = (vault: Vault, sealed: string, userId: number): string | undefined => {
  try {
    return vault.open(sealed, secretPlace(userId))
  } catch {
    return undefined
  }
}

const takeRecoveryCode = async (trx: Transaction<Database>, userId: number, code: string): Promise<boolean> => {
  const taken = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashToken(code))
    .returning('id')
    .execute()
  return taken.length > 0
}

/** @returns ten new codes, which replace the unused ones; only their hashes are stored */
export const renewRecoveryCodes = async (trx: Transaction<Database>, userId: number): Promise<string[]> => {
  const codes = createRecoveryCodes()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashToken(codeText(code)) })))
    .execute()
  return codes
}

/** @throws HttpProblem 409 if an authenticator app is already set up */
export const refuseEnrolled = async (trx: Transaction<Database>, userId: number): Promise<void> => {
  if ((await enrolledAt(trx, userId)) !== null) throw conflict(words.factorAlreadyOn)
}

/** Switches on the second factor after a correct first code. */
export const enrol = async (trx: Transaction<Database>, userId: number): Promise<string[]> => {
  await trx.updateTable('second_factors').set({ enrolled_at: timestamp() }).where('user_id', '=', userId).execute()
  return renewRecoveryCodes(trx, userId)
}

/** Removes the authenticator app. @throws HttpProblem 409 if none is set up */
export const removeSecondFactor = async (trx: Transaction<Database>, userId: number): Promise<void> => {
  if ((await enrolledAt(trx, userId)) === null) throw conflict(words.factorOff)
  await trx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await forgetIfLast(trx, userId)
}

/** Recovery codes replace a second factor, so they are deleted with the last one. */
export const forgetIfLast = async (trx: Transaction<Database>, userId: number): Promise<void> => {
  if (await hasSecondFactor(trx, userId)) return
  for (const table of ['recovery_codes', 'sign_ins'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}

/**
 * Removes the app, the passkeys and the recovery codes of an operator who lost them; a restored backup does not bring a
 * passkey back.
 * @throws HttpProblem 409 if there are none
 */
export const takeFactorsAway = async (trx: Transaction<Database>, userId: number): Promise<void> => {
  if (!(await hasSecondFactor(trx, userId))) throw conflict(words.factorOff)
  for (const table of ['second_factors', 'passkeys', 'recovery_codes', 'sign_ins'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  await noteEnded(trx)
}

/** After a correct password. @returns the challenge for the second factor; only its hash is stored */
export const beginSignIn = async (db: Kysely<Database>, userId: number, remember: boolean): Promise<string> => {
  const challenge = createToken()
  await db.deleteFrom('sign_ins').where('expires_at', '<=', timestamp()).execute()
  await db
    .insertInto('sign_ins')
    .values({
      user_id: userId,
      token_hash: hashToken(challenge),
      remember: remember ? 1 : 0,
      tries: 0,
      expires_at: timestamp(Date.now() + challengeFor),
    })
    .execute()
  return challenge
}

/**
 * A sign-in that waits for a second factor.
 * @returns undefined if the challenge is unknown or too old, or was tried five times
 */
export const findSignIn = async (
  db: Kysely<Database>,
  challenge: string,
): Promise<{ id: number; userId: number } | undefined> => {
  const found = await db
    .selectFrom('sign_ins')
    .select(['id', 'user_id'])
    .where('token_hash', '=', hashToken(challenge))
    .where('expires_at', '>', timestamp())
    .where('tries', '<', triesPerSignIn)
    .executeTakeFirst()
  return found && { id: found.id, userId: found.user_id }
}

/**
 * Counts a try of a code or passkey.
 * @returns undefined if the challenge is unknown or too old, or was tried five times
 */
export const trySignIn = async (
  trx: Transaction<Database>,
  challenge: string,
): Promise<{ id: number; userId: number; remember: boolean } | undefined> => {
  const found = await trx
    .updateTable('sign_ins')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', hashToken(challenge))
    .where('expires_at', '>', timestamp())
    .where('tries', '<', triesPerSignIn)
    .returning(['id', 'user_id', 'remember'])
    .executeTakeFirst()
  return found && { id: found.id, userId: found.user_id, remember: found.remember === 1 }
}

export const signInTooLate = (): HttpProblem => new HttpProblem(401, words.signInTooLong)

/** @returns whether it existed: a new password ends waiting sign-ins */
export const endSignIn = async (trx: Transaction<Database>, id: number): Promise<boolean> =>
  (await trx.deleteFrom('sign_ins').where('id', '=', id).returning('id').execute()).length > 0
