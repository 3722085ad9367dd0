import { sql, type Transaction } from 'kysely'
import { backoff } from '../backoff'
import { later, latest, minuteMs, timestamp } from '../clock'
import { accountScope, appScope, doubtScope, pausedScope, restScope } from '../db/holdScopes'
import { retrying } from '../db/retrying'
import type { Database } from '../db/schema'
import { settleAttempt } from '../repositories/charges'
import { lockUser } from '../repositories/users'
import type { ReplyRule } from '../x/eligibility'
import { refusalRow, toldOf } from '../x/refusals'
import { sentence } from '../x/words'
import { rememberApp } from './apps'
import type { Claimed } from './claim'
import type { Classified, Verdict } from './classify'
import { type Contradiction, contradictionOf, keepContradiction } from './contradiction'
import { doubtedReason, isRefusedAgain, pauseInDoubt, reconnecting, revoke } from './doubts'
import { handOver } from './handOver'
import { appPauses, forgetPauses, hold, pause, rests } from './holds'
import { apply } from './item'
import type { ItemEvent } from './itemEvents'
import { lockItem, type Store } from './store'

export interface OutcomeTimes {
  /** How long X may take to show a post, ms. */
  settleMs: number
  /** Deadline of one request, ms. */
  deadlineMs: number
}

interface OutcomeSettings extends OutcomeTimes {
  replyRule: ReplyRule
}

/** What was claimed, with the app on X whose keys sent it, as `appOf` names it. */
export type Sent = Claimed & { app: string }

/**
 * Stores what an attempt met, in one transaction: the attempt's row, the item's next state, and what X's answer means
 * for the account and the app. Safe to repeat. Where the item is no longer ours, only an accepted post still counts.
 *
 * @returns what X did against what was expected of it, where it did.
 */
export const recordOutcome = (
  store: Store,
  sent: Sent,
  met: Classified,
  settings: OutcomeSettings,
): Promise<Contradiction | undefined> =>
  retrying(store.db, async (trx) => {
    const now = store.clock()
    const { item, account, app, attemptId } = sent
    if (mayRevoke.has(met.verdict.kind)) await lockUser(trx, item.owner_id)
    const row = await lockItem(trx, item.id)
    if (!row) return undefined
    const verdict = await considered(trx, sent, met.verdict, now)
    await trx
      .updateTable('attempts')
      .set({
        finished_at: timestamp(now),
        http_status: met.httpStatus,
        outcome: verdict.kind,
        detail: verdict.detail,
        refusal: met.refusal,
        transaction_id: met.transactionId,
      })
      .where('id', '=', attemptId)
      .execute()
    for (const limit of met.limits) {
      const scope = limit.scope === 'app' ? appScope(app) : accountScope(account.id)
      await hold(
        trx,
        scope,
        timestamp(later(limit.until, jitter())),
        'X limits how much may be posted.',
        timestamp(now),
      )
    }
    await rememberApp(trx, account, app)
    const waits = await holdWhatStops(trx, sent, { ...met, verdict }, now)
    if (verdict.kind !== 'ambiguous') {
      const charge = { id: sent.charge, ownerId: item.owner_id }
      await settleAttempt(trx, charge, verdict.kind === 'done' && met.httpStatus !== null, timestamp(now))
    }
    const isOurs = row.state === 'posting' && row.attempts === item.attempts && row.lease_epoch === item.lease_epoch
    if (!isOurs && verdict.kind !== 'done') return undefined
    const contradiction = await contradictionOf(trx, sent, { ...met, verdict }, settings.replyRule)
    if (contradiction) await keepContradiction(trx, item.id, contradiction)
    await apply(trx, row, eventOf({ ...met, verdict }, sent, timestamp(waits ?? now), settings, now), timestamp(now))
    return contradiction
  })

/** Verdicts that may end in `revoke`, which locks the operator: that comes before the item. */
const mayRevoke = new Set<Verdict['kind']>(['doubted', 'revoked'])

/** What the verdict comes to beside all else that is known. */
const considered = async (
  trx: Transaction<Database>,
  { item, account }: Sent,
  verdict: Verdict,
  now: Date,
): Promise<Verdict> => {
  if (verdict.kind === 'doubted' && (await isRefusedAgain(trx, account.id, now))) {
    return { ...verdict, kind: 'revoked', nextStep: await reconnecting(trx, account.id) }
  }
  if (verdict.kind !== 'done') return verdict
  const other = await trx
    .selectFrom('task_items')
    .select('id')
    .where('reply_tweet_id', '=', verdict.postId)
    .where('id', '<>', item.id)
    .executeTakeFirst()
  // X would have to answer two posts with one id: the answer is worth nothing then.
  return other ? { kind: 'ambiguous', detail: "X answered with another post's id", nextStep: null } : verdict
}

/** Holds what X's verdict stops. @returns when this item goes on, where it does. */
const holdWhatStops = async (
  trx: Transaction<Database>,
  sent: Sent,
  met: Classified,
  now: Date,
): Promise<Date | undefined> => {
  const { item, account, app } = sent
  const { verdict } = met
  switch (verdict.kind) {
    case 'unsent':
      return later(now, backoff(item.attempts, 1000, 5 * minuteMs))
    case 'limited': {
      const held = await heldUntil(trx, sent, now)
      const asked = Math.max(held?.getTime() ?? 0, verdict.until?.getTime() ?? 0)
      const until =
        asked > now.getTime() ? new Date(asked) : later(now, backoff(item.attempts, minuteMs, 15 * minuteMs))
      await hold(trx, accountScope(account.id), timestamp(until), limitedReason, timestamp(now))
      return until
    }
    case 'rested':
      return pause(trx, restScope(account.id), rests, toldOf(verdict), now)
    case 'paused':
      return pause(trx, pausedScope(app), appPauses, toldOf(verdict), now)
    case 'doubted':
      return pauseInDoubt(trx, account.id, verdict.detail, now)
    case 'revoked':
      await revoke(trx, account, toldOf(verdict))
      return undefined
    case 'refused':
      await doubtAccount(trx, sent, met, now)
      return undefined
    case 'done':
      await forgetPauses(trx, [pausedScope(app), restScope(account.id), doubtScope(account.id)], now)
      if (account.doubted_target !== null) await doubt(trx, account.id, null, null)
      return undefined
    default:
      return undefined
  }
}

const limitedReason = 'X limits how often this account may post. Nothing to do: it goes on by itself.'

/** What X says of one reply it means of the account once it says it of two in a row that answer different posts. */
const doubtAccount = async (
  trx: Transaction<Database>,
  { item, account }: Sent,
  { refusal, transactionId, verdict }: Classified,
  now: Date,
): Promise<void> => {
  if (refusal === null || !refusalRow(refusal).repeatsForAccount) return
  const { doubted_target: earlier, doubted_transaction } = account
  await doubt(trx, account.id, item.target_tweet_id, transactionId)
  if (earlier === null || earlier === item.target_tweet_id) return
  const transactions = [doubted_transaction, transactionId].filter((each) => each !== null)
  const reason = [
    `X refused two replies in a row, to different posts: ${sentence(verdict.detail ?? '')}`,
    'The account waits, then goes on by itself. Log in to X as it and look whether X limits it;',
    "on X's developer site, look whether its app may post.",
    ...(transactions.length > 0 ? [`X's support asks for the transaction ids: ${transactions.join(', ')}.`] : []),
  ]
  await pause(trx, restScope(account.id), rests, reason.join(' '), now)
}

const doubt = async (
  trx: Transaction<Database>,
  accountId: number,
  target: string | null,
  transaction: string | null,
): Promise<void> => {
  await trx
    .updateTable('accounts')
    .set({ doubted_target: target, doubted_transaction: transaction })
    .where('id', '=', accountId)
    .execute()
}

const heldUntil = async (trx: Transaction<Database>, { account, app }: Sent, now: Date): Promise<Date | undefined> => {
  const { until } = await trx
    .selectFrom('holds')
    .select(sql<string | null>`max(until)`.as('until'))
    .where('scope', 'in', [accountScope(account.id), appScope(app)])
    .where('until', '>', timestamp(now))
    .executeTakeFirstOrThrow()
  return until === null ? undefined : new Date(until)
}

const eventOf = (
  { verdict, refusal }: Classified,
  { item }: Claimed,
  waits: string,
  times: OutcomeTimes,
  now: Date,
): ItemEvent => {
  switch (verdict.kind) {
    case 'done':
      return { type: 'post.accepted', postId: verdict.postId }
    case 'unsent':
    case 'limited':
    case 'rested':
    case 'paused':
      return { type: 'post.deferred', detail: verdict.detail, nextStep: verdict.nextStep, at: waits }
    case 'doubted':
      return { type: 'post.deferred', detail: verdict.detail, nextStep: doubtedReason, at: waits }
    case 'refused':
      return refusal !== null && refusalRow(refusal).handsOver
        ? handOver({ detail: verdict.detail, nextStep: verdict.nextStep, isInDoubt: item.resends > 0 }, now)
        : { type: 'post.refused', detail: verdict.detail, nextStep: verdict.nextStep }
    case 'revoked':
    case 'skewed':
      return { type: 'post.refused', detail: verdict.detail, nextStep: verdict.nextStep }
    case 'duplicate':
    case 'ambiguous':
      return {
        type: 'post.lost',
        detail: verdict.detail,
        nextStep: null,
        at: timestamp(later(latest(later(new Date(item.updated_at), times.deadlineMs), now), times.settleMs)),
      }
  }
}

/** Spreads those who wait for the same moment. */
const jitter = () => Math.random() * 1000
