import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type Kysely, sql, type Transaction } from 'kysely'
import { timestamp } from '../clock'
import type { Database } from '../db/schema'
import { isPostgres } from '../db/turns'

const key = 'sessions_ended'

/**
 * How often sessions were ended or passkeys removed, remembered outside the database, too: a restored backup knows fewer
 * times.
 */
export interface SessionMark {
  read(): number | undefined
  write(count: number): void
}

export const sessionMark = (file: string): SessionMark => ({
  read() {
    if (!existsSync(file)) return undefined
    const count = Number(readFileSync(file, 'utf8'))
    return Number.isSafeInteger(count) ? count : undefined
  },
  write(count) {
    writeFileSync(`${file}.new`, String(count), { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  },
})

/** Where nothing is to be remembered, as in tests. */
export const noSessionMark: SessionMark = { read: () => undefined, write: () => undefined }

/** Is called in the transaction that ends sessions or passkeys, before it is committed. */
export const noteEnded = async (trx: Transaction<Database>, mark: SessionMark): Promise<void> => {
  const { value } = await trx
    .insertInto('instance')
    .values({ key, value: '1' })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: sql<string>`cast(cast(instance.value as integer) + 1 as text)` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  mark.write(Math.max(Number(value), mark.read() ?? 0))
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
  const isRestored = remembered === undefined ? !isPostgres(db) && stored > 0 : remembered > stored
  if (isRestored) {
    await db.deleteFrom('sessions').execute()
    await db.deleteFrom('passes').execute()
    await db.deleteFrom('api_tokens').execute()
    await db.deleteFrom('sign_ins').execute()
    await db.deleteFrom('passkey_challenges').execute()
    await db.updateTable('passkeys').set({ blocked_at: timestamp() }).where('blocked_at', 'is', null).execute()
  }
  const count = Math.max(stored, remembered ?? 0)
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
  mark.write(count)
  return isRestored
}
