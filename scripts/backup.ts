// npm run backup [-- FILE]: a consistent copy of the database, also while the server runs. See docs/operating.md.
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import Sqlite from 'libsql'
import { readConfig } from '../server/config'

const { DATA_DIR, DATABASE_URL } = readConfig(process.env)
const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
const named = process.argv[2]

/** The password goes by the environment: arguments are shown to everybody on the machine. */
const backUpPostgres = (url: string, file: string) => {
  const address = new URL(url)
  const secret = address.password === '' ? {} : { PGPASSWORD: decodeURIComponent(address.password) }
  address.password = ''
  const dumped = spawnSync('pg_dump', ['--format=custom', `--file=${file}`, address.href], {
    stdio: 'inherit',
    env: { ...process.env, ...secret },
  })
  if (dumped.status !== 0) throw new Error('pg_dump failed, so there is no backup')
}

const backUpSqlite = (source: string, file: string) => {
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

/** What the database keeps from others on this machine, its copy does too. */
process.umask(0o077)

const file = resolve(named ?? join(DATA_DIR, 'backups', `${stamp}.${DATABASE_URL === undefined ? 'db' : 'dump'}`))
if (existsSync(file)) throw new Error(`${file} exists already`)
mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
if (DATABASE_URL === undefined) backUpSqlite(join(DATA_DIR, 'auto-comment-bot.db'), file)
else backUpPostgres(DATABASE_URL, file)
sync(file)
sync(dirname(file))
console.log(`Backup: ${file}`)
