import { backoff } from '../../backoff'
import { later, minuteMs, timestamp } from '../../clock'
import { type Refusal, refusalRow } from '../../x/refusals'
import { type ItemEvent, looksAllowed, never } from '../protocol/itemEvents'
import * as words from '../words'

interface Reason {
  /** Why the API would not take it, or X's own words. */
  detail: string
  nextStep?: string
  /** Whether an earlier sending may have reached X: then X is asked at once. */
  isInDoubt?: boolean
}

/** Why X is not asked for it by API. */
export const wouldRefuse = (reason: string): string => words.wouldRefuse(reason)

/** Gives an item to a person. Until that person opens X's page nothing of it can be there, so nothing is read. */
export const handOver = (
  { detail, nextStep = words.steps.manual, isInDoubt = false }: Reason,
  now: Date,
): ItemEvent => ({
  type: 'hand.over',
  now: timestamp(now),
  at: isInDoubt ? timestamp(now) : never,
  detail,
  nextStep,
})

/** What X's refusal makes of an item: it fails, or is given to a person. */
export const refusedEvent = (refusal: Refusal | null, reason: Reason & { nextStep: string }, now: Date): ItemEvent =>
  refusal !== null && refusalRow(refusal).handsOver
    ? handOver(reason, now)
    : { type: 'post.refused', detail: reason.detail, nextStep: reason.nextStep }

/** Nobody has posted it sooner after X's page was opened, nor does X show it. */
const firstLookMs = 10_000
const longestMs = 15 * minuteMs

/**
 * When X is looked at next for what a person may have posted. Each reading costs what X charges for the posts that it
 * shows, so there are fewer and fewer, ten in about an hour.
 *
 * @param looks readings since X's page was opened.
 */
export const nextLook = (looks: number, settleMs: number, now: Date): string =>
  looks < looksAllowed ? timestamp(later(now, backoff(looks + 1, Math.min(firstLookMs, settleMs), longestMs))) : never
