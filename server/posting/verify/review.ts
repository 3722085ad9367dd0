import type { Transaction } from 'kysely'
import { counted } from '../../../src/schemas/counted'
import { type DecisionBody, type ItemDecision, isCancel, type RetryScope } from '../../../src/schemas/history/tasks'
import { isPostgres } from '../../db/dialect'
import { doubtScope, pausedScope, restScope } from '../../db/holdScopes'
import type { Database, Row } from '../../db/schema'
import { audit } from '../../db/trail/audit'
import { lockUser } from '../../features/session/users.store'
import { conflict, HttpProblem, notFound } from '../../problems'
import { later, timestamp } from '../../time/clock'
import type { Access, XClient } from '../../x/types'
import { apply, type ItemRow, takes } from '../protocol/item'
import type { ItemEvent } from '../protocol/itemEvents'
import { canBeManual, canRetry, isCancelled, lastAttempt } from '../protocol/itemView'
import { blockedItems, openAccounts } from '../send/blocked'
import { cancel } from '../send/cancel'
import { makeManual, nextLook } from '../send/makeManual'
import { lockItem, type Store, writing } from '../store'
import * as words from '../words'
import { release } from '../worker/holds'
import { refuseAnothers, verifiedPost } from './verifiedPost'

export interface Reviewer {
  x: XClient
  openCredentials(account: Row<'accounts'>): Access | Promise<Access>
  /** How long X may take to show a post, in ms. */
  settleMs: number
}

const accountNeeded = new Set<ItemDecision['action']>(['check_again', 'send_again'])

/**
 * Applies the operator's decision about an item that needs review, waits to be sent, or is manual. Adds an audit line.
 * @throws HttpProblem 404 unknown item; 409 the item is not, or no longer, in a state for the decision, another reply
 * of its account is open, or X refuses the keys for reading the link; 422 the link is not this reply, or no account is
 * left to send or read with; 502 X cannot be asked about the link
 */
export const decide = async (
  store: Store,
  { x, openCredentials, settleMs }: Reviewer,
  { ownerId, taskId, itemId }: { ownerId: number; taskId: string; itemId: number },
  decision: DecisionBody,
): Promise<void> => {
  const item = await ownItem(store, ownerId, taskId, itemId)
  if (isCancel(decision)) return cancel(store, { ownerId, taskId, itemId }, decision)
  if (isPostedMeanwhile(item, decision)) return
  if (!takes(item, eventOf(item, decision, '', store.clock(), settleMs))) throw conflict(misfit(decision))
  const account = await accountOf(store, item)
  if (!account && accountNeeded.has(decision.action)) {
    const rest = item.state === 'handed_over' ? words.sayNotPosted : 'give up'
    throw new HttpProblem(422, words.agentDeleted(item.twitter_username, rest))
  }
  const post =
    decision.action === 'posted'
      ? await verifiedPost({ x, openCredentials }, item, account, decision.tweet_url)
      : undefined
  await writing(store, async (trx) => {
    // Two items of one reply must not both be manual.
    if (decision.action === 'hand_over') await lockUser(trx, ownerId)
    const at = store.clock()
    const now = timestamp(at)
    const stored = await lockItem(trx, itemId)
    if (stored && isPostedMeanwhile(stored, decision)) return
    const row = stored && (accountNeeded.has(decision.action) ? await adopt(trx, stored, account) : stored)
    const event = row && eventOf(row, decision, post?.id ?? '', at, settleMs)
    if (!event || !takes(row, event)) throw conflict(misfit(decision, ' any more'))
    if (post && (await isInUse(trx, post.id))) throw conflict(words.otherItemsPost)
    if (post) await refuseAnothers(trx, row, post)
    if (decision.action === 'hand_over') await refuseManual(trx, ownerId, row)
    if (decision.action === 'check_again' && row.state !== 'handed_over' && (await isAccountOpen(trx, row))) {
      throw conflict(words.steps.accountInDoubt)
    }
    await apply(trx, row, event, now)
    await audit(trx, ownerId, `item.${decision.action}`, `${taskId}/${itemId}`, post?.id ?? null)
  })
}

/** X showed the post before the person came back. Asking for a check or reporting the opened page is then no error. */
const isPostedMeanwhile = ({ state, handed_over_at }: ItemRow, { action }: ItemDecision): boolean =>
  state === 'completed' && handed_over_at !== null && (action === 'check_again' || action === 'opened')

const ownItem = async (store: Store, ownerId: number, taskId: string, itemId: number): Promise<ItemRow> => {
  const item = await store.db
    .selectFrom('task_items')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('task_id', '=', taskId)
    .where('id', '=', itemId)
    .executeTakeFirst()
  if (!item) throw notFound('Item')
  return item
}

/** The item's account; if it was deleted, the operator's new account for the same user on X. */
const accountOf = (store: Store, { account_id, author_id, owner_id }: ItemRow) =>
  store.db
    .selectFrom('accounts')
    .selectAll()
    .where('owner_id', '=', owner_id)
    .$if(account_id !== null, (query) => query.where('id', '=', account_id ?? 0))
    .$if(account_id === null, (query) => query.where('x_user_id', '=', author_id ?? ''))
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** A new account for the same user on X gets the item of the deleted one. */
const adopt = async (
  trx: Transaction<Database>,
  row: ItemRow,
  account: Row<'accounts'> | undefined,
): Promise<ItemRow> => {
  if (row.account_id !== null || account === undefined) return row
  await trx.updateTable('task_items').set({ account_id: account.id }).where('id', '=', row.id).execute()
  return { ...row, account_id: account.id }
}

const eventOf = (
  { error, handed_over_at, resends }: ItemRow,
  decision: ItemDecision,
  postId: string,
  now: Date,
  settleMs: number,
): ItemEvent => {
  switch (decision.action) {
    case 'check_again':
      return { type: 'review.check', at: timestamp(now) }
    case 'posted':
      return { type: 'review.confirm', postId }
    case 'send_again':
      return { type: 'review.resend', at: timestamp(now) }
    case 'give_up':
      return { type: 'review.giveUp' }
    case 'hand_over':
      return makeManual({ detail: error ?? '', isInDoubt: handed_over_at !== null || resends > 0 }, now)
    case 'opened':
      return { type: 'hand.opened', now: timestamp(now), at: nextLook(0, settleMs, now) }
    case 'not_posted':
      return { type: 'hand.notPosted' }
  }
}

const manualActions = new Set<ItemDecision['action']>(['opened', 'not_posted'])

const misfit = ({ action }: ItemDecision, since = ''): string => {
  if (action === 'hand_over') return words.notForManual(since)
  return manualActions.has(action) ? words.notManual(since) : words.noReviewNeeded(since)
}

/**
 * The rule of `can_hand_over`: the item failed, a person may post it, and nothing else of its account or words is open.
 */
const refuseManual = async (trx: Transaction<Database>, ownerId: number, row: ItemRow): Promise<void> => {
  const last = await lastAttempt(trx, row.id)
  if (!canRetry(row) || !canBeManual(row, last?.refusal)) throw conflict(words.cannotPostManually)
  const why = (await blockedItems(trx, ownerId, [row])).get(row.id)
  if (why !== undefined) throw conflict(why)
}

const isAccountOpen = async (trx: Transaction<Database>, { account_id }: ItemRow): Promise<boolean> =>
  account_id !== null && (await openAccounts(trx, [account_id])).has(account_id)

const isInUse = async (trx: Transaction<Database>, postId: string): Promise<boolean> =>
  (await trx.selectFrom('task_items').select('id').where('reply_tweet_id', '=', postId).executeTakeFirst()) !==
  undefined

/**
 * Queues failed and cancelled items again (`only` selects one of the two) if neither this account nor the same words
 * through another account can be posted twice. Items that wait for a paused app or account, or for X to be reachable,
 * try immediately; X's rate limits stay. Manual items are looked for on X first, from `settleMs` on.
 * @throws HttpProblem 404 unknown task; 409 if nothing can be sent again
 */
export const retry = (
  store: Store,
  settleMs: number,
  { ownerId, taskId, only }: { ownerId: number; taskId: string; only: RetryScope | undefined },
): Promise<void> =>
  writing(store, async (trx) => {
    await lockUser(trx, ownerId)
    const now = timestamp(store.clock())
    const event: ItemEvent = { type: 'item.retry', at: now, checkAt: timestamp(later(store.clock(), settleMs)) }
    const task = await trx
      .selectFrom('tasks')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('id', '=', taskId)
      .executeTakeFirst()
    if (!task) throw notFound('Task')
    const found = await trx
      .selectFrom('task_items')
      .selectAll()
      .where('task_id', '=', taskId)
      .where((eb) => eb.or([eb('state', '=', 'queued'), eb('can_retry', '=', 1)]))
      .orderBy('id')
      .$if(isPostgres(trx), (query) => query.forUpdate())
      .execute()
    const items = found.filter((item) => item.state === 'queued' || only === undefined || only === kindOf(item))
    const blocked = await blockedItems(trx, ownerId, items)
    const again = items.filter((item) => !blocked.has(item.id))
    let queued = 0
    for (const item of again) if (await apply(trx, item, event, now)) queued += 1
    if (queued === 0) throw conflict(words.nothingToRetry)
    await release(trx, await scopesToRelease(trx, items))
    await audit(trx, ownerId, 'task.retried', taskId, counted(queued, 'item'))
  })

const kindOf = (item: ItemRow): RetryScope => (isCancelled(item) ? 'cancelled' : 'failed')

/** The pauses that the operator may end now: those of these items' accounts and apps. */
const scopesToRelease = async (trx: Transaction<Database>, items: ItemRow[]): Promise<string[]> => {
  const accountIds = [...new Set(items.flatMap(({ account_id }) => account_id ?? []))]
  if (accountIds.length === 0) return []
  const accounts = await trx.selectFrom('accounts').select(['id', 'x_app']).where('id', 'in', accountIds).execute()
  return [...new Set(accounts.flatMap(({ id, x_app }) => [restScope(id), doubtScope(id), pausedScope(x_app)]))]
}
