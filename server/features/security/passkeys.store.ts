import type { Kysely, Transaction } from 'kysely'
import { type Passkey, passkeyLimits } from '../../../src/schemas/security/passkeys'
import { noteEnded } from '../../db/generation'
import type { Database, Row } from '../../db/schema'
import { conflict, HttpProblem, notFound } from '../../problems'
import { createToken } from '../../security/tokens'
import { type Assertion, type NewCredential, type StoredCredential, transportsOf } from '../../security/webauthn'
import * as words from '../../security/words'
import { timestamp } from '../../time/clock'
import { lockUser } from '../session/users.store'

const columns = ['id', 'label', 'created_at', 'last_used_at', 'synced', 'blocked_at'] as const

const toPasskey = ({ synced, ...row }: Pick<Row<'passkeys'>, (typeof columns)[number]>): Passkey => ({
  ...row,
  synced: synced === 1,
})

export const listPasskeys = async (db: Kysely<Database>, userId: number): Promise<Passkey[]> =>
  (await db.selectFrom('passkeys').select(columns).where('user_id', '=', userId).orderBy('id').execute()).map(toPasskey)

/** The operator's passkeys in the form that a browser needs to recognise them. */
export const credentialsOf = (db: Kysely<Database>, userId: number): Promise<StoredCredential[]> =>
  db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

/** The operator's handle in their passkeys; it contains nothing about them. */
export const passkeyHandle = async (trx: Transaction<Database>, userId: number): Promise<string> => {
  await lockUser(trx, userId)
  const { passkey_handle: known } = await trx
    .selectFrom('users')
    .select('passkey_handle')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (known !== null) return known
  const handle = createToken()
  await trx.updateTable('users').set({ passkey_handle: handle }).where('id', '=', userId).execute()
  return handle
}

/**
 * Call it under the operator's lock.
 * @throws HttpProblem 409 for a known passkey; 422 above the operator's limit, and for a label that they already use
 */
export const storePasskey = async (
  trx: Transaction<Database>,
  userId: number,
  { label, transports, made }: { label: string; transports: readonly string[]; made: NewCredential },
): Promise<Passkey> => {
  const held = await listPasskeys(trx, userId)
  if (held.length >= passkeyLimits.ofOperator) {
    throw new HttpProblem(422, words.tooManyPasskeys(passkeyLimits.ofOperator))
  }
  refuseUsed(held, label)
  const known = await findPasskey(trx, made.id)
  if (known) throw conflict(words.passkeyExists)
  const stored = await trx
    .insertInto('passkeys')
    .values({
      user_id: userId,
      credential_id: made.id,
      public_key: made.publicKey,
      counter: made.counter,
      transports: transportsOf(transports).join(),
      label,
      synced: made.synced ? 1 : 0,
      created_at: timestamp(),
      last_used_at: null,
      blocked_at: null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toPasskey(stored)
}

const refuseUsed = (held: Passkey[], label: string): void => {
  if (held.some((each) => each.label === label)) {
    throw new HttpProblem(422, words.passkeyNameInUse)
  }
}

/** @throws HttpProblem 404; 422 for the label of another passkey */
export const renamePasskey = async (
  trx: Transaction<Database>,
  userId: number,
  { id, label }: { id: number; label: string },
): Promise<Passkey> => {
  await lockUser(trx, userId)
  refuseUsed(
    (await listPasskeys(trx, userId)).filter((each) => each.id !== id),
    label,
  )
  const renamed = await trx
    .updateTable('passkeys')
    .set({ label })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow(missing)
  return toPasskey(renamed)
}

/** A restored backup does not bring the passkey back. @throws HttpProblem 404 */
export const deletePasskey = async (
  trx: Transaction<Database>,
  userId: number,
  id: number,
): Promise<{ label: string }> => {
  const deleted = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('label')
    .executeTakeFirstOrThrow(missing)
  await noteEnded(trx)
  return deleted
}

const missing = () => notFound('Passkey')

/** The passkey of any operator, with the operator's handle. */
export const findPasskey = (db: Kysely<Database>, credentialId: string) =>
  db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'user_id', 'label', 'public_key', 'blocked_at', 'passkey_handle'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

/**
 * Stores the use of a passkey with a correct signature.
 * @returns false if its counter did not grow: somebody may have copied the passkey, and nobody knows which copy was
 * used (w3.org/TR/webauthn-3, section 6.1.1)
 */
export const noteUse = async (db: Kysely<Database>, id: number, { counter, synced }: Assertion): Promise<boolean> => {
  const used = await db
    .updateTable('passkeys')
    .set({ counter, synced: synced ? 1 : 0, last_used_at: timestamp() })
    .where('id', '=', id)
    .where('blocked_at', 'is', null)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .returning('id')
    .execute()
  return used.length > 0
}

/** Permanent, even if a backup is restored. */
export const blockPasskey = async (trx: Transaction<Database>, id: number): Promise<void> => {
  await trx.updateTable('passkeys').set({ blocked_at: timestamp() }).where('id', '=', id).execute()
  await noteEnded(trx)
}
