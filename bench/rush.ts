// npm run bench -- rush [--on sqlite,postgres]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage, type RequestOptions } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { option, processorSeconds } from '../torture/support/processes'
import { batchSize, crew, emptyQueue, insertReplies } from './batch'
import { type Furnishing, withPostgres, withProduct } from './furnishing'

const batches = 20
const rounds = 3
const readers = 4
const wanted = option('on', 'sqlite').split(',')

const company: Record<string, Company> = {
  'with nobody beside them': { reads: false, bare: false },
  [`with ${readers} readers of the tasks`]: { reads: true, bare: false },
  [`with ${readers} readers of the tasks, and ${readers} of a bare server`]: { reads: true, bare: true },
}

interface Company {
  reads: boolean
  bare: boolean
}

/** Measures twenty batches of 200 at once, and reads of the tasks during them. Nothing is posted. */
export const benchRush = async (): Promise<void> => {
  for (const database of wanted)
    for (const [name, readBy] of Object.entries(company)) await tell(database, name, readBy)
}

const tell = async (database: string, name: string, readBy: Company): Promise<void> => {
  const measure = (databaseUrl?: string) => withProduct((furnishing) => rush(furnishing, readBy), databaseUrl)
  const measured = await (database === 'sqlite' ? measure() : withPostgres(measure))
  if (!measured) {
    console.log('\nrush: no initdb and postgres here, so nothing was measured')
    return
  }
  const { sends, reads, bare, processorMillis } = measured
  console.log(`\n${batches} batches of ${batchSize} at once, ${database}, ${rounds} times, ${name}`)
  console.log(
    `${Math.round(processorMillis / sends.length)} ms of the server's processor for each, with the reads during it`,
  )
  console.table({
    send: { ...row(sends), wanted: 'p99 at most 500 ms' },
    ...(readBy.reads
      ? { 'GET /tasks during the rush': { ...row(reads), wanted: 'p99 at most three times the bare server’s' } }
      : {}),
    ...(readBy.bare ? { 'bare server during the rush': row(bare) } : {}),
  })
}

const row = (times: number[]) => {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN)
  return { calls: times.length, 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'longest ms': at(1) }
}

const rush = async (furnishing: Furnishing, readBy: Company) => {
  const { url, dataDir, process: server } = furnishing.product
  const headers = { authorization: `Bearer ${furnishing.operator.token}` }
  const replies = await insertReplies(furnishing, batchSize, batches * batchSize * rounds)
  const floor = await serveBytes(join(dataDir, 'bytes'))
  const sends: number[] = []
  const reads: number[] = []
  const bare: number[] = []
  let processorMillis = 0
  try {
    for (let round = 0; round < rounds; round += 1) {
      let rushing = true
      const before = processorSeconds(server.pid)
      /** Uses one connection that stays open, like a browser's. */
      const reading = async (address: string, times: number[]) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        while (rushing) times.push(await timed(() => look(address, { headers, agent })))
        agent.destroy()
      }
      const read = Array.from({ length: readers }, () => [
        ...(readBy.reads ? [reading(`${url}/api/v1/tasks?limit=20`, reads)] : []),
        ...(readBy.bare ? [reading(floor.url, bare)] : []),
      ])
      await Promise.all(
        Array.from({ length: batches }, async () => {
          const reply_ids = replies.splice(0, batchSize).map(({ reply_id }) => reply_id)
          const body = JSON.stringify({ reply_ids, group_name: crew })
          const json = { ...headers, 'content-type': 'application/json' }
          const address = `${url}/api/v1/twitter/tweet/batch-post-replies`
          sends.push(await timed(() => send(address, { method: 'POST', headers: json, body })))
        }),
      )
      rushing = false
      processorMillis += (processorSeconds(server.pid) - before) * 1000
      await Promise.all(read.flat())
      await emptyQueue(furnishing)
    }
  } finally {
    floor.close()
    await furnishing.close()
  }
  return { sends, reads, bare, processorMillis }
}

interface Answer {
  status: number | undefined
  body: string
}

const timed = async (call: () => Promise<Answer>): Promise<number> => {
  const started = performance.now()
  const { status, body } = await call()
  if (status === undefined || status >= 300) throw new Error(`${status} ${body}`)
  return performance.now() - started
}

const send = async (address: string, request: RequestInit): Promise<Answer> => {
  const response = await fetch(address, request)
  return { status: response.status, body: await response.text() }
}

const look = async (address: string, options: RequestOptions): Promise<Answer> => {
  const [response]: IncomingMessage[] = await once(get(address, options), 'response')
  return { status: response?.statusCode, body: response ? await text(response) : '' }
}

const serveBytes = async (file: string): Promise<{ url: string; close(): void }> => {
  writeFileSync(file, '[]')
  const child = spawn(process.execPath, ['bench/floors/bytes.mjs', file])
  const [port] = await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${String(port).trim()}/`, close: () => child.kill() }
}
