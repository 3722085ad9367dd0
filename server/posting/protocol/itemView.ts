import { type Kysely, sql } from 'kysely'
import type { Attempt, TaskItem, WaitReason } from '../../../src/schemas/history/tasks'
import type { Database, Row } from '../../db/schema'
import { concernsAccount, type Refusal, refusalRow } from '../../x/refusals'
import * as words from '../words'
import { never } from './itemEvents'
import type { Wait } from './waits'

export type AttemptRow = Attempt & Pick<Row<'attempts'>, 'refusal'>

export const lastAttempt = (db: Kysely<Database>, itemId: number) =>
  db
    .selectFrom('attempts')
    .select(['refusal', 'detail'])
    .where('item_id', '=', itemId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The attempts by item, oldest first. */
export const attemptsOf = async (
  db: Kysely<Database>,
  of: { taskId: string } | { itemIds: number[] },
): Promise<Map<number, AttemptRow[]>> => {
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('task_items', 'task_items.id', 'attempts.item_id')
    .select([
      'attempts.item_id',
      'attempts.started_at',
      'attempts.finished_at',
      'attempts.http_status',
      'attempts.outcome',
      'attempts.detail',
      'attempts.refusal',
    ])
    .where((eb) => ('taskId' in of ? eb('task_items.task_id', '=', of.taskId) : eb('task_items.id', 'in', of.itemIds)))
    .orderBy('attempts.id')
    .execute()
  const byItem = new Map<number, AttemptRow[]>()
  for (const { item_id, ...attempt } of rows) byItem.set(item_id, [...(byItem.get(item_id) ?? []), attempt])
  return byItem
}

/**
 * Cancelled before it was sent. The chart treats it as failed, because it can still be sent; only a cancellation stores
 * these words (decision 073).
 */
export const isCancelled = (item: Row<'task_items'>): boolean => canRetry(item) && item.error === words.cancelled.detail
export const isCancelledInSql = sql<boolean>`state = 'failed' and can_retry = 1 and error = ${words.cancelled.detail}`

/** A retry may still be blocked (`blockedItems`). */
export const canRetry = ({ state, can_retry }: Row<'task_items'>): boolean => state === 'failed' && can_retry === 1

interface Surroundings {
  /** Oldest first. */
  attempts?: AttemptRow[] | undefined
  wait?: Wait | undefined
  /** Why the item cannot be sent again now. */
  blockedBy?: string | undefined
  /** Why nobody replies to the post's author, who is on the do-not-reply list. */
  declined?: string | undefined
}

/** An item for the operator. `intent_url` is null here if the item must not have one. */
export const toItem = (
  item: Row<'task_items'>,
  { attempts = [], wait, blockedBy, declined }: Surroundings,
): TaskItem => ({
  id: item.id,
  reply_id: item.reply_id,
  retry_count: Math.max(0, item.attempts - 1),
  twitter_username: item.twitter_username,
  status: isCancelled(item) ? 'cancelled' : item.state,
  error: item.error,
  created_at: item.created_at,
  updated_at: item.updated_at,
  reply_tweet_id: item.reply_tweet_id,
  against_verdict: item.against_verdict,
  next_step: nextStepOf(item, wait, blockedBy),
  is_of_account: wait
    ? waitsForAccount.has(wait.reason)
    : item.state === 'failed' && concernsAccount(attempts.at(-1)?.refusal),
  waits_for: wait?.reason ?? null,
  next_at: nextAt(item, wait),
  can_hand_over: canRetry(item) && blockedBy === undefined && canBeManual(item, attempts.at(-1)?.refusal),
  target_tweet_id: item.target_tweet_id,
  can_retry: canRetry(item) && blockedBy === undefined,
  can_cancel: item.state === 'queued' && item.resends === 0,
  can_edit: item.state === 'failed' && takesOtherText(attempts.at(-1)?.refusal),
  account_id: item.account_id,
  content: item.content,
  attempts: attempts.map(({ refusal: _, ...attempt }) => attempt),
  ...(item.state === 'handed_over' && declined !== undefined
    ? { error: declined, next_step: words.steps.declined, intent_url: null }
    : {}),
})

/** `blockedBy` is not repeated: the claim that declined the item stored the same words. */
const nextStepOf = (item: Row<'task_items'>, wait: Wait | undefined, blockedBy: string | undefined): string | null => {
  if (blockedBy !== undefined && blockedBy !== item.error) return blockedBy
  return wait ? wait.why : item.next_step
}

const waitsForAccount: ReadonlySet<WaitReason> = new Set(['account_inactive', 'account_rest', 'account_doubt'])

const nextAt = (item: Row<'task_items'>, wait: Wait | undefined): string | null => {
  if (item.state === 'unknown') return item.next_at
  if (item.state === 'handed_over') return item.next_at === never ? null : item.next_at
  return wait?.until ?? null
}

const takesOtherText = (refusal: Refusal | null | undefined): boolean => Boolean(refusal && refusalRow(refusal).byText)

/** Whether a person may post a reply that X refused or that another person did not post. */
export const canBeManual = (
  { handed_over_at }: Pick<Row<'task_items'>, 'handed_over_at'>,
  refusal: Refusal | null | undefined,
): boolean => handed_over_at !== null || Boolean(refusal && refusalRow(refusal).canBeManual)
