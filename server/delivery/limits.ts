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

/** The year 5138 in seconds, 1973 in milliseconds: whatever is later is no moment in seconds. */
const latest = 1e11

/** The quotas whose `-remaining` is 0, with their `-reset` (Unix seconds). */
export const limitsOf = (headers: Record<string, string>): Limit[] =>
  quotas.flatMap(([prefix, scope]) => {
    const reset = Number(headers[`${prefix}-reset`])
    const usedUp = headers[`${prefix}-remaining`]?.trim() === '0'
    return usedUp && reset > 0 && reset < latest ? [{ scope, until: new Date(reset * 1000) }] : []
  })
