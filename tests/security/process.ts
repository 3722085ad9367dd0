import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Answer {
  status: number
  text: string
}

/** The server as a process of its own, from its sources, with both stand-ins. */
export interface ServerProcess {
  url: string
  dataDir: string
  pid: number
  /** All that it printed so far. */
  output(): string
  /** A call below `/api/v1`; text is sent as it is, anything else as JSON. */
  call(method: string, path: string, body?: unknown, token?: string): Promise<Answer>
  /** One of the two stand-ins, for its control calls. */
  standIn(name: 'x' | 'model', path: string, body?: unknown): Promise<string>
  /** The content of each file in the data folder. */
  files(): Map<string, Buffer>
  stop(): Promise<void>
  dispose(): Promise<void>
}

export const startServerProcess = async (
  env: Record<string, string>,
  dataDir = mkdtempSync(join(tmpdir(), 'acb-process-')),
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, X_REPLY_RULE: 'open', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const address = /Auto Comment Bot: (http:\S+)/.exec(output)?.[1]
      if (address) resolve(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
  })
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    async call(method, path, body, token) {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return { status: answer.status, text: await answer.text() }
    },
    async standIn(name, path, body) {
      const ports: Record<string, number> = JSON.parse(readFileSync(join(dataDir, 'sandbox-ports.json'), 'utf8'))
      const answer = await fetch(
        `http://127.0.0.1:${ports[name]}/__control${path}`,
        body === undefined
          ? {}
          : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      )
      return answer.text()
    },
    files: () => new Map(readdirSync(dataDir).map((name) => [name, readFileSync(join(dataDir, name))])),
    stop: () => end(child),
    async dispose() {
      await end(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
