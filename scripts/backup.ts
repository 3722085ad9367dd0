// npm run backup [-- [--keep N] [FILE]]: makes a consistent copy of the database, even while the server runs, and keeps
// only the N newest automatic ones. See docs/operating.md.
import './errorsInWords'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config'
import { backupFile, makeBackup, pruneBackups } from './backups/make'

const { values, positionals } = parseArgs({ options: { keep: { type: 'string' } }, allowPositionals: true })
const keep = values.keep === undefined ? undefined : Number(values.keep)
if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1)) throw new Error('--keep: must be 1 or more')
const config = readConfig(process.env)
const file = resolve(positionals[0] ?? backupFile(config, new Date()))
makeBackup(config, file)
console.log(`Backup: ${file}`)
if (keep !== undefined) for (const name of pruneBackups(config, keep)) console.log(`Deleted: ${name}`)
