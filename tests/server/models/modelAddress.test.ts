import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createModelClient } from '../../../server/models/client'
import type { ModelError } from '../../../server/models/types'
import { begin, completion, provider, replies, request } from '../../support/modelProvider'
import { serveModels } from '../../support/modelServer'

describe('the address of a provider', () => {
  test('keeps its query in every call, and the path of a call is not doubled', async () => {
    const { seen, baseUrl } = await provider((response) => begin(response).end(completion(replies(0, 1))))
    for (const address of ['/openai/v1/?api-version=preview', '/v1/chat/completions?a=b%20c']) {
      const client = createModelClient({ baseUrl: new URL(address, baseUrl).href, timeoutMs: 30_000 })
      await client.generateReplies(request(1))
    }
    expect(seen.urls).toEqual(['/openai/v1/chat/completions?api-version=preview', '/v1/chat/completions?a=b%20c'])
  })

  test('of Azure’s classic form names its one deployment, without a call', async () => {
    const baseUrl = 'https://res.openai.azure.com/openai/deployments/drafts-4?api-version=2024-10-21'
    expect(await createModelClient({ baseUrl, timeoutMs: 10 }).listModels()).toEqual([{ id: 'drafts-4' }])
  })

  test('gets the configured headers, a key header instead of ours, and no header twice', async () => {
    const headers = {
      'HTTP-Referer': 'https://console.example',
      'api-key': 'secret-of-azure',
      'x-portkey-provider': 'anthropic',
    }
    const { client, seen } = await provider(
      (response) => response.writeHead(401).end('{"error":{"message":"anthropic: secret-of-azure is wrong"}}'),
      { headers },
    )
    await expect(client.listModels()).rejects.toMatchObject({
      detail: 'The model provider refused: anthropic: [redacted] is wrong',
    })
    expect(seen.headers).toEqual([
      expect.objectContaining({ 'http-referer': headers['HTTP-Referer'], 'api-key': 'secret-of-azure' }),
    ])
    expect(seen.headers[0]).not.toHaveProperty('authorization')
  })

  test('has a query that no message and no log contains, however the provider repeats it', async () => {
    const warn = vi.fn()
    const echo = await serveModels((request, response) => {
      const { url = '', headers } = request
      const said = [url, decodeURIComponent(url), new URLSearchParams(url.replace(/^[^?]*/, '')).get('k')]
      const message = [...said, headers.authorization, atob((headers.authorization ?? '').slice(6))].join(' ~ ')
      response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
    })
    onTestFinished(echo.close)
    const part = fc.string({ unit: fc.constantFrom(...'abcXYZ019 +/&=%?#"äé-_.'), minLength: 8, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(part, part, part, async (secret, user, password) => {
        fc.pre([secret, user, password].every((each) => /[^a-z\d.-]/.test(each.trim()) && each.trim().length > 7))
        const url = new URL(`${echo.baseUrl}/v1?api-version=2024-10-21`)
        url.searchParams.set('k', secret)
        Object.assign(url, { username: encodeURIComponent(user), password: encodeURIComponent(password) })
        const client = createModelClient({ baseUrl: url.href, timeoutMs: 30_000, log: { warn } })
        const refused = await client.listModels().then(String, (error: ModelError) => error.detail)
        const told = `${refused} ${JSON.stringify(warn.mock.calls.flat())}`
        expect(told).toContain('api-version=2024-10-21')
        for (const each of [secret, user, password]) {
          for (const form of [each, encodeURIComponent(each), new URLSearchParams({ k: each }).toString().slice(2)])
            expect(told).not.toContain(form)
        }
        warn.mockClear()
      }),
      { numRuns: 100 },
    )
  })

  test("appears in the log of a refusal with the provider's words and id, without the key", async () => {
    const warn = vi.fn()
    const { client, baseUrl } = await provider(
      (response) => response.writeHead(401, { 'x-request-id': 'req_5' }).end('{"error":"sk-x-y-z is wrong"}'),
      { log: { warn } },
    )
    await expect(client.listModels()).rejects.toThrow()
    expect(warn.mock.calls).toEqual([
      [
        {
          provider: new URL(baseUrl).host,
          path: '/models',
          status: 401,
          requestId: 'req_5',
          words: 'refused: [redacted] is wrong',
        },
        'models: the provider refused a call',
      ],
    ])
  })
})
