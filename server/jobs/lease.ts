/**
 * For how long, in ms, a process holds what it works on, unless it frees it before: a whole deadline to connect to X, another one
 * for its answer, and the rest to store it.
 */
export const leaseOf = (deadlineMs: number): number => deadlineMs * 2.2
