import { afterEach, describe, expect, test } from 'vitest'
import type { Fault } from '../../../sandbox/x/control'
import { sampleScene } from '../../../sandbox/x/sampleScene'
import type { XCall } from '../../../server/metrics/observer'
import { matches } from '../../../server/posting/protocol/normalise'
import { createXClient } from '../../../server/x/client'
import { account, clientOf, closeAll, other, reply, standIn } from '../../support/xServers'

afterEach(closeAll)

describe('against the stand-in', () => {
  test('a reply is posted once and found again among the account’s posts', async () => {
    const x = await standIn()
    const client = clientOf(x)
    const since = new Date(Date.now() - 30_000)
    const outcome = await client.createReply(account, reply)
    const [post] = x.posts()
    expect(outcome).toEqual({
      kind: 'answer',
      status: 201,
      bodyReadable: true,
      isSigned: true,
      headers: expect.objectContaining({
        date: expect.any(String),
        'x-rate-limit-limit': '100',
        'x-rate-limit-remaining': '99',
        'x-rate-limit-reset': expect.stringMatching(/^\d+$/),
      }),
      body: { data: expect.objectContaining({ id: post?.id }) },
    })
    expect(x.requests().map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /2/tweets'])
    const me = await client.getMe(account)
    expect(me).toEqual({
      id: post?.author_id,
      username: 'brewlab_ama',
      access: 'read-write',
      subscription: 'None',
      isProtected: false,
    })
    const target = await client.getPost(reply.inReplyTo, 'app')
    expect((await client.getUserPosts(account, me.id, since)).posts).toEqual([
      {
        id: post?.id,
        text: `@${target.authorUsername} ${reply.text}`,
        authorId: me.id,
        authorUsername: '',
        authorName: '',
        createdAt: post?.created_at,
        inReplyTo: reply.inReplyTo,
        leadingMentions: [{ username: target.authorUsername, end: target.authorUsername.length + 1 }],
      },
    ])
  })

  test.each(['fifthstreetbooks', 'the_pixelmarket_2009'])(
    'a reply to %s, a name longer than X gives today, is known by its entities',
    async (username) => {
      const client = clientOf(await standIn())
      const ids = Array.from({ length: 400 }, (_, index) => String(1_790_000_000_000_000_000n + BigInt(index)))
      const inReplyTo = ids.find((id) => sampleScene(id).username === username) ?? ''
      await client.createReply(account, { text: '@kioskandco is next door', inReplyTo })
      const { id } = await client.getMe(account)
      const [post] = (await client.getUserPosts(account, id, new Date(0))).posts
      expect(post?.leadingMentions).toEqual([
        { username, end: username.length + 1 },
        { username: 'kioskandco', end: username.length + 13 },
      ])
      expect(
        post && matches(post, { content: '@kioskandco is next door', targetId: inReplyTo, since: new Date(0) }),
      ).toBe(true)
    },
  )

  test('any post id gives one plausible post, the same each time and on every stand-in', async () => {
    const [one, two] = [clientOf(await standIn()), clientOf(await standIn())]
    const post = await one.getPost('1790000000000000000', account)
    expect(await two.getPost('1790000000000000000', 'app')).toEqual(post)
    expect(await one.getPost('1790000000000000000', other)).toEqual(post)
    const seen = await Promise.all(Array.from({ length: 60 }, (_, index) => one.getPost(String(index + 1), 'app')))
    expect(new Set(seen.map(({ text }) => text)).size).toBeGreaterThan(20)
  })

  test('all pages since the requested time are read', async () => {
    const x = await standIn({ limits: { createPost: 1000 } })
    const client = clientOf(x)
    const texts = Array.from({ length: 205 }, (_, index) => `Reply number ${index}`)
    for (const text of texts) await client.createReply(account, { ...reply, text })
    await client.createReply(other, reply)
    const { id } = await client.getMe(account)
    const { posts } = await client.getUserPosts(account, id, new Date(Date.now() - 60_000))
    expect(posts.map((post) => post.text.replace(/^@\w+ /, ''))).toEqual(texts.toReversed())
    expect(posts.every((post) => post.inReplyTo === reply.inReplyTo)).toBe(true)
    expect(await client.getUserPosts(account, id, new Date(Date.now() + 60_000))).toEqual({ posts: [], isWhole: true })
  })

  test('a post appears among its author’s posts only after the delay', async () => {
    const x = await standIn({ visibilityLagMs: 60_000 })
    const client = clientOf(x)
    const { id } = await client.getMe(account)
    await client.createReply(account, reply)
    expect((await client.getUserPosts(account, id, new Date(0))).posts).toEqual([])
    x.control({ visibilityLagMs: 0 })
    expect((await client.getUserPosts(account, id, new Date(0))).posts).toHaveLength(1)
  })

  test.each([
    ['a wrong key', { ...account, api_secret: 'wrong' }, 401, 'Unauthorized'],
    ['another user’s token', { ...account, access_token: other.access_token }, 401, 'Unauthorized'],
  ])('%s is refused in X’s words', async (_, credentials, status, detail) => {
    const client = clientOf(await standIn())
    await expect(client.getMe(credentials)).rejects.toMatchObject({ detail, status })
    expect(await client.createReply(credentials, reply)).toMatchObject({ kind: 'answer', status, body: { detail } })
  })

  test('reads return X’s words, or the problem on the way', async () => {
    const x = await standIn({ gone: ['456'] })
    const client = clientOf(x)
    await expect(client.getPost('456', account)).rejects.toMatchObject({
      detail: 'Could not find tweet with id: [456].',
      status: 404,
    })
    const cases: [Fault['answer'], string, number | undefined][] = [
      ['html', 'X answered 200, but not in the format of its API', 200],
      ['unavailable', 'Service Unavailable', 503],
      ['rateLimit', 'Too Many Requests', 429],
      ['rateLimitByCode', 'Rate limit exceeded', 429],
      [{ status: 200, body: { errors: [{ detail: 'Could not find it.' }] } }, 'Could not find it.', 404],
    ]
    for (const [answer, detail, status] of cases) {
      x.control({ rules: [{ do: { answer } }] })
      await expect(client.getPost('1', 'app')).rejects.toMatchObject({ name: 'XError', detail, status })
    }
    x.control({ rules: [{ do: { answer: 'hang' } }] })
    const detail = 'X did not answer: no answer within 0.3 s'
    await expect(clientOf(x, 300).getPost('1', 'app')).rejects.toMatchObject({
      name: 'XError',
      detail,
      status: undefined,
    })
    await expect(createXClient({ baseUrl: x.baseUrl, timeoutMs: 300 }).getPost('1', 'app')).rejects.toThrow(
      'X_BEARER_TOKEN',
    )
  })

  test('a signature that X rejects because of this machine’s clock is no refusal of the account', async () => {
    const x = await standIn({ rules: [{ do: { answer: 'unauthorized', clockSkewSeconds: -600 } }] })
    await expect(clientOf(x).getMe(account)).rejects.toMatchObject({
      name: 'XError',
      detail: expect.stringMatching(
        /^This server's clock is 60\d s ahead of X's clock, so X rejects its signatures\.$/,
      ),
      status: undefined,
    })
  })

  test('X refuses a token that it does not know, whatever the clock', async () => {
    const x = await standIn({ rules: [{ do: { answer: 'unauthorized', clockSkewSeconds: -600 } }] })
    const bearer = { bearer: 'unknown', accepted: async () => undefined, refused: async () => undefined }
    await expect(clientOf(x).getMe(bearer)).rejects.toMatchObject({ detail: 'Unauthorized', status: 401 })
  })

  test('a refusal of the app is not a refusal of the account', async () => {
    const x = await standIn({ rules: [{ do: { answer: 'clientForbidden' } }] })
    const reads = [clientOf(x).getMe(account), clientOf(x).getUserPosts(account, '1', new Date(0))]
    for (const read of reads) {
      await expect(read).rejects.toMatchObject({
        name: 'XError',
        detail: expect.stringMatching(/^When authenticating requests to the Twitter API v2 endpoints/),
        status: undefined,
      })
    }
    x.control({ rules: [{ do: { answer: 'notPermitted' } }] })
    await expect(clientOf(x).getMe(account)).rejects.toMatchObject({ status: 403 })
  })

  test.each(['tweet.fields', 'post.fields'] as const)('X may answer only to %s', async (fieldNames) => {
    const x = await standIn({ fieldNames })
    const client = clientOf(x)
    await client.createReply(account, reply)
    const { id } = await client.getMe(account)
    expect(await client.getUserPosts(account, id, new Date(0))).toMatchObject({
      posts: [{ inReplyTo: reply.inReplyTo, createdAt: expect.any(String) }],
      isWhole: true,
    })
    expect(await client.getPost(reply.inReplyTo, 'app')).toMatchObject({
      inReplyTo: '1789999999999999999',
      authorUsername: expect.stringMatching(/./),
    })
    const reads = x.requests().filter(({ path }) => /\d/.test(path.slice(2)))
    expect(reads).toHaveLength(fieldNames === 'tweet.fields' ? 2 : 3)
  })

  const hidden = { id: '9', text: 'Hidden' }
  test.each<[string, object, string | null | undefined]>([
    ['what it replies to', { conversation_id: '8' }, undefined],
    ['its conversation', { referenced_tweets: [{ type: 'quoted', id: '7' }] }, undefined],
    ['all but its conversation', { conversation_id: '9' }, null],
    ['its conversation alone', { referenced_tweets: [{ type: 'replied_to', id: '7' }] }, '7'],
    ['a part of what it refers to', { conversation_id: '8', referenced_tweets: [{ type: 'replied_to' }] }, undefined],
    ['what a repost refers to besides', { referenced_tweets: [{ type: 'retweeted', id: '7' }] }, null],
  ])('a post that hides %s hides nothing else', async (_, fields, inReplyTo) => {
    const body = { data: [{ ...hidden, ...fields }], meta: { result_count: 1 } }
    const x = await standIn({ rules: [{ do: { answer: { status: 200, body } } }] })
    const { posts, isWhole } = await clientOf(x).getUserPosts(account, '1', new Date(0))
    expect(posts.map((post) => [post.text, post.authorId, post.inReplyTo])).toEqual([['Hidden', '1', inReplyTo]])
    expect(isWhole).toBe(true)
  })

  const whole = { id: '9', text: 'Whole', conversation_id: '9' }
  test.each<[string, object, boolean]>([
    ['names a post that it leaves out', { errors: [{ resource_id: '8', resource_type: 'tweet' }] }, false],
    ['speaks of nothing that is known', { errors: [{ title: 'Partial Error' }] }, false],
    ['counts more than it gives', { meta: { result_count: 2 } }, false],
    ['does not say whether there are more pages', { meta: undefined }, false],
    ['gives a post without an id', { data: [whole, { text: 'Which?' }] }, false],
    ['names a post that another one refers to', { errors: [{ resource_id: '8', section: 'includes' }] }, true],
    ['names a field of a post that it gives', { errors: [{ resource_id: '9', parameter: 'entities' }] }, true],
    ['names a person', { errors: [{ resource_id: '8', resource_type: 'user' }] }, true],
  ])('a list that %s is complete or not', async (_, parts, isWhole) => {
    const body = { data: [whole], meta: { result_count: 1 }, ...parts }
    const x = await standIn({ rules: [{ do: { answer: { status: 200, body } } }] })
    const listed = await clientOf(x).getUserPosts(account, '1', new Date(0))
    expect([listed.posts.map(({ id }) => id), listed.isWhole]).toEqual([['9'], isWhole])
  })

  test("X's text in the second answer does not answer the first request", async () => {
    const path = '/2/users/'
    const body = { data: [hidden], meta: { result_count: 1 } }
    const x = await standIn({
      rules: [
        { match: { path }, times: 1, do: { answer: { status: 200, body } } },
        { match: { path }, do: { answer: 'notPermitted' } },
      ],
    })
    expect(await clientOf(x).getUserPosts(account, '1', new Date(0))).toMatchObject({ posts: [{ id: '9' }] })
    expect(x.requests()).toHaveLength(2)
  })

  test('the second request fills in the missing parts of the first answer', async () => {
    const answers = [
      [hidden, { id: '5', text: '', conversation_id: '5' }],
      [
        { id: '9', text: 'Hidden', referenced_posts: [{ type: 'replied_to', id: '7' }] },
        { id: '5', text: 'Filled' },
      ],
    ]
    const x = await standIn({
      rules: answers.map((data) => ({ times: 1, do: { answer: { status: 200, body: { data, meta: {} } } } })),
    })
    const { posts } = await clientOf(x).getUserPosts(account, '1', new Date(0))
    expect(posts.map(({ text, inReplyTo }) => [text, inReplyTo])).toEqual([
      ['Hidden', '7'],
      ['Filled', null],
    ])
  })

  test('a long post is read completely, and HTML entities are decoded once', async () => {
    const data = {
      id: '9',
      text: 'short',
      author_id: '1',
      conversation_id: '9',
      created_at: '2026-11-01T00:00:00.000Z',
      note_post: { text: 'the long &lt;text&gt; with &amp;lt;' },
    }
    const x = await standIn({ rules: [{ do: { answer: { status: 200, body: { data } } } }] })
    expect(await clientOf(x).getPost('9', 'app')).toMatchObject({ id: '9', text: 'the long <text> with &lt;' })
  })
})

test('each request is recorded with its subject, result and duration', async () => {
  const x = await standIn({ rules: [{ match: { method: 'POST' }, do: { answer: 'drop' } }] })
  const told: XCall[] = []
  const observer = { xCall: (call: XCall) => told.push(call) }
  const client = createXClient({ baseUrl: x.baseUrl, timeoutMs: 5_000, observer })
  await client.createReply(account, reply)
  const { id } = await client.getMe(account)
  await client.getUserPosts(account, id, new Date(0))
  await createXClient({ baseUrl: 'http://127.0.0.1:9', timeoutMs: 5_000, observer }).createReply(account, reply)
  expect(told.map(({ method, path, status }) => [method, path, status])).toEqual([
    ['POST', 'tweets', 'lost'],
    ['GET', 'users/me', 200],
    ['GET', `users/${id}/tweets`, 200],
    ['POST', 'tweets', 'unsent'],
  ])
  expect(told.every(({ seconds }) => seconds > 0)).toBe(true)
  expect(told[2]?.headers['x-rate-limit-remaining']).toMatch(/^\d+$/)
})
