import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appOf, asAppFor } from '../../../server/x/app'
import { XError } from '../../../server/x/types'
import type { Credentials } from '../../../src/schemas/accounts/accounts'
import { databasesHere } from '../../support/databases'
import { type Operator, startTestServer, type TestServer, testSettings } from '../../support/server'
import { sampleAccount, sampleReading } from '../../support/serverFakes'
import { eventually } from '../../support/waiting'

const link = 'https://x.com/maker/status/1234567890'
const post = {
  tweet_id: '1234567890',
  text: 'Text of 1234567890',
  author_username: 'maker',
  author_name: 'The Maker',
  created_at: '2026-01-02T03:04:05.000Z',
  context: { media: [], links: [], not_shown: [], reply_settings: 'everyone' },
}
const nobodyMayAnswer = {
  rule: 'summoned',
  allowed: 0,
  uncertain: 0,
  refused: 0,
  accounts: [],
  others: { verdict: 'refused', reason: 'The post neither mentions nor quotes this account.' },
}

describe.each(databasesHere())('posts on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator

  beforeEach(async () => {
    server = await startTestServer(create)
    ada = await server.operator('ada@example.com')
  })
  afterEach(() => server.close())

  const fetchContent = (tweet_url: unknown) => ada.call('POST', '/twitter/tweet/content', { tweet_url })

  it('are read by a link or a bare id', async () => {
    expect(await fetchContent(link)).toEqual({ status: 200, body: { ...post, eligibility: nobodyMayAnswer } })
    expect(await fetchContent(' 1234567890 ')).toEqual({ status: 200, body: { ...post, eligibility: nobodyMayAnswer } })
    expect(server.x.readPost.mock.calls).toEqual([
      ['1234567890', asAppFor(1)],
      ['1234567890', asAppFor(1)],
    ])
  })

  it.each([
    ['', 'X post link is required'],
    ['https://x.com.evil.example/maker/status/1', 'Paste a link to one post on x.com or twitter.com'],
    ['https://user@x.com/maker/status/1', 'Paste a link to one post on x.com or twitter.com'],
    ['https://x.com\\maker\\status\\1', 'Paste a link to one post on x.com or twitter.com'],
    ['https://x.com/maker', 'Paste a link to one post on x.com or twitter.com'],
    ['http://127.0.0.1/maker/status/1', 'Paste a link to one post on x.com or twitter.com'],
  ])('are not requested from X if the link is %j, with a message at its field', async (pasted, message) => {
    expect(await fetchContent(pasted)).toEqual({ status: 422, body: { detail: `tweet_url: ${message}` } })
    expect(server.x.readPost).not.toHaveBeenCalled()
  })

  it("come with X's words if X has no such post, is busy or does not answer", async () => {
    server.x.readPost.mockRejectedValueOnce(new XError('Could not find tweet with id: [1].', 404))
    expect(await fetchContent(link)).toEqual({ status: 404, body: { detail: 'Could not find tweet with id: [1].' } })
    server.x.readPost.mockRejectedValueOnce(new XError('Too Many Requests', 429))
    expect(await fetchContent(link)).toEqual({ status: 503, body: { detail: 'Too Many Requests' } })
    const reset = String(Math.floor(Date.now() / 1000) + 420)
    const headers = { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': reset }
    server.x.readPost.mockRejectedValueOnce(new XError('Too Many Requests', 429, headers))
    expect(await fetchContent(link)).toEqual({
      status: 503,
      body: {
        detail: expect.stringMatching(/^X: Too Many Requests\. X answers again in 7 minutes, at \d\d:\d\d UTC\.$/),
      },
    })
    server.x.readPost.mockRejectedValueOnce(new XError('Unauthorized', 401))
    expect(await fetchContent(link)).toEqual({ status: 502, body: { detail: 'Unauthorized' } })
  })

  it('come with the media agents that may reply to the post through the API', async () => {
    await ada.call('POST', '/groups', { name: 'crew', description: 'x' })
    for (const [name, group] of [
      ['mara', 'crew'],
      ['jonas', 'crew'],
      ['lena', 'crew'],
      ['otto', ''],
    ] as const) {
      await ada.call('POST', '/twitter/accounts', sampleAccount(name, group))
    }
    await server.database.db.updateTable('accounts').set({ is_active: 0 }).where('id', '=', 3).execute()
    const ida = { id: '42', username: 'ida' }
    server.x.readPost.mockResolvedValueOnce({
      ...sampleReading(post.tweet_id),
      audience: { author: ida, thread: ida, mentions: [{ username: 'Jonas' }, { username: 'lena' }] },
    })
    await fetchContent(link)
    const path = `/twitter/tweet/${post.tweet_id}/eligibility`
    const expected = {
      rule: 'summoned',
      allowed: 1,
      uncertain: 0,
      refused: 2,
      accounts: [{ account_id: 2, username: '@jonas', verdict: 'allowed', reason: 'The post mentions this account.' }],
      others: { verdict: 'refused', reason: 'The post neither mentions nor quotes this account.' },
    }
    expect(await ada.call('GET', path)).toEqual({ status: 200, body: expected })
    const ofGroup = (order: number[]) => ({ status: 200, body: { ...expected, refused: 1, order } })
    expect(await ada.call('GET', `${path}?group=crew`)).toEqual(ofGroup([2, 1]))
    expect(await ada.call('GET', `${path}?group=nobody`)).toMatchObject({ status: 404 })
    expect(await ada.call('GET', '/twitter/tweet/77/eligibility')).toMatchObject({ status: 404 })
    const bob = await server.operator('bob@example.com')
    expect(await bob.call('GET', path)).toMatchObject({ status: 404 })
  })
})

describe.each(databasesHere())('posts without an app token on $name', ({ create }) => {
  let server: TestServer
  afterEach(() => server.close())

  it('are read as the first active media agent', async () => {
    server = await startTestServer(create, { settings: { ...testSettings, readPostsAsApp: false } })
    const ada = await server.operator('ada@example.com')
    expect(await ada.call('POST', '/twitter/tweet/content', { tweet_url: link })).toEqual({
      status: 409,
      body: { detail: 'Connect a media agent first: it is needed to read posts' },
    })
    await ada.call('POST', '/twitter/accounts', sampleAccount('mara'))
    await ada.call('POST', '/twitter/accounts', sampleAccount('jonas'))
    await server.database.db.updateTable('accounts').set({ is_active: 0 }).where('id', '=', 1).execute()
    expect(await ada.call('POST', '/twitter/tweet/content', { tweet_url: link })).toEqual({
      status: 200,
      body: { ...post, eligibility: { ...nobodyMayAnswer, refused: 1 } },
    })
    const { username, group, ...credentials } = sampleAccount('jonas')
    expect(server.x.readPost.mock.calls).toEqual([
      ['1234567890', { ...credentials, payer: { ownerId: 1, account: '@jonas', app: appOf(credentials) } }],
    ])
  })

  it.each<[string, XError]>([
    ['its keys', new XError('Invalid or expired token.', 401, {}, 'unauthorized')],
    ['it for a while', new XError('It is temporarily locked.', 403, {}, 'locked')],
  ])('are read as the next one if X refuses the first, %s', async (_what, refusal) => {
    server = await startTestServer(create, {
      settings: { ...testSettings, readPostsAsApp: false, quietMs: 20 },
    })
    const ada = await server.operator('ada@example.com')
    await ada.call('POST', '/twitter/accounts', sampleAccount('mara'))
    await ada.call('POST', '/twitter/accounts', sampleAccount('jonas'))
    await eventually(() => expect(server.x.getMe).toHaveBeenCalledTimes(2))
    const refuseMara = async (as: Credentials | 'app') => {
      if (as !== 'app' && as.access_token === 'mara') throw refusal
    }
    server.x.readPost.mockImplementation(async (id, as) => refuseMara(as).then(() => sampleReading(id)))
    server.x.getMe.mockImplementation(async (as) => refuseMara(as).then(() => ({ id: 'x-jonas', username: 'jonas' })))
    const fetched = () => ada.call('POST', '/twitter/tweet/content', { tweet_url: link })
    expect(await fetched()).toEqual({ status: 200, body: { ...post, eligibility: { ...nobodyMayAnswer, refused: 1 } } })
  })
})
