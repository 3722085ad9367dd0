import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { fastestFolder } from './memory'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a throw-away PostgreSQL server's `postgres` database; undefined where none is installed. */
    postgresUrl: string | undefined
  }
}

interface Runner {
  uid: number
  gid: number
}

const settings = ['listen_addresses=', 'fsync=off', 'max_connections=200', 'max_wal_size=128MB']

/** Vitest global setup of the server's tests: one PostgreSQL server for the whole run, gone afterwards. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const bin = findBinaries()
  if (!bin) {
    console.warn('PostgreSQL: no initdb and postgres in PATH or /usr/lib/postgresql; its tests run on SQLite alone.')
    project.provide('postgresUrl', undefined)
    return undefined
  }
  const folder = mkdtempSync(join(fastestFolder(), 'acb-pg-'))
  const runner = unprivileged()
  if (runner) chownSync(folder, runner.uid, runner.gid)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(bin, 'initdb'),
    ['--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--no-sync', '--no-locale'],
    { ...runner, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr ?? made.error}`)
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
    { ...runner, cwd: folder, stdio: 'ignore' },
  )
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`
  const stop = async () => {
    await end(server)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await ready(url, server)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('postgresUrl', url)
  return stop
}

/** The folder of both programs: the newest Debian-style installation, else one of PATH. */
const findBinaries = (): string | undefined => {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(root, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** PostgreSQL refuses to run as root: then a user who may own nothing else. */
const unprivileged = (): Runner | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const found = users.find((fields) => fields[0] === name)
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) }
  }
  throw new Error('PostgreSQL: running as root, and neither postgres nor nobody is a user of this system')
}

const ready = async (url: string, server: ChildProcess): Promise<void> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`)
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await delay(50)
    }
  }
  throw new Error('postgres did not accept a connection within 10 s')
}

const end = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGQUIT')
  await gone
}
