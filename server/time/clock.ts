/** All times of this server have this form, which sorts as text. */
export const timestamp = (at: Date | number = Date.now()): string => new Date(at).toISOString()

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** @returns the day in UTC of a timestamp, such as `2026-11-23`. X counts by this day. */
export const dayOf = (at: string): string => at.slice(0, 10)

export const daysBefore = (at: Date | number, days: number): string =>
  dayOf(timestamp(new Date(at).getTime() - days * dayMs))

export const nextDay = (at: Date): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1))

/** The clocks of several machines differ by less than this. */
export const clockToleranceMs = 5000

export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)

export const latest = (a: Date, b: Date): Date => (a > b ? a : b)

/** @returns a time as long after `now` as `until` was after `from`, but never before `now`. */
export const shifted = (until: string, from: string, now: Date): string =>
  timestamp(later(now, Math.max(0, Date.parse(until) - Date.parse(from) || 0)))
