/**
 * The duration of a lease, in ms, unless it is freed earlier: one deadline to connect to X, one for its answer, and the
 * rest to store it.
 */
export const leaseOf = (deadlineMs: number): number => deadlineMs * 2.2
