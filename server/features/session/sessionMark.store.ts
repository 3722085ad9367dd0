import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type Kysely, sql, type Transaction } from 'kysely'
import { timestamp } from '../../clock'
import { isPostgres } from '../../db/dialect'
import { readFact } from '../../db/facts'
import { afterCommit } from '../../db/retrying'
import type { Database } from '../../db/schema'

const key = 'sessions_ended'

/**
 * How often sessions were ended or passkeys removed, also stored outside the database: a restored backup has a smaller
 * count.
 */
export interface SessionMark {
  read(): Count | undefined
  write(count: Count): void
}

export interface Count {
  /** The count that the database surely has. */
  committed: number
  /** The database's count if the last commit succeeded. */
  begun: number
}

const settled = (count: number): Count => ({ committed: count, begun: count })

export const sessionMark = (file: string): SessionMark => ({
  read() {
    if (!existsSync(file)) return undefined
    const [committed = Number.NaN, begun = committed] = readFileSync(file, 'utf8').split(' ').map(Number)
    return Number.isSafeInteger(committed) && Number.isSafeInteger(begun) ? { committed, begun } : undefined
  },
  write({ committed, begun }) {
    const text = begun > committed ? `${committed} ${begun}` : String(committed)
    writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  },
})

/** For a server without a mark, as in tests. */
export const noSessionMark: SessionMark = { read: () => undefined, write: () => undefined }

/**
 * Call it in a transaction of `retrying` that ends sessions or passkeys. The count is written before the commit, so
 * that nothing ends if it cannot be written. It counts only after the commit: a failed commit must not look like a
 * restored backup.
 */
export const noteEnded = async (trx: Transaction<Database>, mark: SessionMark): Promise<void> => {
  const { value } = await trx
    .insertInto('instance')
    .values({ key, value: '1' })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: sql<string>`cast(cast(instance.value as integer) + 1 as text)` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  const count = Number(value)
  raise(mark, { committed: 0, begun: count })
  afterCommit(trx, () => {
    try {
      raise(mark, settled(count))
    } catch {
      // The next ending or the next start writes it.
    }
  })
}

const raise = (mark: SessionMark, { committed, begun }: Count): void => {
  const before = mark.read() ?? settled(0)
  mark.write({ committed: Math.max(committed, before.committed), begun: Math.max(begun, before.begun) })
}

/**
 * If the database is older than this server's last state, or (SQLite) came here without its data folder: ends every
 * session, API token, one-time link and waiting sign-in, because some may have been ended or used since, and blocks all
 * passkeys, because some may have been removed. Operators with a blocked passkey still need a second factor. A further
 * server on one PostgreSQL starts without a mark.
 * @returns whether it did so
 */
export const endRestoredSessions = async (db: Kysely<Database>, mark: SessionMark): Promise<boolean> => {
  const stored = Number((await readFact(db, key)) ?? 0)
  const remembered = mark.read()
  const isRestored = remembered === undefined ? !isPostgres(db) && stored > 0 : remembered.committed > stored
  if (isRestored) {
    await db.deleteFrom('sessions').execute()
    await db.deleteFrom('passes').execute()
    await db.deleteFrom('api_tokens').execute()
    await db.deleteFrom('sign_ins').execute()
    await db.deleteFrom('passkey_challenges').execute()
    await db.updateTable('passkeys').set({ blocked_at: timestamp() }).where('blocked_at', 'is', null).execute()
  }
  const count = Math.max(stored, remembered?.begun ?? 0)
  await db
    .insertInto('instance')
    .values({ key, value: String(count) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: String(count) })
        .where(sql<boolean>`cast(instance.value as integer) < ${count}`),
    )
    .execute()
  mark.write(settled(count))
  return isRestored
}
