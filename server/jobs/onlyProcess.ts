import { createHash } from 'node:crypto'
import { chmodSync, utimes } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'libsql'
import { hourMs } from '../time/clock'

export interface Lock {
  release(): void
}

/**
 * Locks a file for this process, as SQLite locks a database (https://sqlite.org/lockingv3.html): the operating system
 * frees the lock when the process ends in any way.
 * @returns undefined if another process has the lock
 * @throws Error if the file cannot be written
 */
const lockFile = (file: string): Lock | undefined => {
  const database = new Sqlite(file)
  try {
    chmodSync(file, 0o600)
    database.pragma('busy_timeout = 0')
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    if (error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY') return undefined
    throw error
  }
  return {
    release() {
      database.exec('rollback')
      database.close()
    },
  }
}

/** @throws Error if another process works with the folder */
export const lockFolder = (folder: string): Lock => {
  const lock = lockFile(join(folder, 'server.lock'))
  if (lock) return lock
  throw new Error(`Another server uses ${folder}: stop that server first, or give this one its own DATA_DIR`)
}

/**
 * A copy of the folder has its own lock, so this also locks the mark that both copies contain, for this machine: a
 * temporary file with a name that nobody else can guess.
 * @throws Error if another process on this machine works with a copy of the same data, or if the file cannot be written
 */
export const lockInstance = (instance: string, folder = tmpdir()): Lock => {
  const name = createHash('sha256').update(instance).digest('hex').slice(0, 32)
  const file = join(folder, `auto-comment-bot-${name}.lock`)
  const lock = lockFile(file)
  if (lock) return touched(lock, file)
  throw new Error('Another server on this machine uses a copy of the same data: both would send the queued replies')
}

/** Many systems delete temporary files after days without a change, even locked ones. */
const touched = (lock: Lock, file: string): Lock => {
  const touching = setInterval(() => utimes(file, new Date(), new Date(), () => undefined), hourMs)
  touching.unref()
  return {
    release() {
      clearInterval(touching)
      lock.release()
    },
  }
}
