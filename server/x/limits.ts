import { retryAfterMs } from '../outgoing/retryAfter'
import { dayMs, hourMs } from '../time/clock'

/** A used-up quota of X. */
export interface Limit {
  scope: 'account' | 'app'
  until: Date
}

/** X's quota headers (docs.x.com, fundamentals/rate-limits; `POST /2/tweets` also returns the 24-hour ones). */
const quotas: [prefix: string, scope: Limit['scope']][] = [
  ['x-rate-limit', 'account'],
  ['x-user-limit-24hour', 'account'],
  ['x-app-limit-24hour', 'app'],
]

/** X's longest quota is 24 hours. A time more than an hour later than that is not a real time. */
const longestMs = dayMs + hourMs

/** The quotas whose `-remaining` is 0, with their `-reset` (Unix seconds). */
export const limitsOf = (headers: Record<string, string>, now: Date): Limit[] =>
  quotas.flatMap(([prefix, scope]) => {
    const until = resetOf(headers, prefix, now)
    return until && headers[`${prefix}-remaining`]?.trim() === '0' ? [{ scope, until }] : []
  })

/**
 * When X accepts requests again after a 429: when the last used-up quota resets, else at the reset of a quota that is
 * not used up (as seen on `POST /2/tweets`), else after `retry-after` (seconds, or a date).
 *
 * @returns undefined if X sent no time.
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

/** All times at which X may answer such a reading again: the reset of each used-up quota, and the time of a 429. */
export const openingsOf = (status: number | undefined, headers: Record<string, string>, now: Date): Date[] => {
  const named = status === 429 ? opensAt(headers, now) : undefined
  return [...limitsOf(headers, now).map(({ until }) => until), ...(named ? [named] : [])]
}

const resetOf = (headers: Record<string, string>, prefix: string, now: Date): Date | undefined => {
  const reset = Number(headers[`${prefix}-reset`]) * 1000
  return reset > 0 && reset <= now.getTime() + longestMs ? new Date(reset) : undefined
}
