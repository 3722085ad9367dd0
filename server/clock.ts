/** The one way this server writes a time: ISO 8601 in UTC with milliseconds, which sorts as text. */
export const timestamp = (at: Date | number = Date.now()): string => new Date(at).toISOString()

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The day in UTC of a timestamp, `2026-11-23`: X counts by it, and so do we. */
export const dayOf = (at: string): string => at.slice(0, 10)

/** The day in UTC so many days before. */
export const daysBefore = (at: Date | number, days: number): string =>
  dayOf(timestamp(new Date(at).getTime() - days * dayMs))

/** When the day in UTC is over. */
export const nextDay = (at: Date): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1))

/** Clocks of several machines differ by less. */
export const clockToleranceMs = 5000

export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)

export const latest = (a: Date, b: Date): Date => (a > b ? a : b)

/** As long after `now` as it was after that moment, at least at once. */
export const shifted = (until: string, from: string, now: Date): string =>
  timestamp(later(now, Math.max(0, Date.parse(until) - Date.parse(from) || 0)))
