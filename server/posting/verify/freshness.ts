import { type Kysely, sql, type Transaction } from 'kysely'
import { readFact } from '../../db/facts'
import type { Database, Row } from '../../db/schema'
import type { ItemRow } from '../protocol/item'
import type { ItemEvent } from '../protocol/itemEvents'

/**
 * X may show posts late, so an account's posts prove the absence of a reply only if X already shows newer replies. Newer
 * means claimed after the event that made the outcome unknown: the order of the events does not depend on any clock.
 */
export const newestShown = 'newest_shown_claim'

/** An unknown outcome. */
export interface Doubt {
  /** The id of the event that made the outcome unknown: requests of later claims began after this one had ended. */
  event: number
  /** When X was first read for the reply without a proof; undefined before that. */
  unprovenSince: string | undefined
  /** How often X was read without a proof. */
  looks: number
  /** When X last did not show the reply. */
  absentAt: string | undefined
}

/** An item without events is older than they are: nothing is newer than its doubt. */
const unprovable = Number.MAX_SAFE_INTEGER

export const doubtOf = async (db: Kysely<Database>, itemId: number): Promise<Doubt> => {
  const newestFirst = await db
    .selectFrom('item_events')
    .select(['id', 'at', 'event'])
    .where('item_id', '=', itemId)
    .orderBy('id', 'desc')
    .limit(1000)
    .execute()
  const types = newestFirst.map(({ event }): ItemEvent['type'] => JSON.parse(event).type)
  const begin = types.findIndex((type) => type !== 'review.check' && !type.startsWith('check.'))
  const checks = newestFirst.slice(0, begin === -1 ? undefined : begin)
  const of = (...wanted: ItemEvent['type'][]) =>
    checks.filter((_, index) => wanted.includes(types[index] ?? 'item.claim'))
  const unproven = of('check.unproven')
  return {
    event: newestFirst[begin]?.id ?? unprovable,
    unprovenSince: unproven.at(-1)?.at,
    looks: unproven.length,
    absentAt: of('check.unproven', 'check.absent')[0]?.at,
  }
}

/** Whether X shows a reply whose claim is newer than the doubt. */
export const isProven = async (db: Kysely<Database>, { event }: Doubt): Promise<boolean> =>
  Number((await readFact(db, newestShown)) ?? 0) > event

/** X's own answer accepted the item's reply. */
const isAcceptedByX = (itemId: 'item_events.item_id' | 'task_items.id') =>
  sql<boolean>`exists (select 1 from attempts
    where attempts.item_id = ${sql.ref(itemId)} and attempts.outcome = 'done' and attempts.http_status = 201)`

/** @param itemIds completed items whose posts X shows among their accounts' posts */
export const noteShown = async (trx: Transaction<Database>, itemIds: number[]): Promise<void> => {
  if (itemIds.length === 0) return
  const { claim } = await trx
    .selectFrom('item_events')
    .select(({ fn }) => fn.max('item_events.id').as('claim'))
    .where('item_events.item_id', 'in', itemIds)
    .where('item_events.state', '=', 'posting')
    .where(isAcceptedByX('item_events.item_id'))
    .executeTakeFirstOrThrow()
  if (claim === null) return
  await trx
    .insertInto('instance')
    .values({ key: newestShown, value: String(claim) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: String(claim) })
        .where(sql<number>`cast(instance.value as bigint)`, '<', Number(claim)),
    )
    .execute()
}

export interface Witness {
  account: Row<'accounts'>
  /** The account's id on X. */
  userId: string
  postId: string
}

/** How many later claims of all operators, and replies of this one, are considered. */
const laterClaims = 2000
const laterReplies = 50

/**
 * Another account of the operator whose reply X accepted after the doubt. The oldest such reply is the first that X
 * shows; further looks try further accounts, because a reply may have been deleted on X.
 */
export const witnessOf = async (
  db: Kysely<Database>,
  item: Pick<ItemRow, 'owner_id' | 'account_id'>,
  { event, looks }: Doubt,
): Promise<Witness | undefined> => {
  const replies = await db
    .selectFrom(
      db
        .selectFrom('item_events')
        .select(['id', 'item_id'])
        .where('id', '>', event)
        .where('state', '=', 'posting')
        .orderBy('id')
        .limit(laterClaims)
        .as('later'),
    )
    .innerJoin('task_items', 'task_items.id', 'later.item_id')
    .innerJoin('accounts', 'accounts.id', 'task_items.account_id')
    .select(['task_items.account_id', 'task_items.reply_tweet_id'])
    .where('task_items.owner_id', '=', item.owner_id)
    .where('task_items.account_id', '<>', item.account_id)
    .where('task_items.state', '=', 'completed')
    .where('accounts.is_active', '=', 1)
    .where('accounts.x_user_id', 'is not', null)
    .where(isAcceptedByX('task_items.id'))
    .orderBy('later.id')
    .limit(laterReplies)
    .execute()
  const oldest = new Map(replies.toReversed().map(({ account_id, reply_tweet_id }) => [account_id, reply_tweet_id]))
  const accounts = [...new Set(replies.map(({ account_id }) => account_id))]
  const accountId = accounts[looks % accounts.length]
  const postId = oldest.get(accountId ?? null)
  if (!accountId || !postId) return undefined
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst()
  return account?.x_user_id ? { account, userId: account.x_user_id, postId } : undefined
}
