import { readFileSync } from 'node:fs'
import autocannon, { type Client, type Result } from 'autocannon'
import { sandboxAccounts } from '../sandbox/accounts-data'
import { type ApiOperator, createOperator } from '../tests/e2e/furnished'
import { type Product, startProduct } from '../tests/support/product'
import { furnish } from './accounts'
import { serveBytes, wireOf } from './bytes'

const accounts = 10_000
const connections = 4
const list = '/api/v1/twitter/accounts?group='

const row = (name: string, { requests, latency, non2xx, statusCodeStats }: Result) => ({
  call: name,
  'requests/s': Math.round(requests.average),
  'p50 ms': latency.p50,
  'p99 ms': latency.p99,
  refused: non2xx - (statusCodeStats?.['304']?.count ?? 0),
})

/**
 * Measures requests per second and latency of the heaviest list, beside a server that only sends the same bytes, and of
 * the most repeated write. Each has a product of its own, because new accounts are checked in the background.
 */
export const benchServer = async () => {
  const written = await withProduct(async (product) =>
    createAll(product, await createOperator(product.url, 'writer@example.com')),
  )
  const read = await withProduct(async (product) => {
    const { token } = await furnish(product, accounts)
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
    const wire = await wireOf(`${product.url}${list}`, headers)
    const floor = await serveBytes(wire, product.dataDir)
    const listed = await load(`${product.url}${list}`, headers)
    const sent = await load(floor.url, headers)
    const unchanged = await load(`${product.url}${list}`, { ...headers, 'if-none-match': wire.etag ?? '' })
    floor.close()
    return { listed, sent, unchanged }
  })
  console.log(`\nServer, SQLite, ${accounts} accounts, ${connections} connections`)
  console.table([
    row('POST /twitter/accounts', written),
    row('GET /twitter/accounts', read.listed),
    row('the same bytes from memory', read.sent),
    row('GET /twitter/accounts, unchanged (304)', read.unchanged),
  ])
  const cost = read.sent.requests.average / read.listed.requests.average
  console.log(`A list costs ${cost.toFixed(2)} times what sending its bytes from memory costs (wanted: at most 1.3)`)
}

const withProduct = async <T>(use: (product: Product) => Promise<T>): Promise<T> => {
  const product = await startProduct()
  try {
    return await use(product)
  } finally {
    await product.dispose()
  }
}

/** Measures a list with ten times the accounts, first and repeated, and the memory that it takes. */
export const benchLists = async () => {
  const rows: Record<string, Record<string, number>> = {}
  for (const count of [1_000, 10_000, 100_000]) {
    rows[count] = await withProduct(async (product) => {
      const reader = await furnish(product, count)
      const headers = { authorization: `Bearer ${reader.token}`, 'accept-encoding': 'br' }
      const anew = await timed(product, headers)
      const again = Math.min(
        await timed(product, headers),
        await timed(product, headers),
        await timed(product, headers),
      )
      return {
        'KB sent': Math.round((await wireOf(`${product.url}${list}`, headers)).body.length / 1000),
        'first read ms': Math.round(anew),
        'again ms': Number(again.toFixed(1)),
        'memory MB': memoryOf(product),
      }
    })
  }
  console.log('\nGET /twitter/accounts as the number of accounts grows, one at a time')
  console.table(rows)
}

const timed = async (product: Product, headers: Record<string, string>): Promise<number> => {
  const started = performance.now()
  await wireOf(`${product.url}${list}`, headers)
  return performance.now() - started
}

/** Resident memory in MB; NaN on systems that do not report it. */
const memoryOf = ({ process }: Product): number => {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process.pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes) / 1000)
  } catch {
    return Number.NaN
  }
}

const load = (url: string, headers: Record<string, string>) => autocannon({ url, headers, connections, duration: 8 })

const createAll = async ({ url }: Product, { token }: ApiOperator): Promise<Result> => {
  const rows = sandboxAccounts(accounts).map((each) => JSON.stringify({ ...each, group: '' }))
  let next = 0
  return autocannon({
    url: `${url}/api/v1/twitter/accounts`,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    connections,
    amount: rows.length,
    setupClient: (client: Client) => {
      const set = () => client.setBody(rows[next++ % rows.length] ?? '')
      set()
      client.on('response', set)
    },
  })
}
