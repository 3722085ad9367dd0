import { dayMs, hourMs } from '../clock'
import { retryAfterMs } from '../outgoing/retryAfter'

/** One of X's quotas that is used up. */
export interface Limit {
  scope: 'account' | 'app'
  /** When X opens it again. */
  until: Date
}

/** X's quota headers (docs.x.com, fundamentals/rate-limits; the 24-hour ones are seen on `POST /2/tweets`). */
const quotas: [prefix: string, scope: Limit['scope']][] = [
  ['x-rate-limit', 'account'],
  ['x-user-limit-24hour', 'account'],
  ['x-app-limit-24hour', 'app'],
]

/** X's longest quota is of 24 hours: what opens later than that, and an hour for the clocks, is no moment of X's. */
const longestMs = dayMs + hourMs

/** The quotas whose `-remaining` is 0, with their `-reset` (Unix seconds). */
export const limitsOf = (headers: Record<string, string>, now: Date): Limit[] =>
  quotas.flatMap(([prefix, scope]) => {
    const until = resetOf(headers, prefix, now)
    return until && headers[`${prefix}-remaining`]?.trim() === '0' ? [{ scope, until }] : []
  })

/**
 * When X takes requests again after a 429: the last of the quotas that are used up, else the reset that it names though
 * it says that something is left (as seen on `POST /2/tweets`), else `retry-after` (seconds, or a date).
 *
 * @returns undefined where X does not say.
 */
export const opensAt = (headers: Record<string, string>, now: Date): Date | undefined => {
  const usedUp = limitsOf(headers, now).map(({ until }) => until.getTime())
  if (usedUp.length > 0) return new Date(Math.max(...usedUp))
  return resetOf(headers, 'x-rate-limit', now) ?? retryAtOf(headers, now)
}

const retryAtOf = (headers: Record<string, string>, now: Date): Date | undefined => {
  const waitMs = retryAfterMs(headers, now.getTime()) ?? 0
  return waitMs > 0 && waitMs <= longestMs ? new Date(now.getTime() + waitMs) : undefined
}

/** When X answers such a reading again, as far as it says so: each of the quotas that are used up, and what a 429 names. */
export const openingsOf = (status: number | undefined, headers: Record<string, string>, now: Date): Date[] => {
  const named = status === 429 ? opensAt(headers, now) : undefined
  return [...limitsOf(headers, now).map(({ until }) => until), ...(named ? [named] : [])]
}

const resetOf = (headers: Record<string, string>, prefix: string, now: Date): Date | undefined => {
  const reset = Number(headers[`${prefix}-reset`]) * 1000
  return reset > 0 && reset <= now.getTime() + longestMs ? new Date(reset) : undefined
}
