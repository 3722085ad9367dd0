const minute = 60_000
const hour = 60 * minute

/**
 * How long until an account's mentions are read again: soon after something came, since more comes then; seldom where
 * nothing was heard for long, and where X's stream tells by itself.
 */
export const paceMs = (lastFoundAt: Date | undefined, now: Date, byStream: boolean): number => {
  if (byStream) return 30 * minute
  const quietMs = lastFoundAt === undefined ? Number.POSITIVE_INFINITY : now.getTime() - lastFoundAt.getTime()
  if (quietMs < 10 * minute) return minute
  if (quietMs < hour) return 2 * minute
  return quietMs < 24 * hour ? 5 * minute : 15 * minute
}

/** After a reading that X did not answer, twice as long each time. */
export const backoffMs = (failures: number): number => Math.min(30 * minute, minute * 2 ** Math.max(0, failures - 1))
