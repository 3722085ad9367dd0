// npm run restore -- FILE: replaces the database with a backup, while no server runs. See docs/operating.md.
import { resolve } from 'node:path'
import { readConfig } from '../server/config'
import { messageOf } from '../server/messageOf'
import { restoreBackup } from './backups/restore'

const named = process.argv[2]
try {
  if (named === undefined) throw new Error('Which file? npm run restore -- FILE')
  const file = resolve(named)
  const aside = await restoreBackup(readConfig(process.env), file, new Date())
  console.log(`Restored: ${file}`)
  if (aside !== undefined) console.log(`The previous database: ${aside}`)
  console.log('Start the server with its usual DATA_DIR. It checks on X every reply that was open in the backup.')
} catch (error) {
  console.error(`Nothing was restored. ${messageOf(error)}`)
  process.exitCode = 1
}
