import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'libsql'
import type { Config } from '../../server/config'
import { databaseFile } from '../../server/db/database'
import { folderOfBackups } from '../../server/metrics/backups'
import { dumpPostgres } from './postgres'

type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>

/** Names sort by time: `2026-11-23T08-30-00-000Z`. */
export const stampOf = (now: Date): string => now.toISOString().replaceAll(/[:.]/g, '-')

export const backupFile = (place: Place, now: Date): string =>
  join(folderOfBackups(place.DATA_DIR), `${stampOf(now)}.${place.DATABASE_URL === undefined ? 'db' : 'dump'}`)

/**
 * A consistent copy of the database, readable only by its owner and flushed to disk. The name appears only once the
 * copy is whole.
 *
 * @throws Error if the file exists, or there is no database.
 */
export const makeBackup = (place: Place, file: string): void => {
  if (existsSync(file)) throw new Error(`${file} exists already`)
  const mask = process.umask(0o077)
  const part = `${file}.part`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    rmSync(part, { force: true })
    if (place.DATABASE_URL === undefined) copySqlite(databaseFile(place), part)
    else dumpPostgres(place.DATABASE_URL, part)
    sync(part)
    renameSync(part, file)
    sync(dirname(file))
  } finally {
    rmSync(part, { force: true })
    process.umask(mask)
  }
}

const copySqlite = (source: string, file: string) => {
  if (!existsSync(source)) throw new Error(`${source} does not exist`)
  const database = new Sqlite(source, { readonly: true })
  try {
    database.pragma('busy_timeout = 10000')
    database.prepare('vacuum into ?').run(file)
  } finally {
    database.close()
  }
}

const sync = (path: string) => {
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}

const ownName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.(?:db|dump)$/

/**
 * Deletes all but the newest automatic backups.
 *
 * @returns the deleted names, oldest first.
 */
export const pruneBackups = (place: Place, keep: number): string[] => {
  const folder = folderOfBackups(place.DATA_DIR)
  const named = existsSync(folder) ? readdirSync(folder).filter((name) => ownName.test(name)) : []
  const old = named.sort().slice(0, Math.max(0, named.length - keep))
  for (const name of old) rmSync(join(folder, name))
  return old
}
