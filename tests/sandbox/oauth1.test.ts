import { describe, expect, test } from 'vitest'
import { baseString, sign } from '../../sandbox/x/oauth1'
import vectors from '../support/fixtures/oauth1-vectors.json'
import { account, call, other, post, type Signing, standIn } from './standIn'

describe('OAuth 1.0a', () => {
  test.each(vectors)('$name', ({ method, url, parameters, consumer_secret, token_secret, base_string, signature }) => {
    const pairs = parameters.map(([name = '', value = '']) => [name, value] as const)
    const base = baseString(method, url, pairs)
    if (base_string !== null) expect(base).toBe(base_string)
    expect(sign(base, consumer_secret, token_secret)).toBe(signature)
  })

  test('a valid signature is accepted, even over query parameters', async () => {
    const x = await standIn()
    expect((await call(x, 'GET', '/2/users/me')).status).toBe(200)
    expect(
      (await call(x, 'GET', "/2/tweets/20?tweet.fields=created_at,author_id&user.fields=it's%20(a)*%20test!")).status,
    ).toBe(200)
  })

  test.each<[string, Signing]>([
    ['a wrong consumer secret', { credentials: { ...account, api_secret: 'wrong' } }],
    ['a wrong token secret', { credentials: { ...account, access_token_secret: 'wrong' } }],
    ['another app’s key', { credentials: { ...account, api_key: other.api_key } }],
    ['a token that was never given out', { credentials: { ...account, access_token: '1-sandbox-brewlab_ama' } }],
    ['an old timestamp', { timestamp: Math.floor(Date.now() / 1000) - 310 }],
    ['a timestamp from the future', { timestamp: Math.floor(Date.now() / 1000) + 310 }],
    ['an empty nonce', { nonce: '' }],
  ])('%s is refused with 401', async (_, signing) => {
    const x = await standIn()
    const { status, body } = await post(x, 'Hello', signing)
    expect([status, body]).toEqual([
      401,
      { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' },
    ])
    expect(x.posts()).toEqual([])
  })

  test('a nonce is valid for one request of its token and second (RFC 5849, section 3.3)', async () => {
    const x = await standIn()
    const used = { nonce: 'n1', timestamp: Math.floor(Date.now() / 1000) }
    expect((await post(x, 'Once', used)).status).toBe(201)
    expect((await post(x, 'Twice', used)).status).toBe(401)
    expect((await post(x, 'Mine', { ...used, credentials: other })).status).toBe(201)
    expect((await post(x, 'Later', { ...used, timestamp: used.timestamp + 1 })).status).toBe(201)
    expect(x.posts().map(({ text }) => text)).toEqual(['Once', 'Mine', 'Later'])
  })

  test("no authorization, or an app’s authorization for a user's action, is refused", async () => {
    const x = await standIn()
    const status = async (path: string, init: RequestInit = {}) => (await fetch(`${x.baseUrl}${path}`, init)).status
    const bearer = { authorization: `Bearer ${x.bearerToken}` }
    expect(await status('/2/tweets/20')).toBe(401)
    expect(await status('/2/tweets/20', { headers: { authorization: 'Bearer other' } })).toBe(401)
    expect(await status('/2/tweets/20', { headers: { authorization: 'OAuth ,,,' } })).toBe(401)
    expect(await status('/2/tweets/20', { headers: bearer })).toBe(200)
    expect(await status('/2/users/me', { headers: bearer })).toBe(403)
    expect(await status('/2/tweets', { method: 'POST', headers: bearer, body: '{}' })).toBe(403)
  })
})
