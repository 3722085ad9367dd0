import { backoff } from '../../time/backoff'
import { later, minuteMs, timestamp } from '../../time/clock'
import { type Refusal, refusalRow } from '../../x/refusals'
import { type ItemEvent, looksAllowed, never } from '../protocol/itemEvents'
import * as words from '../words'

interface Reason {
  /** Why the API would refuse the reply, or X's own words. */
  detail: string
  nextStep?: string
  /** True if an earlier request may have reached X: then X is read immediately. */
  isInDoubt?: boolean
}

/** Makes an item manual. X is not read for the post until a person opens X's page. */
export const makeManual = (
  { detail, nextStep = words.steps.manual, isInDoubt = false }: Reason,
  now: Date,
): ItemEvent => ({
  type: 'hand.over',
  now: timestamp(now),
  at: isInDoubt ? timestamp(now) : never,
  detail,
  nextStep,
})

/** The event for X's refusal: the item fails or becomes manual. */
export const refusedEvent = (refusal: Refusal | null, reason: Reason & { nextStep: string }, now: Date): ItemEvent =>
  refusal !== null && refusalRow(refusal).becomesManual
    ? makeManual(reason, now)
    : { type: 'post.refused', detail: reason.detail, nextStep: reason.nextStep }

/** Nobody can post sooner after opening X's page, and X does not show a post sooner. */
const firstLookMs = 10_000
const longestMs = 15 * minuteMs

/**
 * The time of the next read for a manual item. X charges for the posts that each read shows, so the intervals grow: ten
 * reads in about an hour.
 * @param looks the number of reads since X's page was opened
 */
export const nextLook = (looks: number, settleMs: number, now: Date): string =>
  looks < looksAllowed ? timestamp(later(now, backoff(looks + 1, Math.min(firstLookMs, settleMs), longestMs))) : never
