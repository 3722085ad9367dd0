import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

interface Runner {
  uid: number
  gid: number
}

interface NewCluster {
  /** The folder of its socket and data, in which its programs run. */
  folder: string
  data: string
  /** The user and folder of its programs. */
  options: Partial<Runner> & { cwd: string }
  /** Starts `postgres`, with settings such as `fsync=off`, without waiting until it serves. */
  launch(settings: string[]): ChildProcess
}

/** The folder of `initdb` and `postgres`: the newest Debian-style installation, otherwise one of PATH. */
export const findBinaries = (): string | undefined => {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(root, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** PostgreSQL and PgBouncer refuse to run as root, so root runs them as a user without rights. */
export const unprivileged = (): Runner | undefined => {
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

/**
 * Files of a server whose one user, `postgres`, needs no password, in a new folder below `parent`.
 *
 * @param more of `initdb`'s options.
 * @throws Error with the output of `initdb`.
 */
export const createCluster = (bin: string, parent: string, more: string[] = []): NewCluster => {
  const folder = mkdtempSync(join(parent, 'acb-pg-'))
  const runner = unprivileged()
  if (runner) chownSync(folder, runner.uid, runner.gid)
  const data = join(folder, 'data')
  const options = { ...runner, cwd: folder }
  const made = spawnSync(
    join(bin, 'initdb'),
    ['--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--no-locale', ...more],
    { ...options, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr ?? made.error}`)
  return {
    folder,
    data,
    options,
    launch: (settings) =>
      spawn(join(bin, 'postgres'), ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])], {
        ...options,
        stdio: 'ignore',
      }),
  }
}

/**
 * Waits until a server of PostgreSQL's protocol answers a query at `url`.
 *
 * @throws Error when `server` ends before, or after 20 s.
 */
export const ready = async (url: string, server?: ChildProcess): Promise<void> => {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const ended = server?.exitCode ?? server?.signalCode ?? null
    if (ended !== null) throw new Error(`postgres ended with ${ended}`)
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      await client.end()
      return
    } catch {
      await delay(50)
    }
  }
  throw new Error('postgres did not accept a connection within 20 s')
}
