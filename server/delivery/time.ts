import { timestamp } from '../clock'

/** Clocks of several machines differ by less. */
export const aheadMs = 5000

export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)

/** As long after `now` as it was after that moment, at least at once. */
export const shifted = (until: string, from: string, now: Date): string =>
  timestamp(later(now, Math.max(0, Date.parse(until) - Date.parse(from) || 0)))

export const latest = (a: Date, b: Date): Date => (a > b ? a : b)

/** Doubles from `firstMs` with each try, at most `maxMs`, plus up to a fifth by chance. */
export const backoff = (tries: number, firstMs: number, maxMs: number): number =>
  Math.min(maxMs, firstMs * 2 ** Math.min(20, Math.max(0, tries - 1))) * (1 + Math.random() / 5)
