import { backoff, doubling, spread } from '../../time/backoff'
import { dayMs, hourMs, minuteMs } from '../../time/clock'

/**
 * The wait before an account's mentions are read again: short after a new mention, because more follow, and long after
 * a long silence. It differs by chance, so that accounts that were switched on together are soon read at different times.
 * @param shortestMs the operator's shortest wait
 */
export const paceMs = (lastFoundAt: Date | undefined, now: Date, shortestMs: number): number => {
  const quietMs = lastFoundAt === undefined ? Number.POSITIVE_INFINITY : now.getTime() - lastFoundAt.getTime()
  const factor = quietMs < 10 * minuteMs ? 1 : quietMs < hourMs ? 2 : quietMs < dayMs ? 5 : 15
  return spread(shortestMs * factor)
}

/** The wait while X's stream works: reading only closes its gaps. */
export const tendingMs = (shortestMs: number): number => spread(shortestMs * 15)

/**
 * The wait before a broken or refused stream is opened again.
 * @param drawn 0 to 1, so that servers that lost the stream together do not return together
 */
export const reopeningMs = (failures: number, drawn: number): number =>
  doubling(failures, 1000, 5 * minuteMs) * (0.5 + drawn / 2)

/** The wait after a reading that X did not answer; it doubles each time. */
export const rereadingMs = (failures: number): number => backoff(failures, minuteMs, 30 * minuteMs)
