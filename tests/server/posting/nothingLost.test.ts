import { afterEach, describe, expect, it } from 'vitest'
import { repliesPerCall } from '../../../src/schemas/composer/replies'
import { sqlite } from '../../support/databases'
import { modelsAt } from '../../support/modelServer'
import { startMoodyProvider } from '../../support/moodyProvider'
import { startTestServer, type TestServer } from '../../support/server'
import { sampleRole } from '../../support/serverFakes'

describe('a provider that is slow, cuts its answers and fails', () => {
  let server: TestServer | undefined
  let provider: Awaited<ReturnType<typeof startMoodyProvider>> | undefined
  afterEach(async () => {
    provider?.close()
    await server?.close()
  })

  it.each([50, 200])('returns %i replies in the end, and loses none that it sent completely', async (count) => {
    provider = await startMoodyProvider()
    const models = modelsAt({ baseUrl: provider.baseUrl, timeoutMs: 30_000, retryMs: 1 })
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
