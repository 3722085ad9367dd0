/** The corrections of an operating system are smaller than this. */
const jumpMs = 5000

/**
 * Compares the clock with one that cannot be set. A restored snapshot of a machine counts as a jump too.
 *
 * @returns a function that returns by how many ms the clock was set since its last call, or 0.
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
