import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../../config'
import type { Database } from '../../db/schema'
import { dayMs, hourMs, timestamp } from '../../time/clock'
import { createRounds, type Stopping } from '../../time/rounds'
import { createLease } from './lease'
import { pruneAttempts, pruneAudit, pruneHistory, pruneKeys, prunePosts, pruneSessions, type Walk } from './walks'

/** The number of days for each kind of row; undefined to keep the rows forever. */
export type Retention = Record<keyof typeof walks, number | undefined>

const walks = {
  tasks: pruneHistory,
  attempts: pruneAttempts,
  posts: prunePosts,
  'idempotency keys': pruneKeys,
  sessions: pruneSessions,
  'lines of the audit trail': pruneAudit,
} satisfies Record<string, Walk>

/** An ended session is of no use, so it is deleted after its lifetime. */
export const retentionOf = (
  config: Pick<Config, 'HISTORY_DAYS' | 'ATTEMPTS_DAYS' | 'POSTS_DAYS' | 'IDEMPOTENCY_DAYS' | 'AUDIT_DAYS'>,
): Retention => ({
  tasks: config.HISTORY_DAYS,
  attempts: config.ATTEMPTS_DAYS,
  posts: config.POSTS_DAYS,
  'idempotency keys': config.IDEMPOTENCY_DAYS,
  sessions: 0,
  'lines of the audit trail': config.AUDIT_DAYS,
})

/**
 * The pause after each step, as a multiple of the step's duration: pruning uses at most a tenth of the database's time.
 */
const rests = 9

interface PruningDeps {
  db: Kysely<Database>
  retention: Retention
  clock: () => Date
  log: Pick<Logger, 'info' | 'error'>
}

/**
 * Deletes rows that are older than configured, at the start and once an hour, in one of the processes on a database.
 */
export const createPruning = ({ db, retention, clock, log }: PruningDeps) => {
  const lease = createLease(db, clock)

  const prune = async ({ isStopping, rest }: Stopping) => {
    for (const [name, walk] of Object.entries<Walk>(walks)) {
      const days = retention[name as keyof Retention]
      if (days === undefined) continue
      const before = timestamp(clock().getTime() - days * dayMs)
      let rows = 0
      let startedMs = performance.now()
      let goesOn = true
      for await (const went of walk(db, before)) {
        rows += went
        goesOn = !isStopping() && (await lease.hold())
        if (!goesOn) break
        await rest((performance.now() - startedMs) * rests)
        startedMs = performance.now()
      }
      if (rows > 0) log.info({ what: name, rows, before }, 'retention: deleted expired rows')
      if (!goesOn) return
    }
  }

  return createRounds(hourMs, async (stopping) => {
    try {
      if (await lease.hold()) await prune(stopping)
      await lease.free()
    } catch (error) {
      log.error({ err: error }, 'retention: expired rows could not be deleted')
    }
  })
}
