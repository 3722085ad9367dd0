import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type Kysely, sql, type Transaction } from 'kysely'
import { timestamp } from '../../clock'
import { isPostgres } from '../../db/dialect'
import { afterCommit } from '../../db/retrying'
import type { Database } from '../../db/schema'

const key = 'sessions_ended'

/**
 * How often sessions were ended or passkeys removed, remembered outside the database, too: a restored backup knows fewer
 * times.
 */
export interface SessionMark {
  read(): Count | undefined
  write(count: Count): void
}

export interface Count {
  /** What the database surely knows. */
  committed: number
  /** What it knows besides where the commit came to its end. */
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

/** Where nothing is to be remembered, as in tests. */
export const noSessionMark: SessionMark = { read: () => undefined, write: () => undefined }

/**
 * Is called in a transaction of `retrying` that ends sessions or passkeys. The count is written before the commit, so that
 * nothing is ended where it cannot be, and judged by once it is committed: a commit that fails makes no restored backup.
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
      // The next one that ends, or the next start, writes it.
    }
  })
}

const raise = (mark: SessionMark, { committed, begun }: Count): void => {
  const before = mark.read() ?? settled(0)
  mark.write({ committed: Math.max(committed, before.committed), begun: Math.max(begun, before.begun) })
}

/**
 * Ends every session, API token, one-time link and sign-in that waits where the database is an earlier one than this
 * server worked on, or (SQLite) came here without its data folder: among them may be some that were ended or used
 * since. Passkeys, of which some may have been removed, are blocked: their operators are still asked for a second
 * factor, and no passkey is one. A further server on one PostgreSQL begins without a mark.
 *
 * @returns whether it was so.
 */
export const endRestoredSessions = async (db: Kysely<Database>, mark: SessionMark): Promise<boolean> => {
  const row = await db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst()
  const stored = Number(row?.value ?? 0)
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
