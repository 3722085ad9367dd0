import autocannon, { type Client, type Result } from 'autocannon'
import { sandboxAccounts } from '../../server/sandbox/accounts-data'
import { startProduct } from '../support/product'

const accounts = 10_000

const row = (name: string, { requests, latency, non2xx }: Result) => ({
  call: name,
  'requests/s': Math.round(requests.average),
  'p50 ms': latency.p50,
  'p99 ms': latency.p99,
  'not 2xx': non2xx,
})

/** Requests per second and latency of the heaviest list and of the most repeated write, on SQLite. */
export const benchServer = async () => {
  const product = await startProduct()
  const call = async (path: string, body?: unknown, token?: string) => {
    const response = await fetch(`${product.url}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  try {
    const operator = { email: 'bench@example.com', password: 'long enough to bench', username: 'bench' }
    await call('/auth/register', operator)
    const { access_token } = (await (
      await call('/auth/login', { email: operator.email, password: operator.password })
    ).json()) as { access_token: string }
    const authorization = `Bearer ${access_token}`

    const rows = sandboxAccounts(accounts).map((each) => JSON.stringify({ ...each, group: '' }))
    let next = 0
    const created = await autocannon({
      url: `${product.url}/api/v1/twitter/accounts`,
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      connections: 4,
      amount: rows.length,
      setupClient: (client: Client) => {
        const set = () => client.setBody(rows[next++ % rows.length] ?? '')
        set()
        client.on('response', set)
      },
    })
    const listed = await autocannon({
      url: `${product.url}/api/v1/twitter/accounts?group=`,
      headers: { authorization },
      connections: 4,
      duration: 10,
    })
    console.log(`Server, SQLite, ${accounts} accounts, 4 connections`)
    console.table([row('POST /twitter/accounts', created), row('GET /twitter/accounts', listed)])
  } finally {
    await product.dispose()
  }
}
