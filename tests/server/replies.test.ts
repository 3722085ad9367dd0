import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ModelError } from '../../server/models/types'
import { deleteRole } from '../../server/repositories/roles'
import { appOf, asAppFor } from '../../server/x/app'
import { XError } from '../../server/x/types'
import type { Credentials } from '../../src/schemas/accounts'
import { databases } from '../support/databases'
import { type Operator, startTestServer, type TestServer, testSettings } from '../support/server'
import { sampleAccount, sampleReading, sampleRole } from '../support/serverFakes'
import { eventually } from '../support/waiting'

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
  others: { verdict: 'refused', reason: 'The post neither mentions nor quotes it.' },
}

describe.each(databases)('replies on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator

  beforeEach(async () => {
    server = await startTestServer(create)
    ada = await server.operator('ada@example.com')
    await ada.call('POST', '/ai-roles', sampleRole)
  })
  afterEach(() => server.close())

  const fetchContent = (tweet_url: unknown) => ada.call('POST', '/twitter/tweet/content', { tweet_url })
  const generate = (fields: object = {}) =>
    ada.call('POST', '/twitter/tweet/generate-reply', { tweet_id: post.tweet_id, role_id: 1, count: 2, ...fields })
  const drafts = async () => {
    await fetchContent(link)
    return ((await generate()).body as { replies: { reply_id: string; content: string }[] }).replies
  }

  it('begin with the post behind a link or a bare id', async () => {
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
  ])('refuse the link %j at its field, without asking X', async (pasted, message) => {
    expect(await fetchContent(pasted)).toEqual({ status: 422, body: { detail: `tweet_url: ${message}` } })
    expect(server.x.readPost).not.toHaveBeenCalled()
  })

  it('say what X said when it has no such post, is busy or does not answer', async () => {
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
        detail: expect.stringMatching(/^X: Too Many Requests\. It answers again in 7 minutes, at \d\d:\d\d UTC\.$/),
      },
    })
    server.x.readPost.mockRejectedValueOnce(new XError('Unauthorized', 401))
    expect(await fetchContent(link)).toEqual({ status: 502, body: { detail: 'Unauthorized' } })
  })

  it('say beforehand which of the media agents may answer the post through the API', async () => {
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
      standing: { author: ida, thread: ida, mentions: [{ username: 'Jonas' }, { username: 'lena' }] },
    })
    await fetchContent(link)
    const path = `/twitter/tweet/${post.tweet_id}/eligibility`
    const expected = {
      rule: 'summoned',
      allowed: 1,
      uncertain: 0,
      refused: 2,
      accounts: [{ account_id: 2, username: '@jonas', verdict: 'allowed', reason: 'The post mentions it.' }],
      others: { verdict: 'refused', reason: 'The post neither mentions nor quotes it.' },
    }
    expect(await ada.call('GET', path)).toEqual({ status: 200, body: expected })
    expect(await ada.call('GET', `${path}?group=crew`)).toEqual({ status: 200, body: { ...expected, refused: 1 } })
    expect(await ada.call('GET', `${path}?group=nobody`)).toMatchObject({ status: 404 })
    expect(await ada.call('GET', '/twitter/tweet/77/eligibility')).toMatchObject({ status: 404 })
    const bob = await server.operator('bob@example.com')
    expect(await bob.call('GET', path)).toMatchObject({ status: 404 })
  })

  it('are drafted by the character from the stored post, and stored', async () => {
    await fetchContent(link)
    const { status, body } = await generate()
    expect([status, body]).toEqual([
      201,
      {
        replies: [
          { reply_id: expect.stringMatching(/^[0-9a-f]{12}$/), content: 'Reply 1 to Text of 1234567890' },
          { reply_id: expect.stringMatching(/^[0-9a-f]{12}$/), content: 'Reply 2 to Text of 1234567890' },
        ],
      },
    ])
    const role = { ...sampleRole }
    expect(server.models.generateReplies.mock.calls).toEqual([
      [
        {
          role,
          post: {
            text: post.text,
            authorUsername: 'maker',
            authorName: 'The Maker',
            context: sampleReading('1').context,
          },
          count: 2,
          present: [],
          lately: [],
        },
        expect.any(AbortSignal),
        expect.anything(),
      ],
    ])
    const { replies } = body as { replies: { reply_id: string }[] }
    expect(await ada.call('GET', `/twitter/replies/detail/${replies[1]?.reply_id}`)).toEqual({
      status: 200,
      body: replies[1],
    })
  })

  it('are drafted to differ from those the operator has of the same post, not from anybody else’s', async () => {
    const [first] = await drafts()
    await ada.call('PUT', `/twitter/replies/${first?.reply_id}`, { content: 'Rewritten by hand' })
    await generate({ count: 1 })
    const eve = await server.operator('eve@example.com')
    await eve.call('POST', '/ai-roles', sampleRole)
    await eve.call('POST', '/twitter/tweet/content', { tweet_url: link })
    await eve.call('POST', '/twitter/tweet/generate-reply', { tweet_id: post.tweet_id, role_id: 2, count: 1 })
    await ada.call('POST', '/twitter/tweet/content', { tweet_url: '99' })
    await generate({ tweet_id: '99' })
    const told = server.models.generateReplies.mock.calls.map(([{ present = [] }]) => present.toSorted())
    expect(told).toEqual([[], ['Reply 2 to Text of 1234567890', 'Rewritten by hand'], [], []])
  })

  it('are drafted in the knowledge of how the character began its newest replies, to any post', async () => {
    await drafts()
    await ada.call('POST', '/twitter/tweet/content', { tweet_url: '99' })
    await generate({ tweet_id: '99' })
    const told = server.models.generateReplies.mock.calls.map(([{ lately }]) => lately?.toSorted())
    expect(told).toEqual([[], ['Reply 1 to Text', 'Reply 2 to Text']])
  })

  it('are answered with what the desk noted of them', async () => {
    await drafts()
    await ada.call('POST', '/twitter/tweet/content', { tweet_url: '99' })
    server.models.generateReplies.mockResolvedValueOnce({
      replies: ['Which corner gets the sun?', 'Lovely bell #bell'],
    })
    const { body } = await generate({ tweet_id: '99' })
    expect(body).toEqual({
      replies: [
        { reply_id: expect.any(String), content: 'Which corner gets the sun?' },
        { reply_id: expect.any(String), content: 'Lovely bell #bell', notes: ['has hashtags: #bell'] },
      ],
    })
  })

  it('leave the model room to answer, however long the earlier ones are', async () => {
    await fetchContent(link)
    await generate({ count: 3 })
    const long = 'x'.repeat(9_000)
    await server.database.db.updateTable('replies').set({ content: long }).execute()
    await generate({ count: 1 })
    expect(server.models.generateReplies.mock.lastCall?.[0].present).toEqual([long, long])
  })

  it('need a fetched post, a character that exists and a count from 1 to 1,000', async () => {
    expect(await generate()).toEqual({ status: 404, body: { detail: 'A fetched post 1234567890 was not found' } })
    await fetchContent(link)
    expect(await generate({ role_id: 9 })).toEqual({ status: 404, body: { detail: 'AI role was not found' } })
    expect(await generate({ count: 0 })).toEqual({
      status: 422,
      body: { detail: 'count: Reply count must be at least 1' },
    })
    expect(await generate({ count: 1001 })).toEqual({ status: 422, body: { detail: 'count: Maximum value is 1000' } })
    expect(await generate({ tweet_id: 'abc' })).toEqual({
      status: 422,
      body: { detail: 'tweet_id: must be 1 to 19 digits' },
    })
  })

  it('are a thousand where a thousand are asked for', async () => {
    await fetchContent(link)
    const { status, body } = await generate({ count: 1_000 })
    expect([status, (body as { replies: object[] }).replies.length]).toEqual([201, 1_000])
  })

  it('are not stored when the model provider fails', async () => {
    await fetchContent(link)
    server.models.generateReplies.mockRejectedValueOnce(new ModelError('The model answered nonsense'))
    expect(await generate()).toEqual({ status: 502, body: { detail: 'The model answered nonsense' } })
    expect(await server.database.db.selectFrom('replies').selectAll().execute()).toEqual([])
  })

  it('end the model provider’s call when the caller closes the connection', async () => {
    await fetchContent(link)
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
    const caller = new AbortController()
    const asked = new Promise<AbortSignal | undefined>((resolve) =>
      server.models.generateReplies.mockImplementationOnce(async (_request, signal) => {
        resolve(signal)
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        return { replies: [] }
      }),
    )
    const answer = fetch(`${address}/api/v1/twitter/tweet/generate-reply`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` },
      body: JSON.stringify({ tweet_id: post.tweet_id, role_id: 1, count: 1 }),
      signal: caller.signal,
    })
    const signal = await asked
    expect(signal?.aborted).toBe(false)
    caller.abort()
    await expect(answer).rejects.toThrow()
    await eventually(() => expect(signal?.aborted).toBe(true))
  })

  it('are kept where the rest of them failed, and the answer says why', async () => {
    await fetchContent(link)
    const incomplete = 'The model provider refused: Rate limit exceeded (request req_7)'
    server.models.generateReplies.mockResolvedValueOnce({ replies: ['The only one'], incomplete })
    expect(await generate({ count: 3 })).toEqual({
      status: 201,
      body: { replies: [{ reply_id: expect.any(String), content: 'The only one' }], incomplete },
    })
    expect(await server.database.db.selectFrom('replies').select('content').execute()).toEqual([
      { content: 'The only one' },
    ])
  })

  it('are kept although their character was deleted while it wrote them', async () => {
    await fetchContent(link)
    server.models.generateReplies.mockImplementationOnce(async () => {
      await ada.call('DELETE', '/ai-roles/1')
      return { replies: ['Written in the meantime'] }
    })
    expect(await generate({ count: 1 })).toEqual({
      status: 201,
      body: { replies: [{ reply_id: expect.any(String), content: 'Written in the meantime' }] },
    })
  })

  it('are kept although their character is being deleted while they are stored', async () => {
    await fetchContent(link)
    let deleted: Promise<void> = Promise.resolve()
    server.models.generateReplies.mockImplementationOnce(async () => {
      await new Promise<void>((begun) => {
        deleted = server.deps.db.transaction().execute(async (trx) => {
          await deleteRole(trx, 1, 1)
          begun()
          await delay(300)
        })
      })
      return { replies: ['Written in the meantime'] }
    })
    expect((await generate({ count: 1 })).status).toBe(201)
    await deleted
    const stored = await server.database.db.selectFrom('replies').select(['content', 'role_id']).execute()
    expect(stored).toEqual([{ content: 'Written in the meantime', role_id: null }])
  })

  it('are changed until they are sent, and again once sending failed', async () => {
    const [first] = await drafts()
    const path = `/twitter/replies/${first?.reply_id}`
    const changed = { status: 200, body: { reply_id: first?.reply_id, content: 'Rewritten' } }
    expect(await ada.call('PUT', path, { content: '  Rewritten  ' })).toEqual(changed)
    expect(await ada.call('GET', `/twitter/replies/detail/${first?.reply_id}`)).toEqual(changed)
    expect(await ada.call('PUT', path, { content: ' ' })).toEqual({
      status: 422,
      body: { detail: 'content: Content is required' },
    })
    await storeItem(server, first?.reply_id ?? '')
    expect(await ada.call('PUT', path, { content: 'Too late' })).toEqual({
      status: 409,
      body: { detail: 'This reply is being sent or was posted, and cannot be changed any more' },
    })
    await server.database.db.updateTable('task_items').set({ state: 'failed' }).execute()
    expect((await ada.call('PUT', path, { content: 'Once more' })).status).toBe(200)
  })

  it('that do not exist are not found', async () => {
    const missing = { status: 404, body: { detail: 'Reply was not found' } }
    expect(await ada.call('GET', '/twitter/replies/detail/ffffffffffff')).toEqual(missing)
    expect(await ada.call('PUT', '/twitter/replies/ffffffffffff', { content: 'x' })).toEqual(missing)
  })
})

describe.each(databases)('posts without an app token on $name', ({ create }) => {
  let server: TestServer
  afterEach(() => server.close())

  it('are read as the first active media agent', async () => {
    server = await startTestServer(create, { settings: { ...testSettings, readPostsAsApp: false } })
    const ada = await server.operator('ada@example.com')
    expect(await ada.call('POST', '/twitter/tweet/content', { tweet_url: link })).toEqual({
      status: 409,
      body: { detail: 'Connect a media agent first: posts are read through it' },
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

  it('are read as the next one once X has refused the first', async () => {
    server = await startTestServer(create, {
      settings: { ...testSettings, readPostsAsApp: false, quietMs: 20 },
    })
    const ada = await server.operator('ada@example.com')
    await ada.call('POST', '/twitter/accounts', sampleAccount('mara'))
    await ada.call('POST', '/twitter/accounts', sampleAccount('jonas'))
    await eventually(() => expect(server.x.getMe).toHaveBeenCalledTimes(2))
    const refuseMara = async (as: Credentials | 'app') => {
      if (as !== 'app' && as.access_token === 'mara')
        throw new XError('Invalid or expired token.', 401, {}, 'unauthorized')
    }
    server.x.readPost.mockImplementation(async (id, as) => refuseMara(as).then(() => sampleReading(id)))
    server.x.getMe.mockImplementation(async (as) => refuseMara(as).then(() => ({ id: 'x-jonas', username: 'jonas' })))
    const fetched = () => ada.call('POST', '/twitter/tweet/content', { tweet_url: link })
    expect(await fetched()).toEqual({ status: 502, body: { detail: 'Invalid or expired token.' } })
    expect(await fetched()).toEqual({ status: 200, body: { ...post, eligibility: { ...nobodyMayAnswer, refused: 1 } } })
  })
})

const storeItem = async ({ database: { db } }: TestServer, replyId: string) => {
  const at = '2026-01-01T00:00:00.000Z'
  const dated = { owner_id: 1, created_at: at, updated_at: at }
  await db
    .insertInto('tasks')
    .values({ ...dated, id: 'task', kind: 'solo', error: null, request_hash: 'x' })
    .execute()
  await db
    .insertInto('task_items')
    .values({
      ...dated,
      task_id: 'task',
      position: 0,
      reply_id: replyId,
      twitter_username: '@mara',
      target_tweet_id: post.tweet_id,
      content: 'x',
      state: 'queued',
      attempts: 0,
      clean_reads: 0,
      failed_reads: 0,
      resends: 0,
      next_at: at,
      can_retry: 0,
    })
    .execute()
}
