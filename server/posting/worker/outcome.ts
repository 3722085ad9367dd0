import { type SqlBool, sql, type Transaction } from 'kysely'
import type { Treatment } from '../../../src/schemas/security/newAnswers'
import { isOlderThanReset } from '../../db/generation'
import { accountScope, appScope, doubtScope, pausedScope, restScope } from '../../db/holdScopes'
import { executeAll, type Write } from '../../db/inOneStatement'
import { prepared, type Values } from '../../db/prepared'
import { retrying } from '../../db/retrying'
import type { Database } from '../../db/schema'
import { lockUser } from '../../features/session/users.store'
import { noteHeld, noteNewAnswer, refusedOfThree } from '../../features/system/newAnswers.store'
import { backoff } from '../../time/backoff'
import { later, latest, minuteMs, timestamp } from '../../time/clock'
import { freeBudget, settleAttempt } from '../../usage/charges.store'
import type { ReplyRule } from '../../x/eligibility'
import { sentence } from '../../x/problems'
import { explanationOf, refusalRow, storedName } from '../../x/refusals'
import { apply, type ItemRow } from '../protocol/item'
import type { ItemEvent } from '../protocol/itemEvents'
import { refusedEvent } from '../send/makeManual'
import { lockingRead, type Store } from '../store'
import { type Contradiction, contradictionOf, keepContradiction } from '../verify/contradiction'
import * as deliveryWords from '../words'
import { rememberApp } from './apps'
import type { Claimed } from './claim'
import type { Classified, Verdict } from './classify'
import { isRefusedAgain, pauseInDoubt, reconnecting, revoke } from './doubts'
import { appPauses, forgetPauses, hold, pause, rests } from './holds'

export interface OutcomeTimes {
  /** How long X may take to show a post, in ms. */
  settleMs: number
  /** The deadline of one request, in ms. */
  deadlineMs: number
}

interface OutcomeSettings extends OutcomeTimes {
  replyRule: ReplyRule
  /** When this process last suspected that the database was reset to an earlier state. */
  doubtedAt?: Date | undefined
}

/** The claim, with the app on X whose keys sent it (`appOf`). */
export type Sent = Claimed & { app: string }

/**
 * Stores the result of an attempt in one transaction: the attempt's row, the item's next state, and the consequences
 * for the account and the app. Safe to repeat. If the item's lease is lost, only an accepted post still counts.
 * @returns the contradiction between X's answer and the forecast, if any
 */
export const recordOutcome = (
  store: Store,
  sent: Sent,
  answered: Classified,
  settings: OutcomeSettings,
): Promise<Contradiction | undefined> =>
  retrying(store.db, async (trx) => {
    const now = store.clock()
    const { item, account, app, attemptId } = sent
    if (mayRevoke.has(answered.verdict.kind)) await lockUser(trx, item.owner_id)
    const postId = answered.verdict.kind === 'done' ? answered.verdict.postId : null
    const [row] = await lockItem(trx, { id: item.id, charge: sent.charge, postId })
    // A restored database gives the number of this item to another one.
    if (row?.task_id !== item.task_id || row.position !== item.position) return undefined
    const met = await considered(trx, sent, answered, { now, isOthersPost: row.isOthersPost })
    const { verdict } = met
    const ended = trx
      .updateTable('attempts')
      .set({
        finished_at: timestamp(now),
        http_status: met.httpStatus,
        outcome: verdict.kind,
        detail: verdict.detail,
        refusal: met.refusal && storedName(met.refusal),
        transaction_id: met.transactionId,
      })
      .where('id', '=', attemptId)
      .where('item_id', '=', item.id)
    const writes: Record<string, Write> = { ended }
    for (const limit of met.limits) {
      const scope = limit.scope === 'app' ? appScope(app) : accountScope(account.id)
      await hold(trx, scope, timestamp(later(limit.until, jitter())), deliveryWords.postingLimited, timestamp(now))
    }
    await rememberApp(trx, account, app)
    const waits = await holdWhatStops(trx, sent, met, now)
    if (verdict.kind === 'done')
      writes.resumed = forgetPauses(trx, [pausedScope(app), restScope(account.id), doubtScope(account.id)], now)
    if (verdict.kind !== 'ambiguous') {
      const isCharged = verdict.kind === 'done' && met.httpStatus !== null
      const settlement = settleAttempt(trx, sent.charge, isCharged, timestamp(now))
      if (row.hasOtherCharge) await settlement.execute()
      else writes.settled = settlement
      if (!isCharged) await freeBudget(trx, item.owner_id)
    }
    const isOurs = row.state === 'posting' && row.attempts === item.attempts && row.lease_epoch === item.lease_epoch
    if (!isOurs && verdict.kind !== 'done') {
      await executeAll(writes)
      return undefined
    }
    const contradiction = await contradictionOf(trx, sent, met, settings.replyRule)
    if (contradiction) await keepContradiction(trx, item.id, contradiction)
    const mayBeOnX = await mayBePosted(trx, row, met, settings.doubtedAt)
    const event = eventOf(met, { mayBeOnX, waits: timestamp(waits ?? now), times: settings, now, item })
    await apply(trx, row, event, timestamp(now), { writes, isSettled: isOurs && !row.hasOtherCharge })
    if (!met.isNew) return contradiction
    return noteNew(trx, sent, { met, event, contradiction }, now)
  })

/** The item, whether another request of it has an open charge, and whether X's id is already another item's. */
const lockItem = prepared((db, value: Values<{ id: number; charge: number; postId: string | null }>) =>
  lockingRead(db, value('id')).select(({ exists, selectFrom }) => [
    exists(
      selectFrom('charges')
        .select('charges.id')
        .whereRef('charges.item_id', '=', 'task_items.id')
        .where('charges.id', '<>', value('charge'))
        .where('charges.settled_at', 'is', null),
    ).as('hasOtherCharge'),
    exists(
      selectFrom('task_items as other')
        .select('other.id')
        .where('other.reply_tweet_id', '=', value('postId'))
        .whereRef('other.id', '<>', 'task_items.id'),
    ).as('isOthersPost'),
  ]),
)

/** True if X may have accepted an earlier request: then X is read before its refusal counts. */
const mayBePosted = async (
  trx: Transaction<Database>,
  item: ItemRow,
  { refusal }: Classified,
  doubtedAt: Date | undefined,
): Promise<boolean> => {
  if (item.resends > 0 || refusal === null) return item.resends > 0
  if (doubtedAt && item.created_at <= timestamp(doubtedAt)) return true
  return isOlderThanReset(trx, item.created_at)
}

interface New {
  met: Classified
  event: ItemEvent
  contradiction: Contradiction | undefined
}

/** This many in a day suggest that X's rules have changed. */
const alarming = 3

/** Counts the new sentence. Holds the app after X used the sentence against its own rule for three accounts. */
const noteNew = async (
  trx: Transaction<Database>,
  { account, app, attemptId }: Sent,
  { met, event, contradiction }: New,
  now: Date,
): Promise<Contradiction | undefined> => {
  const words = met.verdict.detail ?? ''
  const isRuled = contradiction?.said === 'refused'
  const said = { words, treatment: treatmentOf(met, event), username: account.username }
  const { id, pattern, timesToday } = await noteNewAnswer(trx, said, timestamp(now))
  if (isRuled && (await refusedOfThree(trx, { answerId: id, app, accountId: account.id, attemptId }))) {
    const reason = deliveryWords.appHeld(sentence(words))
    await pause(trx, pausedScope(app), appPauses, reason, now)
    await noteHeld(trx, id)
  }
  if (contradiction || timesToday !== alarming) return contradiction
  return {
    said: 'refused',
    reason: deliveryWords.answeredOften(alarming, pattern),
  }
}

const treatmentOf = ({ verdict }: Classified, { type }: ItemEvent): Treatment => {
  if (type === 'hand.over') return 'handed_over'
  if (type === 'post.contested') return 'looked_for'
  if (verdict.kind === 'paused') return 'app_held'
  if (verdict.kind === 'revoked') return 'account_stopped'
  return type === 'post.deferred' ? 'deferred' : 'failed'
}

/** Verdicts that may lead to `revoke`, which locks the operator: the operator must be locked before the item. */
const mayRevoke = new Set<Verdict['kind']>(['doubted', 'revoked'])

/** After this many requests X should know the account's tokens. */
const mostMoments = 5

/** The classification after a comparison with the account's and other items' rows. */
const considered = async (
  trx: Transaction<Database>,
  { item, account }: Sent,
  met: Classified,
  { now, isOthersPost }: { now: Date; isOthersPost: SqlBool },
): Promise<Classified> => {
  const { verdict } = met
  if (verdict.kind === 'doubted' && (await isRefusedAgain(trx, account.id, now))) {
    return { ...met, verdict: { ...verdict, kind: 'revoked', nextStep: await reconnecting(trx, account.id) } }
  }
  if (met.refusal === 'authenticationUnknown' && verdict.kind === 'unsent' && item.attempts >= mostMoments) {
    const refusal = 'wrongAuthentication'
    return { ...met, refusal, verdict: { ...verdict, kind: 'refused', nextStep: refusalRow(refusal).nextStep } }
  }
  if (!isOthersPost) return met
  // X cannot give one id to two posts, so the answer proves nothing.
  return { ...met, verdict: { kind: 'ambiguous', detail: deliveryWords.otherPostsId, nextStep: null } }
}

/** Holds the scopes that X's verdict concerns. @returns when this item continues, if it does */
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
      await hold(trx, accountScope(account.id), timestamp(until), deliveryWords.accountLimited, timestamp(now))
      return until
    }
    case 'rested':
      return pause(trx, restScope(account.id), rests, explanationOf(verdict), now)
    case 'paused':
      return pause(trx, pausedScope(app), appPauses, explanationOf(verdict), now)
    case 'doubted':
      return pauseInDoubt(trx, account.id, verdict.detail, now)
    case 'revoked':
      await revoke(trx, account, explanationOf(verdict))
      return undefined
    case 'refused':
      await doubtAccount(trx, sent, met, now)
      return undefined
    case 'done':
      if (account.doubted_target !== null) await doubt(trx, account.id, null, null)
      return undefined
    default:
      return undefined
  }
}

/** X's words about one reply concern the account after X used them for two consecutive replies to different posts. */
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
    deliveryWords.refusedTwice(sentence(verdict.detail ?? '')),
    deliveryWords.checkAccount,
    deliveryWords.checkApp,
    ...(transactions.length > 0 ? [deliveryWords.transactionsForSupport(transactions.join(', '))] : []),
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

interface Around {
  item: ItemRow
  /** Whether X may have accepted an earlier request. */
  mayBeOnX: boolean
  waits: string
  times: OutcomeTimes
  now: Date
}

const eventOf = (
  { verdict, refusal, httpStatus }: Classified,
  { item, mayBeOnX, waits, times, now }: Around,
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
      return { type: 'post.deferred', detail: verdict.detail, nextStep: deliveryWords.doubted, at: waits }
    case 'refused':
    case 'revoked':
    case 'skewed':
      if (mayBeOnX && httpStatus === 403) {
        // X has the first of two duplicates, but may not show it yet.
        const at = refusal === 'duplicate' ? later(now, times.settleMs) : now
        return { type: 'post.contested', detail: verdict.detail, nextStep: null, at: timestamp(at) }
      }
      return refusedEvent(refusal, { detail: verdict.detail, nextStep: verdict.nextStep, isInDoubt: mayBeOnX }, now)
    case 'ambiguous':
      return {
        type: 'post.lost',
        detail: verdict.detail,
        nextStep: null,
        at: timestamp(later(latest(later(new Date(item.updated_at), times.deadlineMs), now), times.settleMs)),
      }
  }
}

/** Spreads requests that wait for the same moment. */
const jitter = () => Math.random() * 1000
