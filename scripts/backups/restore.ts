import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import Sqlite from 'libsql'
import type { Config } from '../../server/config'
import { databaseFile, openDatabase } from '../../server/db/database'
import { generationFile } from '../../server/db/generation'
import { pendingAfter, pendingMigrations } from '../../server/db/migrate'
import { applicationName, postgresDialect } from '../../server/db/postgres'
import type { Database } from '../../server/db/schema'
import { openSqlite } from '../../server/db/sqlite'
import { lockFolder } from '../../server/jobs/onlyProcess'
import { messageOf } from '../../server/messageOf'
import { stampOf } from './make'
import { migrationsInDump, restorePostgresDump } from './postgres'

type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>

/**
 * Replaces the database with a backup, or refuses and changes nothing.
 *
 * @returns SQLite: where the previous database is now, if there was one.
 * @throws Error while a server uses the database, and for a damaged, foreign or newer file.
 */
export const restoreBackup = async (place: Place, file: string, now: Date): Promise<string | undefined> => {
  if (!existsSync(file)) throw new Error(`${file} does not exist`)
  if (place.DATABASE_URL !== undefined) return restorePostgres(place.DATABASE_URL, file)
  if (!beginsWith(file, 'SQLite format 3\0')) throw new Error(`${file} is not a backup of an SQLite database`)
  mkdirSync(place.DATA_DIR, { recursive: true, mode: 0o700 })
  const lock = lockFolder(place.DATA_DIR)
  try {
    return await restoreSqlite(place, file, now)
  } finally {
    lock.release()
  }
}

const restoreSqlite = async (place: Place, file: string, now: Date): Promise<string | undefined> => {
  const database = databaseFile(place)
  const copy = `${database}.new`
  try {
    copyFileSync(file, copy)
    // Committed data of a server that was killed may still be in the write-ahead log.
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
    await assertUsable(copy, file)
    const aside = `${database}.before-${stampOf(now)}`
    const wasThere = existsSync(database)
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(database + suffix)) renameSync(database + suffix, aside + suffix)
    }
    // Without this file the next start notices the restore, even if nothing was sent since the backup.
    rmSync(generationFile(place.DATA_DIR), { force: true })
    renameSync(copy, database)
    return wasThere ? aside : undefined
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true })
  }
}

const assertUsable = async (copy: string, file: string): Promise<void> => {
  const opened = new Sqlite(copy, { readonly: true })
  const said = soundness(opened)
  opened.close()
  if (said !== 'ok') throw new Error(`${file} is damaged: ${said}`)
  const db = new Kysely<Database>({ dialect: openSqlite(copy).dialect })
  const { unknown } = await pendingMigrations(db, 'sqlite')
    .catch(() => {
      throw new Error(`${file} has no data of Auto Comment Bot`)
    })
    .finally(() => db.destroy())
  assertKnown(file, unknown)
}

const assertKnown = (file: string, [unknown]: readonly string[]): void => {
  if (unknown !== undefined) {
    throw new Error(`${file} comes from a newer version (${unknown}). Restore it with that version`)
  }
}

const soundness = (opened: Sqlite.Database): string => {
  try {
    return String(opened.prepare('pragma quick_check(1)').raw().get())
  } catch (error) {
    return messageOf(error)
  }
}

const restorePostgres = async (url: string, file: string): Promise<undefined> => {
  if (!beginsWith(file, 'PGDMP')) throw new Error(`${file} is not a backup of a PostgreSQL database`)
  const db = new Kysely<Database>({ dialect: postgresDialect(url, () => undefined) })
  let present: string[]
  try {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
        where application_name like ${`${applicationName}%`} and datname = current_database() and pid <> pg_backend_pid()`.execute(
      db,
    )
    if (Number(rows[0]?.count) > 0) throw new Error('A server uses this database. Stop all servers first')
    present = await tablesOf(db)
  } finally {
    await db.destroy()
  }
  const applied = migrationsInDump(file)
  if (applied.length === 0) throw new Error(`${file} has no data of Auto Comment Bot`)
  assertKnown(file, pendingAfter(applied, 'postgres').unknown)
  const known = await knownTables()
  const own = present.filter((name) => known.includes(name))
  await restorePostgresDump(url, file, own)
}

const tablesOf = async (db: Kysely<Database>): Promise<string[]> =>
  (await db.introspection.getTables()).map(({ name }) => name)

const knownTables = async (): Promise<string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'acb-tables-'))
  const { db, close } = await openDatabase({ file: join(folder, 'empty.db') })
  try {
    return await tablesOf(db)
  } finally {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const beginsWith = (file: string, sign: string): boolean => {
  const opened = openSync(file, 'r')
  const bytes = Buffer.alloc(sign.length)
  readSync(opened, bytes, 0, bytes.length, 0)
  closeSync(opened)
  return bytes.toString('latin1') === sign
}
