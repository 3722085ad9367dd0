import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProduct } from '../support/product'

export interface Answer {
  status: number
  text: string
}

/** The built server (`dist/`) as a process of its own, with both stand-ins. */
export interface ServerProcess {
  url: string
  dataDir: string
  pid: number
  output(): string
  /** A call below `/api/v1`; text is sent unchanged, anything else as JSON. */
  call(method: string, path: string, body?: unknown, token?: string): Promise<Answer>
  standIn(name: 'x' | 'model', path: string, body?: unknown): Promise<string>
  files(): Map<string, Buffer>
  stop(): Promise<void>
  dispose(): Promise<void>
}

export const startServerProcess = async (env: Record<string, string>, folder?: string): Promise<ServerProcess> => {
  const product = await startProduct({ dataDir: folder, env: { LOG_LEVEL: 'info', ...env } })
  const { url, dataDir } = product
  return {
    url,
    dataDir,
    pid: product.process.pid ?? 0,
    output: () => product.lines.join('\n'),
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
    async stop() {
      await product.stop()
    },
    dispose: product.dispose,
  }
}
