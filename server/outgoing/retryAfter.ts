import type { IncomingHttpHeaders } from 'node:http'

/**
 * @returns ms that an answer asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date by the answer's
 * own clock.
 */
export const retryAfterMs = (headers: IncomingHttpHeaders, nowMs: number): number | undefined => {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (ms >= 0 && Number.isFinite(ms)) return ms
  const after = headers['retry-after']?.trim()
  if (!after) return undefined
  const answeredMs = Date.parse(headers.date ?? '') || nowMs
  const wanted = Number.isNaN(Number(after)) ? Date.parse(after) - answeredMs : Number(after) * 1000
  return Number.isFinite(wanted) ? Math.max(0, wanted) : undefined
}
