import { sql, type Transaction } from 'kysely'
import type { Database } from '../db/schema'
import { sealedOf } from '../security/credentials'
import type { Claimed } from './claim'
import type { Classified, Verdict } from './classify'
import { accountScope, appScope, forgetPause, hold, pause } from './holds'
import { apply } from './item'
import type { ItemEvent } from './itemMachine'
import { lockItem, type Store, touchTask, writing } from './store'
import { backoff, iso, later } from './time'

const second = 1000
const minute = 60 * second

export interface OutcomeTimes {
  /** How long X may take to show a post, ms. */
  settleMs: number
  /** Deadline of one request, ms. */
  deadlineMs: number
}

/**
 * Stores what an attempt met, in one transaction: the attempt's row, the item's next state, and what X's answer means
 * for the account and the app. Safe to repeat. Where the item is no longer ours, only an accepted post still counts.
 */
export const recordOutcome = (
  store: Store,
  claimed: Claimed,
  { verdict: met, httpStatus, limits }: Classified,
  times: OutcomeTimes,
): Promise<void> =>
  writing(store, async (trx) => {
    const now = store.clock()
    const { item, account, attemptId } = claimed
    const row = await lockItem(store, trx, item.id)
    if (!row) return
    const verdict = await disbelieved(trx, item.id, met)
    await trx
      .updateTable('attempts')
      .set({ finished_at: iso(now), http_status: httpStatus, outcome: verdict.kind, detail: verdict.detail })
      .where('id', '=', attemptId)
      .execute()
    for (const limit of limits) {
      const scope = limit.scope === 'app' ? appScope(item.owner_id) : accountScope(account.id)
      await hold(trx, scope, iso(later(limit.until, jitter())), 'X limits how much may be posted.', iso(now))
    }
    const waits = await waitsOf(trx, claimed, verdict, now)
    const isOurs = row.state === 'posting' && row.attempts === item.attempts && row.lease_epoch === item.lease_epoch
    if (isOurs || verdict.kind === 'done') {
      await apply(trx, row, eventOf(verdict, claimed, iso(waits ?? now), times), iso(now))
      await touchTask(trx, item.task_id, iso(now))
    }
  })

/** X would have to answer two posts with one id: the answer is worth nothing then. */
const disbelieved = async (trx: Transaction<Database>, itemId: number, verdict: Verdict): Promise<Verdict> => {
  if (verdict.kind !== 'done') return verdict
  const other = await trx
    .selectFrom('task_items')
    .select('id')
    .where('reply_tweet_id', '=', verdict.postId)
    .where('id', '<>', itemId)
    .executeTakeFirst()
  return other ? { kind: 'ambiguous', detail: "X answered with another post's id", nextStep: null } : verdict
}

/** Holds what X's verdict stops. @returns when this item goes on, where it does. */
const waitsOf = async (
  trx: Transaction<Database>,
  { item, account }: Claimed,
  verdict: Verdict,
  now: Date,
): Promise<Date | undefined> => {
  switch (verdict.kind) {
    case 'unsent':
      return later(now, backoff(item.attempts, second, 5 * minute))
    case 'limited': {
      const held = await heldUntil(trx, item.owner_id, account.id, now)
      const until = held ?? later(now, backoff(item.attempts, minute, 15 * minute))
      await hold(trx, accountScope(account.id), iso(until), verdict.detail, iso(now))
      return until
    }
    case 'paused':
      return pause(trx, item.owner_id, verdict.detail, now)
    case 'revoked':
      await trx
        .updateTable('accounts')
        .set({ is_active: 0, inactive_reason: verdict.detail })
        .where('id', '=', account.id)
        .where((eb) => eb.and(sealedOf(account)))
        .execute()
      return undefined
    case 'done':
      await forgetPause(trx, item.owner_id, now)
      return undefined
    default:
      return undefined
  }
}

const heldUntil = async (
  trx: Transaction<Database>,
  ownerId: number,
  accountId: number,
  now: Date,
): Promise<Date | undefined> => {
  const { until } = await trx
    .selectFrom('holds')
    .select(sql<string | null>`max(until)`.as('until'))
    .where('scope', 'in', [accountScope(accountId), appScope(ownerId)])
    .where('until', '>', iso(now))
    .executeTakeFirstOrThrow()
  return until === null ? undefined : new Date(until)
}

const eventOf = (verdict: Verdict, { item }: Claimed, waits: string, times: OutcomeTimes): ItemEvent => {
  switch (verdict.kind) {
    case 'done':
      return { type: 'post.accepted', postId: verdict.postId }
    case 'unsent':
    case 'limited':
    case 'paused':
      return { type: 'post.deferred', detail: verdict.detail, nextStep: verdict.nextStep, at: waits }
    case 'refused':
    case 'revoked':
    case 'skewed':
      return { type: 'post.refused', detail: verdict.detail, nextStep: verdict.nextStep }
    case 'duplicate':
    case 'ambiguous':
      return {
        type: 'post.lost',
        detail: verdict.detail,
        nextStep: null,
        at: iso(later(new Date(item.updated_at), times.deadlineMs + times.settleMs)),
      }
  }
}

/** Spreads those who wait for the same moment. */
const jitter = () => Math.random() * second
