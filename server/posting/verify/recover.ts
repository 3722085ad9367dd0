import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { openOutcome } from '../../db/itemStates'
import { retrying } from '../../db/retrying'
import type { Database } from '../../db/schema'
import { clockToleranceMs, dayMs, later, shifted, timestamp } from '../../time/clock'
import { settleUnsent } from '../../usage/charges.store'
import { apply, type ItemRow } from '../protocol/item'
import { type ItemEvent, never } from '../protocol/itemEvents'
import { lockItem, type Store } from '../store'
import * as words from '../words'

/**
 * Applies an event to each item that accepts it, a hundred in a transaction. On SQLite the rest of this process waits
 * during a transaction and continues between two.
 */
export const applyToAll = async (
  store: Store,
  itemIds: number[],
  event: (row: ItemRow, now: Date) => ItemEvent | undefined,
): Promise<void> => {
  for (let first = 0; first < itemIds.length; first += 100) {
    await retrying(store.db, async (trx) => {
      for (const id of itemIds.slice(first, first + 100)) await applyToOne(store, trx, id, event)
    })
    await nextTurn()
  }
}

const applyToOne = async (
  store: Store,
  trx: Transaction<Database>,
  id: number,
  event: (row: ItemRow, now: Date) => ItemEvent | undefined,
): Promise<void> => {
  const now = store.clock()
  const row = await lockItem(trx, id)
  const wanted = row && event(row, now)
  if (!row || !wanted || !(await apply(trx, row, wanted, timestamp(now)))) return
  const isUnsent = wanted.type === 'post.deferred'
  const ended = await trx
    .updateTable('attempts')
    .set({ finished_at: timestamp(now), outcome: isUnsent ? 'unsent' : 'interrupted' })
    .where('item_id', '=', id)
    .where('finished_at', 'is', null)
    .returning('id')
    .execute()
  if (!isUnsent) return
  const attemptIds = ended.map((attempt) => attempt.id)
  await settleUnsent(trx, { id, ownerId: row.owner_id, attemptIds }, timestamp(now))
}

/** Open items may have been sent before the database was reset to an earlier state, so X is read. */
export const doubtEverything = async (store: Store, settleMs: number): Promise<void> => {
  const open = await store.db
    .selectFrom('task_items')
    .select('id')
    .where((eb) => eb.or([eb('state', 'in', ['queued', ...openOutcome]), eb('can_retry', '=', 1)]))
    .orderBy('id')
    .execute()
  await applyToAll(
    store,
    open.map(({ id }) => id),
    (_row, now) => ({ type: 'database.restored', now: timestamp(now), at: timestamp(later(now, settleMs)) }),
  )
}

/** An item with a lease for sending. */
export type Held = Pick<ItemRow, 'id' | 'lease_epoch' | 'lease_until'>

export const heldItems = ({ db }: Store): Promise<Held[]> =>
  db.selectFrom('task_items').select(['id', 'lease_epoch', 'lease_until']).where('state', '=', 'posting').execute()

interface Expiry {
  /** Identifies this process. */
  epoch: string
  isOnlyProcess: boolean
  settleMs: number
  /** True while this process sends the item, at most for a lease on the monotonic clock. */
  isSending(itemId: number): boolean
}

/**
 * The processes with these leases stopped or were delayed for too long: the replies that they sent may have been
 * posted.
 */
export const expireLeases = async (
  store: Store,
  held: Held[],
  { epoch, isOnlyProcess, settleMs, isSending }: Expiry,
): Promise<void> => {
  const isDead = (row: Held, now: Date) =>
    (endOf(row, now) === now || (isOnlyProcess && row.lease_epoch !== epoch)) &&
    !(row.lease_epoch === epoch && isSending(row.id))
  const now = store.clock()
  const dead = held.filter((row) => isDead(row, now)).map(({ id }) => id)
  await applyToAll(store, dead, (row, at) =>
    isDead(row, at) ? { type: 'lease.expired', at: timestamp(later(endOf(row, at), settleMs)) } : undefined,
  )
}

/** A lease with an invalid time (a damaged row) counts as expired, so that it does not block other items. */
const endOf = ({ lease_until }: Pick<Held, 'lease_until'>, now: Date): Date => {
  const end = lease_until === null ? Number.NaN : Date.parse(lease_until)
  return end > now.getTime() ? new Date(end) : now
}

/**
 * Frees the items that this process has a lease for but does not send.
 * @param detail the reason. By default, the connection broke during the claim, so the claim was stored without an
 * answer to this process
 */
export const freeUnsent = async (
  store: Store,
  held: Held[],
  epoch: string,
  isSending: (itemId: number) => boolean,
  detail = words.databaseAway,
): Promise<void> => {
  const own = held.filter(({ lease_epoch }) => lease_epoch === epoch)
  const unsent = own.map(({ id }) => id).filter((id) => !isSending(id))
  await applyToAll(store, unsent, (row, now) =>
    row.state === 'posting' && row.lease_epoch === epoch
      ? {
          type: 'post.deferred',
          detail,
          nextStep: null,
          at: timestamp(now),
        }
      : undefined,
  )
}

/** Checks that a stopped process had started may start again immediately if no other process can be running them. */
export const freeChecks = async (store: Store): Promise<void> => {
  await store.db
    .updateTable('task_items')
    .set({ lease_epoch: null, lease_until: null })
    .where('state', 'in', ['unknown', 'handed_over'])
    .execute()
}

/**
 * Looks once on X for manual items that a person may have posted while no process ran, or reported to a process that
 * stopped. One reading per account, from its first manual item on, completes all items that it shows.
 * @param since the time from which the item may have been posted: when X's page was opened, or, if the database may
 * lack that, when the item became manual. Items older than a week wait until the page is opened.
 * @param waitMs how long X may take to show the post
 */
export const checkManual = async (store: Store, since: 'opened_at' | 'handed_over_at', waitMs = 0): Promise<void> => {
  const waiting = await store.db
    .selectFrom('task_items')
    .select(['id', 'account_id'])
    .where('state', '=', 'handed_over')
    .where('next_at', '=', never)
    .where('account_id', 'is not', null)
    .where(since, '>', timestamp(later(store.clock(), -lookedForMs)))
    .orderBy('handed_over_at', 'desc')
    .execute()
  const earliest = new Map(waiting.map(({ id, account_id }) => [account_id, id]))
  await applyToAll(store, [...earliest.values()], ({ next_at }, now) =>
    next_at === never ? { type: 'hand.look', at: timestamp(later(now, waitMs)) } : undefined,
  )
}

const lookedForMs = 7 * dayMs

/** The clock was set forward: X may not show yet the replies that other processes sent by the old time. */
export const postponeChecks = async (store: Store, waitMs: number): Promise<void> => {
  const at = timestamp(later(store.clock(), waitMs))
  await store.db
    .updateTable('task_items')
    .set({ next_at: at })
    .where('state', '=', 'unknown')
    .where('next_at', '<', at)
    .execute()
}

/**
 * The clock was set back: waits that were stored by the old time start again from now with their full length. X's own
 * times arrive with its next answer.
 */
export const forgetFuture = async (store: Store): Promise<void> => {
  const now = store.clock()
  const future = timestamp(later(now, clockToleranceMs))
  const items = await store.db
    .selectFrom('task_items')
    .select(['id', 'updated_at', 'next_at', 'lease_until'])
    .where('state', 'in', ['queued', ...openOutcome, 'handed_over'])
    .where('updated_at', '>', future)
    .execute()
  for (const { id, updated_at, next_at, lease_until } of items) {
    await store.db
      .updateTable('task_items')
      .set({
        updated_at: timestamp(now),
        next_at: next_at === never ? never : shifted(next_at, updated_at, now),
        lease_until: lease_until && shifted(lease_until, updated_at, now),
      })
      .where('id', '=', id)
      .where('updated_at', '=', updated_at)
      .execute()
  }
  const holds = await store.db
    .selectFrom('holds')
    .select(['scope', 'until', 'created_at'])
    .where('until', '>', future)
    .where('created_at', '>', future)
    .execute()
  for (const { scope, until, created_at } of holds) {
    if (until === null) continue
    await store.db
      .updateTable('holds')
      .set({ until: shifted(until, created_at, now), created_at: timestamp(now) })
      .where('scope', '=', scope)
      .where('created_at', '=', created_at)
      .execute()
  }
}

/** The account was deleted: nobody can send or read with it. */
export const settleOrphans = async (store: Store): Promise<void> => {
  const orphans = await store.db
    .selectFrom('task_items')
    .select('id')
    .where('account_id', 'is', null)
    .where('state', 'in', ['queued', 'unknown', 'needs_review', 'handed_over'])
    .where((eb) =>
      eb.or([
        eb('state', 'not in', ['needs_review', 'handed_over']),
        eb('next_step', 'not in', [words.steps.orphaned, words.steps.manualUnseen, ...words.orphanStepsBefore]),
      ]),
    )
    .execute()
  await applyToAll(
    store,
    orphans.map(({ id }) => id),
    (row) => (row.account_id === null ? { type: 'account.removed' } : undefined),
  )
}
