import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { end, type Launched, launch, serverSaid } from './processes'

export interface Product {
  /** Address of the console, without a trailing slash. */
  url: string
  dataDir: string
  process: ChildProcess
  lines: string[]
  /** Ends it, by default with SIGTERM, and returns its exit code, after its last line. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  dispose(): Promise<void>
}

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'auto-comment-bot-'))

/** The built product (`dist/`) on a free port, without X's rule about replies; does not wait for its address. */
export const launchProduct = (dataDir: string, env: Record<string, string> = {}): Launched =>
  launch(
    [process.execPath, 'dist/server/main.js'],
    { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, X_REPLY_RULE: 'open', ...env },
    serverSaid,
  )

/**
 * Starts it, quiet unless `env` sets `LOG_LEVEL`, with an empty folder unless one is given.
 *
 * @throws Error with its output if it ends before it printed its address.
 */
export const startProduct = async ({
  dataDir = temporaryFolder(),
  env = {},
}: {
  dataDir?: string
  env?: Record<string, string>
} = {}): Promise<Product> => {
  const { child, lines, url } = launchProduct(dataDir, { LOG_LEVEL: 'warn', ...env })
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => end(child, signal, 'close')
  return {
    url: await url,
    dataDir,
    process: child,
    lines,
    stop,
    dispose: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
