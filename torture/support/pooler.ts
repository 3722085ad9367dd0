import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ready, unprivileged } from '../../tests/support/postgresServer'
import type { Cluster } from './cluster'
import { end, freePort } from './processes'

export interface Pooler {
  url: string
  dispose(): Promise<void>
}

/** PgBouncer in transaction mode before a cluster, with `size` connections; undefined if it is not installed. */
export const startPooler = async (cluster: Cluster, size: number): Promise<Pooler | undefined> => {
  if (spawnSync('pgbouncer', ['--version']).status !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'acb-pooler-'))
  const runner = unprivileged()
  const { port, pathname } = new URL(cluster.url)
  const own = await freePort()
  const users = join(folder, 'users.txt')
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(users, '"postgres" ""\n')
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${port} user=postgres`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = any',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${size}`,
      'max_client_conn = 200',
      '',
    ].join('\n'),
  )
  if (runner) for (const path of [folder, users, settings]) chownSync(path, runner.uid, runner.gid)
  const child = spawn('pgbouncer', ['--quiet', settings], { ...runner, cwd: folder, stdio: 'ignore' })
  const url = `postgres://postgres@127.0.0.1:${own}${pathname}`
  await ready(url)
  return {
    url,
    dispose: async () => {
      await end(child, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
