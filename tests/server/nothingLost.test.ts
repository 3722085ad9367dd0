import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createModelClient } from '../../server/models/client'
import { repliesPerCall } from '../../src/schemas/replies'
import { sqlite } from '../support/databases'
import { startTestServer, type TestServer } from '../support/server'
import { sampleRole } from '../support/serverFakes'

const textOf = (number: number) => `${createHash('sha256').update(String(number)).digest('base64')} ${number}`

/** In turn: late, cut at its limit, failing, cut by the network, busy, fewer than asked for, whole. */
const moods = ['late', 'length', 'failing', 'dropped', 'busy', 'fewer', 'whole'] as const

/** A provider in changing moods that writes down which replies it has sent whole. */
const startMoodyProvider = async () => {
  const sent: string[] = []
  let calls = 0
  const answer = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  const provider = createServer((request, response) => {
    let asked = ''
    request.on('data', (chunk) => {
      asked += chunk
    })
    request.on('end', () => {
      const mood = moods[calls % moods.length]
      calls += 1
      if (mood === 'failing') return answer(response, 500, { error: { message: 'The server had an error' } })
      if (mood === 'busy') return answer(response, 429, { error: { message: 'Slow down' } }, { 'retry-after-ms': '1' })
      const wanted = Number(/exactly (\d+)/.exec(JSON.parse(asked).messages.at(-1).content)?.[1])
      const isCut = mood === 'length' || mood === 'dropped'
      const whole = isCut || mood === 'fewer' ? Math.max(1, Math.ceil(wanted * 0.6)) : wanted
      const texts = Array.from({ length: whole }, (_, index) => textOf(sent.length + index))
      sent.push(...texts)
      const list = JSON.stringify({ replies: texts })
      const content = isCut ? `${list.slice(0, -2)}, "this one is cut in the mid` : list
      const choice = { index: 0, message: { role: 'assistant', content } }
      const body = { choices: [{ ...choice, finish_reason: mood === 'length' ? 'length' : 'stop' }] }
      if (mood === 'late') return setTimeout(() => answer(response, 200, body), 50)
      if (mood !== 'dropped') return answer(response, 200, body)
      const text = JSON.stringify(body)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(text.length + 100) })
      response.write(text.slice(0, text.indexOf('this one is cut')), () => response.destroy())
    })
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  return {
    sent,
    calls: () => calls,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: () => provider.close(),
  }
}

describe('a provider that is slow, cuts its answers and fails', () => {
  let server: TestServer | undefined
  let provider: Awaited<ReturnType<typeof startMoodyProvider>> | undefined
  afterEach(async () => {
    provider?.close()
    await server?.close()
  })

  it.each([50, 200])('brings %i replies in the end, and none that it sent whole is lost', async (count) => {
    provider = await startMoodyProvider()
    const models = createModelClient({ baseUrl: provider.baseUrl, timeoutMs: 30_000, retryMs: 1 })
    server = await startTestServer(sqlite.create, { models })
    const ada = await server.operator('ada@example.com')
    await ada.call('POST', '/ai-roles', sampleRole)
    await ada.call('POST', '/twitter/tweet/content', { tweet_url: '1234567890' })
    const shown: string[] = []
    let refusals = 0
    while (shown.length < count) {
      const { status, body } = await ada.call('POST', '/twitter/tweet/generate-reply', {
        tweet_id: '1234567890',
        role_id: 1,
        count: Math.min(repliesPerCall, count - shown.length),
      })
      const { replies = [] } = body as { replies?: { content: string }[] }
      shown.push(...replies.map(({ content }) => content))
      if (status !== 201) refusals += 1
      expect(refusals).toBeLessThan(count)
    }
    const stored = await server.database.db.selectFrom('replies').select('content').execute()
    expect(shown).toHaveLength(count)
    expect(stored.map(({ content }) => content).toSorted()).toEqual(shown.toSorted())
    expect(provider.sent.toSorted()).toEqual(shown.toSorted())
  })
})
