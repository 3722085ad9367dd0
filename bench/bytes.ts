import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'

export interface Wire {
  body: Buffer
  encoding: string | undefined
  etag: string | undefined
}

export const wireOf = (url: string, headers: Record<string, string>): Promise<Wire> =>
  new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      const { 'content-encoding': encoding, etag } = response.headers
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => resolve({ body: Buffer.concat(chunks), encoding, etag }))
    }).on('error', reject)
  })

/** The floor runs in a separate process, like the product. */
export const serveBytes = async (
  { body, encoding }: Wire,
  folder: string,
): Promise<{ url: string; pid: number | undefined; close(): void }> => {
  const file = join(folder, 'bytes')
  writeFileSync(file, body)
  const child = spawn(process.execPath, ['bench/floors/bytes.mjs', file, ...(encoding ? [encoding] : [])])
  const [port] = await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${String(port).trim()}/`, pid: child.pid, close: () => child.kill() }
}
