import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { end } from './processes'

export interface Breakage {
  name: string
  kills: boolean
  /** @returns the repair, or the reason why the disk cannot be broken here. */
  start(pid: number, dataDir: string): Promise<(() => Promise<unknown>) | string>
}

const database = 'auto-comment-bot.db'

const limitFiles: Breakage['start'] = async (pid) => {
  const limit = (bytes: number | 'unlimited') =>
    spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]).status === 0
  if (!limit(8192)) return 'prlimit is not here, or may not'
  return async () => {
    if (!limit('unlimited')) throw new Error('prlimit could not be undone')
  }
}

/** strace makes system calls of the process fail while it is attached. */
const inject =
  (calls: string, error: string, filesIn: (dataDir: string) => string[] = () => []): Breakage['start'] =>
  async (pid, dataDir) => {
    if (spawnSync('strace', ['-V']).status !== 0) return 'strace is not here'
    const files = filesIn(dataDir).flatMap((file) => ['-P', file])
    const rules = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}`, ...files]
    const strace = spawn('strace', ['-f', '-qq', '-p', String(pid), ...rules], { stdio: 'ignore' })
    while (strace.exitCode === null && !isTraced(pid)) await delay(10)
    return strace.exitCode === null ? () => end(strace, 'SIGTERM') : 'strace may not attach'
  }

const isTraced = (pid: number): boolean => /^TracerPid:\s+[1-9]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

const syncs = 'fsync,fdatasync'
const databaseFiles = (dataDir: string) => [database, `${database}-wal`].map((file) => join(dataDir, file))

export const breakages: Breakage[] = [
  { name: 'files are limited', kills: false, start: limitFiles },
  { name: 'no space left', kills: false, start: inject('pwrite64,ftruncate', 'ENOSPC', databaseFiles) },
  { name: 'fsync fails', kills: false, start: inject(syncs, 'EIO') },
  { name: 'fsync fails, then a kill', kills: true, start: inject(syncs, 'EIO') },
]
