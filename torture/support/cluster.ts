import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createCluster, findBinaries, ready } from '../../tests/support/postgresServer'

/** A PostgreSQL server with real durability, which can be killed and started again. */
export interface Cluster {
  url: string
  crash(): Promise<void>
  /** Copies all its files while it runs, as a standby has them. */
  copy(): Promise<string>
  /** Kills it and starts it from that copy. */
  putBack(copy: string): Promise<void>
  query<T extends pg.QueryResultRow>(statement: string): Promise<T[]>
  dispose(): Promise<void>
}

export const startCluster = async (port: number, more: string[] = []): Promise<Cluster | undefined> => {
  const bin = findBinaries()
  if (!bin) return undefined
  const { folder, data, options, launch: launchWith } = createCluster(bin, tmpdir())
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const launch = async (): Promise<ChildProcess> => {
    const child = launchWith([`port=${port}`, 'listen_addresses=127.0.0.1', 'max_connections=200', ...more])
    await ready(url, child)
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
