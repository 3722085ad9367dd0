import './errorsInWords'
import { existsSync } from 'node:fs'
import type { Config } from '../server/config'
import { locationOf, type OpenDatabase, openDatabase } from '../server/db/database'
import { openTrail, trailMark } from '../server/db/trail/trailKey'
import { createVault, readKeys } from '../server/security/vault'

/**
 * Opens a server's database without creating one.
 *
 * @throws Error if there is none.
 */
export const openServersDatabase = async (config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>): Promise<OpenDatabase> => {
  const location = locationOf(config)
  if ('file' in location && !existsSync(location.file)) {
    throw new Error(`${location.file} does not exist: is DATA_DIR the server's?`)
  }
  return openDatabase(location)
}

/**
 * Opens it for commands that read or write the audit trail.
 *
 * @throws Error without the server's key.
 */
export const openServersTrail = async (config: Config): Promise<OpenDatabase> => {
  const database = await openServersDatabase(config)
  try {
    const vault = createVault(readKeys(config.CREDENTIALS_KEY, config.DATA_DIR))
    await openTrail(database.db, vault, { most: config.CHANGES_A_DAY, mark: trailMark(config.DATA_DIR) })
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Runs a command, then closes its database. */
export const runThenClose = async (run: () => Promise<void>, { close }: OpenDatabase): Promise<void> => {
  try {
    await run()
  } finally {
    await close()
  }
}
