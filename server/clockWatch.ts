/** What the system's own corrections stay below. */
const jumpMs = 5000

/**
 * Compares the clock with one that nobody sets. A machine that was brought back from a snapshot shows as a jump too.
 *
 * @returns asks by how many ms the clock was set since it was asked last; 0 where it was not.
 */
export const createClockWatch = (clock: () => Date, monotonic: () => number): (() => number) => {
  const offset = () => clock().getTime() - monotonic()
  let last = offset()
  return () => {
    const jump = offset() - last
    last += jump
    return Math.abs(jump) < jumpMs ? 0 : Math.round(jump)
  }
}
