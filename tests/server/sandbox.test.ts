import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import papaparse from 'papaparse'
import { afterEach, describe, expect, test } from 'vitest'
import { startSandbox } from '../../server/sandbox'
import {
  credentialsOf,
  type SandboxAccount,
  sandboxAccounts,
  usernameOfToken,
} from '../../server/sandbox/accounts-data'
import type { Control } from '../../server/sandbox/x/control'
import { baseString, percentEncode, sign } from '../../server/sandbox/x/oauth1'
import { startXStandIn, type XStandIn } from '../../server/sandbox/x/standIn'
import { createXClient } from '../../server/x/client'
import { csvColumns } from '../../src/schemas/csvRows'
import vectors from '../support/fixtures/oauth1-vectors.json'

const closers: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const standIn = async (options: Control = {}, more: { dataFile?: string; now?: () => number } = {}) => {
  const x = await startXStandIn({ options, ...more })
  closers.push(x.close)
  return x
}

const directory = () => {
  const path = mkdtempSync(join(tmpdir(), 'sandbox-'))
  closers.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const [account, other] = sandboxAccounts(2)
if (account === undefined || other === undefined) throw new Error('no sandbox accounts')

interface Signing {
  credentials?: Pick<SandboxAccount, 'api_key' | 'api_secret' | 'access_token' | 'access_token_secret'>
  timestamp?: number
  nonce?: string
  body?: unknown
}

/** A request signed by hand, so that each part of the signature can be wrong. */
const call = async (
  x: XStandIn,
  method: string,
  path: string,
  { credentials = account, timestamp = Math.floor(Date.now() / 1000), nonce = crypto.randomUUID(), body }: Signing = {},
) => {
  const url = `${x.baseUrl}${path}`
  const parameters: [string, string][] = [
    ['oauth_consumer_key', credentials.api_key],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(timestamp)],
    ['oauth_token', credentials.access_token],
    ['oauth_version', '1.0'],
  ]
  const signature = sign(baseString(method, url, parameters), credentials.api_secret, credentials.access_token_secret)
  const header = [...parameters, ['oauth_signature', signature] as const]
    .map(([name, value]) => `${name}="${percentEncode(value)}"`)
    .join(', ')
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `OAuth ${header}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const replyTo = (id: string, text: string) => ({ body: { text, reply: { in_reply_to_tweet_id: id } } })
const post = (x: XStandIn, text: string, signing: Signing = {}) =>
  call(x, 'POST', '/2/tweets', { ...signing, body: replyTo('1790000000000000000', text).body })

describe('OAuth 1.0a', () => {
  test.each(vectors)('$name', ({ method, url, parameters, consumer_secret, token_secret, base_string, signature }) => {
    const pairs = parameters.map(([name = '', value = '']) => [name, value] as const)
    const base = baseString(method, url, pairs)
    if (base_string !== null) expect(base).toBe(base_string)
    expect(sign(base, consumer_secret, token_secret)).toBe(signature)
  })

  test('a good signature is accepted, over query parameters too', async () => {
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

  test('a nonce is good for one request of its token', async () => {
    const x = await standIn()
    expect((await post(x, 'Once', { nonce: 'n1' })).status).toBe(201)
    expect((await post(x, 'Twice', { nonce: 'n1' })).status).toBe(401)
    expect((await post(x, 'Mine', { nonce: 'n1', credentials: other })).status).toBe(201)
    expect(x.posts().map(({ text }) => text)).toEqual(['Once', 'Mine'])
  })

  test('no authorization, or an app’s for what needs a user, is refused', async () => {
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

describe('X’s rules', () => {
  test('the weighted length decides what is too long', async () => {
    const x = await standIn()
    expect((await post(x, '日'.repeat(140))).status).toBe(201)
    expect((await post(x, '日'.repeat(141))).status).toBe(400)
    expect((await post(x, `https://example.com/${'x'.repeat(300)}`)).status).toBe(201)
  })

  test('the same text twice from one account is a duplicate, unless the filter is off', async () => {
    const x = await standIn()
    const both = await Promise.all([post(x, 'Same words'), post(x, 'Same words ')])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 403])
    expect(both.find(({ status }) => status === 403)?.body.detail).toBe(
      'You are not allowed to create a Tweet with duplicate content.',
    )
    expect((await post(x, 'Same words', { credentials: other })).status).toBe(201)
    x.control({ duplicateFilter: false })
    expect((await post(x, 'Same words')).status).toBe(201)
  })

  test('only summoned replies are let through where that is on', async () => {
    const x = await standIn()
    const asks = await call(x, 'POST', '/2/tweets', {
      credentials: other,
      body: { text: 'What do you say, @BrewLab_AMA?' },
    })
    const silent = await call(x, 'POST', '/2/tweets', { credentials: other, body: { text: 'Nobody in particular' } })
    x.control({ summonedOnly: true })
    const answers = [
      await call(x, 'POST', '/2/tweets', replyTo(asks.body.data.id, 'Here I am')),
      await call(x, 'POST', '/2/tweets', replyTo(silent.body.data.id, 'Here I am too')),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 403])
    expect(answers[1]?.body.detail).toContain('you have not been mentioned')
  })

  test('a target that is gone is refused, and a deleted post is gone', async () => {
    const x = await standIn({ gone: ['456'] })
    expect(await call(x, 'POST', '/2/tweets', replyTo('456', 'Too late'))).toMatchObject({ status: 403 })
    const { body } = await post(x, 'Soon gone')
    expect((await call(x, 'DELETE', `/2/tweets/${body.data.id}`, { credentials: other })).status).toBe(403)
    expect((await call(x, 'DELETE', `/2/tweets/${body.data.id}`)).body).toEqual({ data: { deleted: true } })
    expect((await call(x, 'GET', `/2/tweets/${body.data.id}`)).status).toBe(404)
    expect(x.posts()).toEqual([])
  })

  test('the limit holds per account and window, and its headers say so', async () => {
    let now = Date.now()
    const x = await standIn({ limits: { createPost: 2 } }, { now: () => now })
    const seconds = () => ({ timestamp: Math.floor(now / 1000) })
    const left = async (text: string, signing = {}) => {
      const { status, headers } = await post(x, text, { ...seconds(), ...signing })
      return [status, headers.get('x-rate-limit-remaining')]
    }
    const resets = Math.ceil((now + 900_000) / 1000)
    expect([await left('One'), await left('Two'), await left('Three')]).toEqual([
      [201, '1'],
      [201, '0'],
      [429, '0'],
    ])
    expect((await post(x, 'Four', seconds())).headers.get('x-rate-limit-reset')).toBe(String(resets))
    expect(await left('Five', { credentials: other })).toEqual([201, '1'])
    now += 900_001
    expect(await left('Six')).toEqual([201, '1'])
  })

  test.each([
    ['/2/tweets/abc', 400],
    ['/2/tweets/12345678901234567890', 400],
    ['/2/tweets/20?tweet.fields=nonsense', 400],
    ['/2/tweets/20?nonsense=1', 400],
    ['/2/users/1/tweets?max_results=4', 400],
    ['/2/users/1/tweets?max_results=101', 400],
    ['/2/users/1/tweets?start_time=yesterday', 400],
    ['/2/users/1/tweets?pagination_token=zzz', 400],
    ['/2/users/me/likes', 404],
  ])('GET %s answers %i', async (path, status) => {
    expect((await call(await standIn(), 'GET', path)).status).toBe(status)
  })

  test('a body that is not of its form is refused', async () => {
    const x = await standIn()
    for (const body of [
      {},
      { text: '' },
      { text: 1 },
      { text: 'a', nonsense: 1 },
      { text: 'a', reply: { in_reply_to_tweet_id: 'x' } },
    ]) {
      expect((await call(x, 'POST', '/2/tweets', { body })).status).toBe(400)
    }
    expect(x.posts()).toEqual([])
  })

  test('fields come under the names that were asked for', async () => {
    const x = await standIn()
    const { body } = await post(x, 'Fish & chips <3')
    const { id } = body.data
    const asked = async (query: string) => (await call(x, 'GET', `/2/tweets/${id}${query}`)).body
    const { data: plain } = await asked('')
    expect(Object.keys(plain).sort()).toEqual(['edit_history_tweet_ids', 'id', 'text'])
    expect(plain.text).toMatch(/^@\w+ Fish &amp; chips &lt;3$/)
    expect(await asked('?tweet.fields=referenced_tweets,author_id&expansions=author_id')).toMatchObject({
      data: { author_id: expect.any(String), referenced_tweets: [{ type: 'replied_to', id: '1790000000000000000' }] },
      includes: { users: [{ username: 'brewlab_ama', name: 'Brewlab Ama' }] },
    })
    expect((await asked('?post.fields=referenced_posts')).data).toMatchObject({
      edit_history_post_ids: [id],
      referenced_posts: [{ type: 'replied_to', id: '1790000000000000000' }],
    })
  })
})

describe('posts', () => {
  test('survive a restart, a torn last line left aside', async () => {
    const dataFile = join(directory(), 'posts.jsonl')
    const first = await startXStandIn({ dataFile })
    await post(first, 'Kept')
    await first.close()
    appendFileSync(dataFile, '{"post":{"id":"1')
    const second = await standIn({}, { dataFile })
    expect(second.posts().map(({ text }) => text)).toEqual(['Kept'])
    expect((await post(second, 'Kept')).status).toBe(403)
    expect((await post(second, 'Later')).status).toBe(201)
    const lines = readFileSync(dataFile, 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).post.text)).toEqual(['Kept', 'Later'])
  })

  test('have ids that grow, also for many at once', async () => {
    const x = await standIn({ limits: { createPost: 500 } })
    await Promise.all(Array.from({ length: 200 }, (_, index) => post(x, `Number ${index}`)))
    const ids = x.posts().map(({ id }) => BigInt(id))
    expect(new Set(ids).size).toBe(200)
    expect(ids.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids)
  })

  test('have a page that shows the post, its replies and that it is the sandbox, and runs nothing', async () => {
    const x = await standIn()
    await post(x, '<script>alert("x")</script> & more')
    for (const path of ['/anyone/status/1790000000000000000', '/i/web/status/1790000000000000000']) {
      const response = await fetch(`${x.baseUrl}${path}`)
      const html = await response.text()
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(html).toContain('Sandbox.')
      expect(html).toContain('1 reply')
      expect(html).toContain('&#60;script&#62;')
      expect(html).not.toMatch(/<script|style=|<style|onerror/)
    }
    const [stored] = x.posts()
    const own = await (await fetch(`${x.baseUrl}/brewlab_ama/status/${stored?.id}`)).text()
    expect(own).toContain('@brewlab_ama')
    expect((await fetch(`${x.baseUrl}/a/status/abc`)).status).toBe(404)
    expect((await fetch(`${x.baseUrl}/__sandbox.css`)).headers.get('content-type')).toContain('text/css')
  })
})

describe('control', () => {
  const control = (x: { baseUrl: string }, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${x.baseUrl}/__control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  test('rules are set over HTTP, and the truth is read there', async () => {
    const x = await standIn()
    const rules = [
      { match: { method: 'POST', account: '@brewlab_ama' }, times: 1, do: { answer: 'drop', accept: true } },
    ]
    expect((await control(x, { rules })).status).toBe(200)
    await expect(post(x, 'Lost on the way')).rejects.toThrow('fetch failed')
    expect((await post(x, 'Through')).status).toBe(201)
    const posts = await (await fetch(`${x.baseUrl}/__control/posts`)).json()
    expect(posts).toEqual(x.posts())
    expect(posts[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      account: 'brewlab_ama',
      author_id: expect.stringMatching(/^\d+$/),
      text: 'Lost on the way',
      in_reply_to: '1790000000000000000',
      created_at: expect.any(String),
    })
    const log = await (await fetch(`${x.baseUrl}/__control/requests`)).json()
    expect(log).toEqual([
      { at: expect.any(String), method: 'POST', path: '/2/tweets', account: 'brewlab_ama' },
      { at: expect.any(String), method: 'POST', path: '/2/tweets', account: 'brewlab_ama' },
    ])
  })

  test('what is not of its form, or comes from another site, changes nothing', async () => {
    const x = await standIn()
    expect((await control(x, { rules: [{ do: { answer: 'nonsense' } }] })).status).toBe(422)
    expect((await control(x, {}, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await fetch(`${x.baseUrl}/__control`)).status).toBe(404)
  })

  test('a rate of faults is drawn the same from the same seed', async () => {
    const drawn = async (seed: number) => {
      const x = await standIn({
        seed,
        rules: [{ probability: 0.15, do: [{ answer: 'unavailable' }, { answer: 'internal' }] }],
      })
      const seen: number[] = []
      for (let index = 0; index < 200; index += 1) seen.push((await call(x, 'GET', '/2/tweets/20')).status)
      return seen
    }
    const first = await drawn(7)
    expect(await drawn(7)).toEqual(first)
    expect(await drawn(8)).not.toEqual(first)
    const faults = first.filter((status) => status !== 200)
    expect(faults.length).toBeGreaterThan(10)
    expect(faults.length).toBeLessThan(60)
    expect(new Set(faults)).toEqual(new Set([500, 503]))
  })
})

describe('the sandbox as a whole', () => {
  test('keeps ports and posts over a restart, and gives way where a port is taken', async () => {
    const dataDir = directory()
    const first = await startSandbox({ dataDir })
    const client = createXClient({ baseUrl: first.xBaseUrl, bearerToken: first.xBearerToken, timeoutMs: 2000 })
    const outcome = await client.createReply(account, { text: 'Still here', inReplyTo: '20' })
    expect(outcome).toMatchObject({ kind: 'answer', status: 201 })
    await first.close()
    const second = await startSandbox({ dataDir })
    expect([second.xBaseUrl, second.modelBaseUrl]).toEqual([first.xBaseUrl, first.modelBaseUrl])
    expect(await (await fetch(`${second.xPostBaseUrl}/kioskandco/status/20`)).text()).toContain('Still here')
    await second.close()
    const squatter = createServer().listen(Number(new URL(first.xBaseUrl).port), '127.0.0.1')
    await new Promise((resolve) => squatter.once('listening', resolve))
    closers.push(() => squatter.close())
    const third = await startSandbox({ dataDir })
    closers.push(third.close)
    expect(third.xBaseUrl).not.toBe(first.xBaseUrl)
    expect((await fetch(`${third.xPostBaseUrl}/kioskandco/status/20`)).status).toBe(200)
  })

  test('100,000 accounts differ, and each is recognised by its token', () => {
    const accounts = sandboxAccounts(100_000)
    expect(new Set(accounts.map(({ username }) => username.toLowerCase())).size).toBe(100_000)
    expect(accounts.filter(({ username }) => !/^@\w{1,15}$/.test(username))).toEqual([])
    expect(sandboxAccounts(3, { from: 99_997, group: 'crew' })).toEqual(
      accounts.slice(-3).map((each) => ({ ...each, group: 'crew' })),
    )
    expect(usernameOfToken(credentialsOf('@Crema_Notes').access_token)).toBe('crema_notes')
    expect(usernameOfToken('1-sandbox-crema_notes')).toBeUndefined()
  })

  test('the command writes an import file with the columns of the template', () => {
    const run = (...args: string[]) =>
      execFileSync(process.execPath, ['scripts/run.mjs', 'server/sandbox/accounts.ts', ...args], { encoding: 'utf8' })
    const parsed = papaparse.parse<Record<string, string>>(run('--count', '3', '--group', 'launch, crew'), {
      header: true,
      skipEmptyLines: true,
    })
    expect(parsed.meta.fields).toEqual([...csvColumns])
    expect(parsed.data).toEqual(sandboxAccounts(3, { group: 'launch, crew' }))
    const out = join(directory(), 'accounts.csv')
    run('--count', '2', '--out', out)
    expect(readFileSync(out, 'utf8').trim().split('\r\n')).toHaveLength(3)
    expect(() => run('--count', 'many')).toThrow()
  })
})
