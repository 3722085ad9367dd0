import type { IncomingHttpHeaders } from 'node:http'
import type { Refusal } from './refusals'

/** Too many requests, unavailable, overloaded: these pass. */
const passing = [429, 503, 529]

/** Whether the same call may do better in a moment. A used-up quota is a 429 that waiting does not change. */
export const mayPass = (status: number, code: string): boolean =>
  passing.includes(status) && code !== 'insufficient_quota'

/** How long the provider asks to wait, in ms: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export const retryAfterMs = (headers: IncomingHttpHeaders, now: number): number | undefined => {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (ms >= 0) return ms
  const after = headers['retry-after']
  if (after === undefined) return undefined
  const wanted = Number.isNaN(Number(after)) ? Date.parse(after) - now : Number(after) * 1000
  return Number.isNaN(wanted) ? undefined : Math.max(0, wanted)
}

/** The status that counts: one inside a 200 is the real one. */
export const realStatus = (status: number, refusal: Refusal | undefined): number =>
  status < 300 ? (refusal?.status ?? 502) : status
