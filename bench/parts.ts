import { setTimeout as delay } from 'node:timers/promises'
import { repliesPerCall } from '../src/schemas/composer/replies'
import { type ApiOperator, createOperator } from '../tests/e2e/furnished'
import { startMoodyProvider } from '../tests/support/moodyProvider'
import { startProduct } from '../tests/support/product'
import { sampleRole } from '../tests/support/serverFakes'

const lateMs = 400

/**
 * Requests many replies in parts from a provider that is slow, cut off, failing and busy in turn: when the first can be
 * read, when all are there, whether any is lost, and how soon the call ends after its caller left.
 */
export const benchParts = async (): Promise<void> => {
  const rows: Record<string, Record<string, number | string>> = {}
  for (const count of [50, 200])
    rows[`${count} replies`] = await withMoody((operator, moody) => askFor(operator, moody, count))
  console.log('\nReplies in parts of 20, of a provider that is late, cuts, fails and is busy in turn')
  console.table(rows)
  const ms = await withMoody(leave)
  console.log(`\nThe provider's call ended ${ms.toFixed(0)} ms after its caller had left; wanted: within 1,000\n`)
}

type Moody = Awaited<ReturnType<typeof startMoodyProvider>>
const tweet_id = '1991427730554880217'

const withMoody = async <T>(use: (operator: ApiOperator & { url: string }, moody: Moody) => Promise<T>): Promise<T> => {
  const moody = await startMoodyProvider(lateMs)
  const product = await startProduct({ env: { OPENAI_BASE_URL: moody.baseUrl, REWRITE_DRAFTS: 'off' } })
  try {
    const operator = await createOperator(product.url, 'bench@example.com')
    await operator.call('POST', '/ai-roles', sampleRole)
    await operator.call('POST', '/twitter/tweet/content', { tweet_url: tweet_id })
    return await use({ ...operator, url: product.url }, moody)
  } finally {
    await product.dispose()
    moody.close()
  }
}

const generateReplies = '/twitter/tweet/generate-reply'

const askFor = async ({ call }: ApiOperator, { sent }: Moody, count: number) => {
  const shown: string[] = []
  let [firstMs, refusals] = [0, 0]
  const began = performance.now()
  while (shown.length < count && refusals < count) {
    const asked = { tweet_id, role_id: 1, count: Math.min(repliesPerCall, count - shown.length) }
    const { replies } = await call<{ replies: { content: string }[] }>('POST', generateReplies, asked).catch(() => {
      refusals += 1
      return { replies: [] }
    })
    shown.push(...replies.map(({ content }) => content))
    if (firstMs === 0 && shown.length > 0) firstMs = performance.now() - began
  }
  return {
    'first part, ms': Math.round(firstMs),
    'all, ms': Math.round(performance.now() - began),
    refusals,
    'sent whole': sent.length,
    shown: shown.length,
    lost: sent.filter((text) => !shown.includes(text)).length,
  }
}

const leave = async ({ url, token }: ApiOperator & { url: string }, { seen }: Moody): Promise<number> => {
  const caller = new AbortController()
  const answer = fetch(`${url}/api/v1${generateReplies}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tweet_id, role_id: 1, count: repliesPerCall }),
    signal: caller.signal,
  })
  while (seen.calls === 0) await delay(1)
  const left = performance.now()
  caller.abort()
  await answer.catch(() => undefined)
  while (seen.left === 0 && performance.now() - left < lateMs) await delay(1)
  if (seen.left === 0) throw new Error('The call of the provider went on')
  return performance.now() - left
}
