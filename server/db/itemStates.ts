import { sql } from 'kysely'

/**
 * Stands in a query where items that failed are left out. Written out, because the index of the other ones is used by
 * no query that brings the state as a parameter (https://sqlite.org/partialindex.html#queries_using_partial_indexes).
 */
export const failedState = sql.lit('failed' as const)

/** Written out for the same reason. */
export const completedState = sql.lit('completed' as const)

/** What X may have without our knowing. Of each account at most one item is in one of these (posting protocol, step 2). */
export const openOutcome = ['posting', 'unknown'] as const
