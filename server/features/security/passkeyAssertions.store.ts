import type { Kysely } from 'kysely'
import type { PasskeyAssertion } from '../../../src/schemas/session/passkeySignIn'
import { retrying } from '../../db/retrying'
import type { Database } from '../../db/schema'
import { audit } from '../../db/trail/audit'
import { HttpProblem } from '../../problems'
import { challengeIn, type RelyingParty, verifyAssertion } from '../../security/webauthn'
import * as securityWords from '../../security/words'
import { takeChallenge } from './passkeyChallenges.store'
import { blockPasskey, findPasskey, noteUse } from './passkeys.store'

/** The expectations for a passkey's answer. */
export interface Asked {
  party: RelyingParty
  /** The purpose of the stored challenge. */
  boundTo: string
  /** The required owner of the passkey; undefined if the passkey itself identifies the operator. */
  userId?: number
  /** For the audit line of a passkey that gets blocked: the address and the place. */
  by: { address: string; where: string }
}

export interface AcceptedPasskey {
  userId: number
  label: string
}

/**
 * Why a passkey was refused. `late`: its challenge is unknown, too old or used. `copied`: its counter went back.
 * `blocked`: its counter went back earlier, or a restored backup contained it.
 */
export type PasskeyRefusal = 'late' | 'unknown' | 'refused' | 'copied' | 'blocked'

/** @returns the owner of the passkey if known, even of a refused one */
export const takeAssertion = async (
  db: Kysely<Database>,
  { party, boundTo, userId, by }: Asked,
  credential: PasskeyAssertion,
): Promise<{ accepted: AcceptedPasskey } | { refused: PasskeyRefusal; of: AcceptedPasskey | undefined }> => {
  const challenge = challengeIn(credential.response)
  if (!(await takeChallenge(db, challenge, boundTo))) return { refused: 'late', of: undefined }
  const found = await findPasskey(db, credential.id)
  if (!found || (userId !== undefined && found.user_id !== userId)) return { refused: 'unknown', of: undefined }
  const of = { userId: found.user_id, label: found.label }
  const { userHandle } = credential.response
  const isOwners = userHandle === undefined ? userId !== undefined : userHandle === found.passkey_handle
  if (!isOwners) return { refused: 'refused', of }
  const signed = await verifyAssertion(party, credential, challenge, found.public_key)
  if (!signed) return { refused: 'refused', of }
  if (found.blocked_at !== null) return { refused: 'blocked', of }
  if (await noteUse(db, found.id, signed)) return { accepted: of }
  await retrying(db, async (trx) => {
    await blockPasskey(trx, found.id)
    await audit(trx, found.user_id, 'passkey.blocked', by.address, `${by.where} with ${found.label}`)
  })
  return { refused: 'copied', of }
}

const words: Record<PasskeyRefusal, string> = {
  late: securityWords.tookTooLong,
  unknown: securityWords.passkeyUnknown,
  refused: securityWords.passkeyRefused,
  copied: securityWords.passkeyCopied,
  blocked: securityWords.passkeyBlocked,
}

export const passkeyRefusal = (refused: PasskeyRefusal): HttpProblem => new HttpProblem(422, words[refused])
