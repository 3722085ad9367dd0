import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deleteRole } from '../../../server/features/characters/roles.store'
import { ModelError } from '../../../server/models/types'
import { databasesHere } from '../../support/databases'
import { somebodyWaits } from '../../support/locks'
import { type Operator, startTestServer, type TestServer } from '../../support/server'
import { sampleReading, sampleRole } from '../../support/serverFakes'
import { eventually } from '../../support/waiting'

const link = 'https://x.com/maker/status/1234567890'
const post = { tweet_id: '1234567890', text: 'Text of 1234567890' }

describe.each(databasesHere())('replies on $name', ({ create }) => {
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

  it('get a new version from the stored text and a wish, which is refused if it is too long or of another’s reply', async () => {
    const [first, second] = await drafts()
    await ada.call('PUT', `/twitter/replies/${first?.reply_id}`, { content: 'As edited' })
    const rewrite = { reply_id: first?.reply_id, wish: 'w'.repeat(2_000) }
    expect((await generate({ count: 1, rewrite })).status).toBe(201)
    const [asked] = server.models.generateReplies.mock.lastCall ?? []
    expect([asked?.rewritten, asked?.present]).toEqual([{ reply: 'As edited', wish: rewrite.wish }, [second?.content]])
    const made = server.models.generateReplies.mock.calls.length
    const eve = await server.operator('eve@example.com')
    const statuses = [
      await generate({ count: 1, rewrite: { ...rewrite, wish: `${rewrite.wish}w` } }),
      await generate({ count: 1, rewrite: { ...rewrite, wish: ' ' } }),
      await generate({ count: 1, rewrite: { ...rewrite, reply_id: 'ffffffffffff' } }),
      await eve.call('POST', '/twitter/tweet/generate-reply', {
        tweet_id: post.tweet_id,
        role_id: 1,
        count: 1,
        rewrite,
      }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([422, 422, 404, 404])
    expect(server.models.generateReplies.mock.calls).toHaveLength(made)
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
          lessons: [],
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

  it("are drafted to differ from the operator's own drafts for the same post, not from other operators' drafts", async () => {
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

  it("are drafted knowing the beginnings of the character's newest replies, to any post", async () => {
    await drafts()
    await ada.call('POST', '/twitter/tweet/content', { tweet_url: '99' })
    await generate({ tweet_id: '99' })
    const told = server.models.generateReplies.mock.calls.map(([{ lately }]) => lately?.toSorted())
    expect(told).toEqual([[], ['Reply 1 to Text', 'Reply 2 to Text']])
  })

  it("use the operator's changes of the character’s drafts for other posts, unless learning is off", async () => {
    server.models.generateReplies.mockResolvedValueOnce({ replies: ['What a day!', 'So excited', 'Left as it is'] })
    const [first, second] = await drafts()
    const edits = [
      { draft: 'So excited', edited: 'Noted.' },
      { draft: 'What a day!', edited: 'Tuesday will do.' },
    ]
    for (const [id, at, content] of [
      [first?.reply_id, '2027-01-02T00:00:00.000Z', edits[1]?.edited],
      [second?.reply_id, '2027-01-03T00:00:00.000Z', edits[0]?.edited],
    ] as const) {
      await ada.call('PUT', `/twitter/replies/${id}`, { content })
      await server.database.db
        .updateTable('replies')
        .set({ updated_at: at })
        .where('id', '=', id ?? '')
        .execute()
    }
    await ada.call('POST', '/ai-roles', { ...sampleRole, name: 'Jonas' })
    await ada.call('POST', '/twitter/tweet/content', { tweet_url: '99' })
    const lessons = async (body: object) => {
      await generate({ tweet_id: '99', count: 1, ...body })
      return server.models.generateReplies.mock.lastCall?.[0].lessons
    }
    expect(await lessons({})).toEqual(edits)
    expect(await lessons({ tweet_id: post.tweet_id })).toEqual([])
    expect(await lessons({ role_id: 2 })).toEqual([])
    const { learns_from_edits: _, ...silent } = sampleRole
    await ada.call('PUT', '/ai-roles/1', { ...silent, learns_from_edits: false })
    expect((await ada.call('PUT', '/ai-roles/1', silent)).body).toMatchObject({ learns_from_edits: false })
    expect(await lessons({})).toEqual([])
  })

  it('are returned with the notes of the draft checks', async () => {
    await drafts()
    await ada.call('POST', '/twitter/tweet/content', { tweet_url: '99' })
    server.models.generateReplies.mockResolvedValueOnce({
      replies: ['Which corner gets the sun?', 'Lovely bell #bell'],
    })
    const { body } = await generate({ tweet_id: '99' })
    expect(body).toEqual({
      replies: [
        { reply_id: expect.any(String), content: 'Which corner gets the sun?' },
        { reply_id: expect.any(String), content: 'Lovely bell #bell', notes: ['contains a hashtag: #bell'] },
      ],
    })
  })

  it('leave the model room to answer, however long the earlier replies are', async () => {
    await fetchContent(link)
    await generate({ count: 3 })
    const long = 'x'.repeat(9_000)
    await server.database.db.updateTable('replies').set({ content: long }).execute()
    await generate({ count: 1 })
    expect(server.models.generateReplies.mock.lastCall?.[0].present).toEqual([long, long])
  })

  it('require a fetched post, an existing character and a count from 1 to 1,000', async () => {
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

  it('are a thousand if a thousand are requested', async () => {
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

  it('are stored if the remaining ones fail, and the answer contains the reason', async () => {
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

  it('are stored even if their character was deleted during the generation', async () => {
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

  it('are stored even if their character is deleted at the same time', async () => {
    await fetchContent(link)
    let deleted: Promise<void> = Promise.resolve()
    server.models.generateReplies.mockImplementationOnce(async () => {
      await new Promise<void>((begun) => {
        deleted = server.deps.db.transaction().execute(async (trx) => {
          await deleteRole(trx, 1, 1)
          begun()
          await somebodyWaits(server.database)
        })
      })
      return { replies: ['Written in the meantime'] }
    })
    expect((await generate({ count: 1 })).status).toBe(201)
    await deleted
    const stored = await server.database.db.selectFrom('replies').select(['content', 'role_id']).execute()
    expect(stored).toEqual([{ content: 'Written in the meantime', role_id: null }])
  })

  it('can be changed until they are sent, and again after sending failed', async () => {
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
