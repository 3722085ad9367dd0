import { atHandle } from './handle'
import * as words from './situation.words'
import { goesOnAt } from './taskOutcome'
import { type TaskItem, type WaitReason, waitReasons } from './tasks'

/** A reply as the operator reads it, on every screen. */
export interface Situation {
  status: string
  /** X's words, or the server's. */
  error: string | undefined
  /** Without the full stop, because `until` may follow. */
  reason: string | undefined
  until: { label: string; at: string } | undefined
  /** The server's advice. */
  next: string | undefined
  /** The most useful first. */
  actions: SituationAction[]
}

export type SituationAction =
  | 'cancel'
  | 'rewrite'
  | 'retry'
  | 'hand_over'
  | 'decide'
  | 'post_manually'
  | 'enter_outcome'
  | 'check_account'

export const statusName = (status: string): string => words.statuses[status] ?? status

export const situationOf = (item: TaskItem): Situation => ({
  status: statusName(item.status),
  error: item.error ?? undefined,
  reason: reasonOf(item),
  until: untilOf(item),
  next: item.next_step && item.next_step !== item.error ? item.next_step : undefined,
  actions: actionsOf(item),
})

const isWaitReason = (reason: string): reason is WaitReason => waitReasons.some((known) => known === reason)

const reasonOf = (item: TaskItem): string | undefined => {
  const { waits_for } = item
  switch (item.status) {
    case 'queued':
      if (!waits_for) return untilOf(item) && words.waiting
      return isWaitReason(waits_for)
        ? words.waits[waits_for](atHandle(item.twitter_username, 'the account'))
        : words.waiting
    case 'posting':
      return words.sending
    case 'unknown':
      return words.checking
    case 'needs_review':
      return words.inReview
    case 'handed_over':
      return item.next_at ? words.lookedFor : words.manual
    default:
      return undefined
  }
}

const untilOf = (item: TaskItem): Situation['until'] => {
  const at = goesOnAt(item)
  if (at === undefined) return undefined
  const isCheck = item.status !== 'queued' || item.waits_for === 'earlier_reply'
  return { label: isCheck ? words.until.check : item.waits_for === 'undo' ? words.until.send : words.until.resume, at }
}

const actionsOf = (item: TaskItem): SituationAction[] => {
  const isManual = item.status === 'handed_over'
  const offered: [SituationAction, unknown][] = [
    ['cancel', item.can_cancel],
    ['rewrite', item.can_edit && item.content && item.account_id],
    ['decide', item.status === 'needs_review'],
    ['post_manually', isManual && item.intent_url],
    ['enter_outcome', isManual && !item.intent_url],
    ['hand_over', item.can_hand_over],
    ['retry', item.can_retry],
    ['check_account', item.is_of_account && item.account_id],
  ]
  return offered.flatMap(([action, isOffered]) => (isOffered ? [action] : []))
}
