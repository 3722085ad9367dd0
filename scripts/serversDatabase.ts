import { existsSync } from 'node:fs'
import type { Config } from '../server/config'
import { locationOf, type OpenDatabase, openDatabase } from '../server/db/database'
import { messageOf } from '../server/messageOf'

/**
 * The database that a server works with, or did. None is made, as a server makes it.
 *
 * @throws Error where there is none.
 */
export const openServersDatabase = async (config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>): Promise<OpenDatabase> => {
  const location = locationOf(config)
  if ('file' in location && !existsSync(location.file)) {
    throw new Error(`${location.file} does not exist: is DATA_DIR the server's?`)
  }
  return openDatabase(location)
}

/** For a command that can do nothing without it. */
export const orExit = (error: unknown): never => {
  console.error(messageOf(error))
  process.exit(1)
}
