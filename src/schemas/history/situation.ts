import { webAddress } from '../base'
import { atHandle } from '../handle'
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

export const statusName = (status: string): string => words.statuses.get(status) ?? status

/** @param until for memoized views, which then render again when the moment has come */
export const situationOf = (item: TaskItem, until = goesOnAt(item)): Situation => ({
  status: statusName(item.status),
  error: item.error ?? undefined,
  reason: reasonOf(item, until),
  until: until === undefined ? undefined : { label: labelOf(item), at: until },
  next: item.next_step && item.next_step !== item.error ? item.next_step : undefined,
  actions: actionsOf(item),
})

const isWaitReason = (reason: string): reason is WaitReason => waitReasons.some((known) => known === reason)

const reasonOf = (item: TaskItem, until: string | undefined): string | undefined => {
  const { waits_for } = item
  switch (item.status) {
    case 'queued':
      if (!waits_for) return until && words.waiting
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
      if (item.next_at) return words.lookedFor
      return item.intent_url ? words.manual : undefined
    default:
      return undefined
  }
}

const labelOf = ({ status, waits_for }: TaskItem): string => {
  if (status !== 'queued' || waits_for === 'earlier_reply') return words.until.check
  return waits_for === 'undo' ? words.until.send : words.until.resume
}

const actionsOf = (item: TaskItem): SituationAction[] => {
  const isManual = item.status === 'handed_over'
  const page = webAddress(item.intent_url)
  const offered: [SituationAction, unknown][] = [
    ['cancel', item.can_cancel],
    ['rewrite', item.can_edit && item.content && item.account_id],
    ['decide', item.status === 'needs_review'],
    ['post_manually', isManual && page],
    ['enter_outcome', isManual && !page],
    ['hand_over', item.can_hand_over],
    ['retry', item.can_retry],
    ['check_account', item.is_of_account && item.account_id],
  ]
  return offered.flatMap(([action, isOffered]) => (isOffered ? [action] : []))
}
