import { doubling } from '../../backoff'
import { dayMs, hourMs, minuteMs } from '../../clock'

/**
 * How long until an account's mentions are read again: soon after something came, since more comes then, and seldom where
 * nothing was heard for long.
 *
 * @param shortestMs the shortest pause that the operator allows.
 */
export const paceMs = (lastFoundAt: Date | undefined, now: Date, shortestMs: number): number => {
  const quietMs = lastFoundAt === undefined ? Number.POSITIVE_INFINITY : now.getTime() - lastFoundAt.getTime()
  const factor = quietMs < 10 * minuteMs ? 1 : quietMs < hourMs ? 2 : quietMs < dayMs ? 5 : 15
  return shortestMs * factor
}

/** While X tells by itself: only for what the stream missed. */
export const tendingMs = (shortestMs: number): number => shortestMs * 15

/**
 * How long until a stream is opened again that broke or was refused for a moment.
 *
 * @param drawn 0 to 1: servers that lost it together do not come back together.
 */
export const reopeningMs = (failures: number, drawn: number): number =>
  doubling(failures, 1000, 5 * minuteMs) * (0.5 + drawn / 2)

/** After a reading that X did not answer, twice as long each time. */
export const rereadingMs = (failures: number): number => doubling(failures, minuteMs, 30 * minuteMs)
