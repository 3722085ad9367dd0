import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema'
import { mayPost } from '../../x/oauth2'
import { explanationOfRefusal } from '../../x/refusals'
import type { Access, Me, XClient } from '../../x/types'
import { type AccountAnswer, storeAccountAnswers } from './accountAnswers.store'
import { usernameKey } from './accounts.store'
import { findTokens } from './tokens.store'
import * as words from './words'

/** The owner of the keys, and whether they may post: tokens that may only read are never active. */
export const judge = async (
  db: Kysely<Database>,
  asked: AccountAnswer['asked'],
  me: Me,
): Promise<AccountAnswer['said']> => {
  if (usernameKey(me.username) !== asked.username_key) {
    return { reason: words.keysBelongTo(me.username) }
  }
  const scope = (await findTokens(db, asked.id))?.scope
  const mayOnlyRead = scope === undefined ? me.access === 'read' : !mayPost(scope)
  if (!mayOnlyRead) return { me }
  const detail = scope === undefined ? words.keysReadOnly : words.connectionReadOnly
  return { reason: explanationOfRefusal(scope === undefined ? 'readOnly' : 'mayOnlyRead', detail), me }
}

/**
 * Asks X about an account for the first time and stores the answer.
 * @returns the owner of the keys; `reason`: why nothing may be sent through the account
 * @throws XError as `getMe` does
 */
export const identify = async (
  db: Kysely<Database>,
  x: Pick<XClient, 'getMe'>,
  access: Access,
  asked: AccountAnswer['asked'],
): Promise<{ userId: string; reason: string | undefined }> => {
  const me = await x.getMe(access)
  const said = await judge(db, asked, me)
  await storeAccountAnswers(db, [{ asked, said }])
  return { userId: me.id, reason: 'reason' in said ? said.reason : undefined }
}
