import { appendFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { minuteMs, timestamp } from '../../time/clock'
import { createRounds } from '../../time/rounds'
import type { Database } from '../schema'

interface AnchorDeps {
  db: Kysely<Database>
  /** A file, or `log`. */
  to: string
  log: Pick<Logger, 'info' | 'error'>
}

/**
 * Writes the ends of the audit trail's chains to a place outside the database, every minute and at shutdown: one line
 * with position and hash for each chain with new lines. `npm run trail -- verify FILE` searches for these lines.
 */
export const createTrailAnchor = ({ db, to, log }: AnchorDeps) => {
  const known = new Map<number, string>()

  const write = async () => {
    const heads = await db
      .selectFrom('audit_chains')
      .select(['chain', 'lines as position', 'hash'])
      .orderBy('chain')
      .execute()
    const moved = heads.filter(({ chain, hash }) => known.get(chain) !== hash)
    if (to === 'log') for (const end of moved) log.info(end, 'audit: newest line of a chain')
    else if (moved.length > 0) {
      const at = timestamp()
      await appendFile(to, moved.map((end) => `${JSON.stringify({ at, ...end })}\n`).join(''), { mode: 0o600 })
    }
    for (const { chain, hash } of moved) known.set(chain, hash)
  }

  const tryToWrite = () =>
    write().catch((error: unknown) =>
      log.error(
        { err: error, to },
        'audit: the newest line of each chain could not be recorded outside of the database',
      ),
    )

  const rounds = createRounds(minuteMs, tryToWrite)
  return {
    start: rounds.start,
    stop: async (): Promise<void> => {
      await rounds.stop()
      await tryToWrite()
    },
  }
}
