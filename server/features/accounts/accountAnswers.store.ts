import type { Kysely, Transaction } from 'kysely'
import { doubtScope } from '../../db/holdScopes'
import { retrying } from '../../db/retrying'
import type { Database, Row } from '../../db/schema'
import { sealedOf } from '../../security/credentials'
import { timestamp } from '../../time/clock'
import type { Me } from '../../x/types'
import * as words from '../accounts/words'
import { lockUser } from '../session/users.store'

/** Another account of the same operator that X accepted at its check. */
export const findWitness = (
  db: Kysely<Database>,
  { owner_id, id }: Pick<Row<'accounts'>, 'owner_id' | 'id'>,
): Promise<Pick<Row<'accounts'>, 'owner_id' | 'id' | 'username'> | undefined> =>
  db
    .selectFrom('accounts')
    .select(['owner_id', 'id', 'username'])
    .where('owner_id', '=', owner_id)
    .where('id', '<>', id)
    .where('is_active', '=', 1)
    .where('x_user_id', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** All operators' accounts that X was not asked about since they were connected, moved or given new keys. */
export const listUnverified = (db: Kysely<Database>): Promise<{ id: number; owner_id: number }[]> =>
  db.selectFrom('accounts').select(['id', 'owner_id']).where('verified_at', 'is', null).orderBy('id').execute()

/** The state of an account before X was asked about it, also with new keys. */
export const unverified = {
  is_active: 1,
  inactive_reason: null,
  x_user_id: null,
  verified_at: null,
  doubted_target: null,
  doubted_transaction: null,
} as const

/** An account at the time of its check, and X's answer: the user, the reason for a refusal, or both. */
export interface AccountAnswer {
  asked: Row<'accounts'>
  said: { me: Me } | { reason: string; me?: Me }
}

/**
 * Stores all answers or none. An account that was reconnected after its check does not change. The order is fixed, so
 * that two calls never wait for each other.
 */
export const storeAccountAnswers = (db: Kysely<Database>, answers: AccountAnswer[]): Promise<void> =>
  retrying(db, async (trx) => {
    const now = timestamp()
    const ordered = answers.toSorted((a, b) => a.asked.owner_id - b.asked.owner_id || a.asked.id - b.asked.id)
    for (const ownerId of new Set(ordered.map(({ asked }) => asked.owner_id))) await lockUser(trx, ownerId)
    for (const { asked, said } of ordered) {
      const { numUpdatedRows } = await trx
        .updateTable('accounts')
        .set({
          ...('reason' in said
            ? { is_active: 0, inactive_reason: said.reason }
            : { is_active: 1, inactive_reason: null, x_user_id: said.me.id }),
          ...(said.me ? factsOf(said.me) : {}),
          verified_at: now,
          updated_at: now,
        })
        .where('id', '=', asked.id)
        .where((eb) => eb.and(sealedOf(asked)))
        .executeTakeFirstOrThrow()
      if ('reason' in said) continue
      await forgetDoubt(trx, asked.id)
      if (numUpdatedRows > 0n) await endNamesakes(trx, asked, said.me)
    }
  })

/** No user of X is active as two accounts of one operator: a batch would reply twice. */
const endNamesakes = async (
  trx: Transaction<Database>,
  { id, owner_id }: Pick<Row<'accounts'>, 'id' | 'owner_id'>,
  me: Me,
): Promise<void> => {
  await trx
    .updateTable('accounts')
    .set({
      is_active: 0,
      inactive_reason: words.calledAs(me.username),
      updated_at: timestamp(),
    })
    .where('owner_id', '=', owner_id)
    .where('x_user_id', '=', me.id)
    .where('id', '<>', id)
    .where('is_active', '=', 1)
    .execute()
}

/** Null for facts that X did not send. */
const factsOf = ({ access, subscription, isProtected }: Me) =>
  ({
    x_access: access ?? null,
    x_subscription: subscription ?? null,
    x_protected: isProtected === undefined ? null : isProtected ? 1 : 0,
  }) as const

/** Stores X's answer about an account that it accepted. */
export const noteMe = async (
  trx: Transaction<Database>,
  account: Pick<Row<'accounts'>, 'id' | 'owner_id'>,
  me: Me,
): Promise<void> => {
  const now = timestamp()
  await trx
    .updateTable('accounts')
    .set({ ...unverified, ...factsOf(me), x_user_id: me.id, verified_at: now, updated_at: now })
    .where('id', '=', account.id)
    .execute()
  await endNamesakes(trx, account, me)
}

/** The doubt ends when X accepts the keys or the account gets new keys. */
export const forgetDoubt = async (trx: Transaction<Database>, id: number): Promise<void> => {
  await trx.deleteFrom('holds').where('scope', '=', doubtScope(id)).execute()
}
