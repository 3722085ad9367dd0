import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** A PostgreSQL server of our own, durable as a real one, that can be killed and started again. */
export interface Cluster {
  url: string
  /** SIGKILL to it and all its children, then a start from what is on disk. */
  crash(): Promise<void>
  /** A consistent copy of all its files, taken while it runs, as a standby has them. */
  copy(): Promise<string>
  /** SIGKILL, then a start from that copy in its place. */
  putBack(copy: string): Promise<void>
  query<T extends pg.QueryResultRow>(statement: string): Promise<T[]>
  dispose(): Promise<void>
}

/** @param more settings of the server, such as `shared_preload_libraries=pg_stat_statements`. */
export const startCluster = async (port: number, more: string[] = []): Promise<Cluster | undefined> => {
  const bin = findBinaries()
  if (!bin) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'acb-cluster-'))
  const runner = unprivileged()
  if (runner) chownSync(folder, runner.uid, runner.gid)
  const data = join(folder, 'data')
  const options = { ...runner, cwd: folder }
  const init = ['--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--no-locale']
  const made = spawnSync(join(bin, 'initdb'), init, { ...options, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const launch = async (): Promise<ChildProcess> => {
    const given = [`port=${port}`, 'listen_addresses=127.0.0.1', 'max_connections=200', ...more]
    const settings = given.flatMap((setting) => ['-c', setting])
    const child = spawn(join(bin, 'postgres'), ['-D', data, '-k', folder, ...settings], {
      ...options,
      stdio: 'ignore',
    })
    await ready(url)
    return child
  }
  let server = await launch()
  const stop = async (signal: NodeJS.Signals) => {
    const gone = once(server, 'exit')
    const children = signal === 'SIGKILL' ? childrenOf(server.pid ?? 0) : []
    server.kill(signal)
    for (const pid of children) if (existsSync(`/proc/${pid}`)) process.kill(pid, signal)
    await gone
  }
  return {
    url,
    crash: async () => {
      await stop('SIGKILL')
      await delay(300)
      server = await launch()
    },
    copy: async () => {
      const copy = join(folder, `copy-${Date.now()}`)
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '--checkpoint=fast', '-D', copy]
      const taken = spawn(join(bin, 'pg_basebackup'), from, { ...options, stdio: 'ignore' })
      const [code] = await once(taken, 'exit')
      if (code !== 0) throw new Error(`pg_basebackup ended with ${code}`)
      return copy
    },
    putBack: async (copy) => {
      await stop('SIGKILL')
      rmSync(data, { recursive: true })
      renameSync(copy, data)
      server = await launch()
    },
    query: async (statement) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        return (await client.query(statement)).rows
      } finally {
        await client.end()
      }
    },
    dispose: async () => {
      await stop('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Each backend is a process group of its own. */
const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const status = existsSync(`/proc/${name}/status`) ? readFileSync(`/proc/${name}/status`, 'utf8') : ''
      return new RegExp(`^PPid:\\s+${pid}$`, 'm').test(status)
    })
    .map(Number)

const findBinaries = (): string | undefined => {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(root, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** PostgreSQL and PgBouncer refuse to run as root. */
export const unprivileged = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => /^(?:postgres|nobody):/.test(each))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

/** Waits until a server of PostgreSQL's protocol answers a query at `url`. */
export const ready = async (url: string): Promise<void> => {
  for (let attempt = 0; attempt < 400; attempt += 1) {
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
