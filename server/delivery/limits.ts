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
const longestMs = 25 * 3_600_000

/** The quotas whose `-remaining` is 0, with their `-reset` (Unix seconds). */
export const limitsOf = (headers: Record<string, string>, now: Date): Limit[] =>
  quotas.flatMap(([prefix, scope]) => {
    const reset = Number(headers[`${prefix}-reset`]) * 1000
    const usedUp = headers[`${prefix}-remaining`]?.trim() === '0'
    return usedUp && reset > 0 && reset <= now.getTime() + longestMs ? [{ scope, until: new Date(reset) }] : []
  })
