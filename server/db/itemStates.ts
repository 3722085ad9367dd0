import { sql } from 'kysely'

/**
 * A literal for conditions that leave out failed items. SQLite uses the partial index only for a literal, not for a
 * parameter (https://sqlite.org/partialindex.html#queries_using_partial_indexes).
 */
export const failedState = sql.lit('failed' as const)

/** A literal for the same reason. */
export const completedState = sql.lit('completed' as const)

/**
 * X may already have the reply. At most one item of each account is in one of these states (posting protocol, step 2).
 */
export const openOutcome = ['posting', 'unknown'] as const
