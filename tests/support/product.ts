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
  /** What it printed so far. */
  lines: string[]
  /** Ends it, by SIGTERM unless told otherwise, and waits for its exit code; where it still ran, for its last line too. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** Ends it if it still runs, and removes its data. */
  dispose(): Promise<void>
}

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'auto-comment-bot-'))

/** The built product (`dist/`) on a free port, as an app that X lets answer any post, without waiting for its address. */
export const launchProduct = (dataDir: string, env: Record<string, string> = {}): Launched =>
  launch(
    [process.execPath, 'dist/server/main.js'],
    { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, X_REPLY_RULE: 'open', ...env },
    serverSaid,
  )

/**
 * Starts it, quiet unless `env` has another `LOG_LEVEL`, with an empty folder of its own unless one is given.
 *
 * @throws Error with what it printed, when it ends before it printed its address.
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
