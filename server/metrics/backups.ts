import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const folderOfBackups = (dataDir: string): string => join(dataDir, 'backups')

/** When the newest complete backup was made, in milliseconds since 1970; undefined if there is none. */
export const newestBackup = (dataDir: string): number | undefined => {
  const folder = folderOfBackups(dataDir)
  const whole = existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.part')) : []
  /** A backup may be pruned at any time. */
  const made = whole.flatMap((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? [])
  return made.length === 0 ? undefined : Math.max(...made)
}
