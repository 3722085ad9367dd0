import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Product {
  /** Address of the console, without a trailing slash. */
  url: string
  dataDir: string
  process: ChildProcess
  /** Ends it by SIGTERM and waits for its exit code. */
  stop(): Promise<number | null>
  /** Ends it if it still runs, and removes its data. */
  dispose(): Promise<void>
}

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'auto-comment-bot-'))

/**
 * Starts the built product (`dist/`) on a free port, as an app that X lets answer any post.
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
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', X_REPLY_RULE: 'open', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    const read = (line: string) => {
      printed.push(line)
      const address = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(line)
      if (address && /Auto Comment Bot/.test(line)) resolve(address[0])
    }
    createInterface({ input: child.stdout }).on('line', read)
    createInterface({ input: child.stderr }).on('line', read)
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}:\n${printed.join('\n')}`)))
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    return child.exitCode
  }
  return {
    url,
    dataDir,
    process: child,
    stop,
    dispose: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
