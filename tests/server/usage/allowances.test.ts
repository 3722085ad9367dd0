import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BudgetUsedUp } from '../../../server/models/types'
import { addUse, nothingBounded, readAllowances } from '../../../server/usage/allowances.store'
import { createModelLedger, uncounted } from '../../../server/usage/modelCalls.store'
import { tokensPerReply } from '../../../src/schemas/characters/tokens'
import { databasesHere } from '../../support/databases'
import { createBench, differentTexts } from '../../support/delivery'
import { type Operator, startTestServer, type TestServer, testSettings } from '../../support/server'
import { sampleRole } from '../../support/serverFakes'

const allowances = { model_calls: 40, tokens: 50_000, sends: 3, stored_bytes: 60_000_000 }
const link = { tweet_url: 'https://x.com/grace/status/1900000000000000001' }
const asked = { provider: 'a test', model: 'gpt-test', messages: [], replies: 1, isRewrite: false } as const

describe.each(databasesHere())('daily limits of an operator on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator
  let bob: Operator

  beforeEach(async () => {
    server = await startTestServer(create, { settings: { ...testSettings, allowances } })
    ada = await server.operator('ada@example.com')
    bob = await server.operator('bob@example.com')
  })
  afterEach(() => server.close())

  const ownOf = async (who: Operator) => (await who.call('GET', '/auth/allowances')).body
  const bobs = async () => {
    const { db } = server.database
    return (await db.selectFrom('users').select('id').where('email', '=', 'bob@example.com').executeTakeFirstOrThrow())
      .id
  }

  it("are the server's defaults, until an administrator sets others for one operator", async () => {
    const id = await bobs()
    const midnight = new Date(
      Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), new Date().getUTCDate() + 1),
    )
    const own = { model_calls: 7, tokens: null, sends: 0, stored_bytes: 1_000_000 }
    const answer = {
      resets_at: midnight.toISOString(),
      uses: {
        model_calls: { used: 0, own: 7, server: 40 },
        tokens: { used: 0, own: null, server: 50_000 },
        sends: { used: 0, own: 0, server: 3 },
        stored_bytes: { used: 0, own: 1_000_000, server: 60_000_000 },
      },
    }
    expect(await ada.call('PUT', `/operators/${id}/allowances`, own)).toEqual({ status: 200, body: answer })
    expect(await ownOf(bob)).toEqual(answer)
    expect((await ada.call('GET', `/operators/${id}/allowances`)).body).toEqual(answer)
    expect(await ownOf(ada)).toMatchObject({ uses: { model_calls: { own: null, server: 40 } } })
    expect((await ada.call('GET', '/audit')).body).toMatchObject([
      {
        action: 'operator.allowed',
        subject: 'bob@example.com',
        detail: '7 calls of models, 0 replies, 1 MB of posts, drafts and tasks',
      },
      { action: 'signIn.completed' },
      { action: 'operator.registered' },
    ])
  })

  it('are described in words by the trail if the server’s default applies again', async () => {
    await ada.call('PUT', `/operators/${await bobs()}/allowances`, nothingBounded)
    expect((await ada.call('GET', '/audit?limit=1')).body).toMatchObject([
      { action: 'operator.allowed', detail: "the server's defaults" },
    ])
  })

  it('are set and read for others only by administrators', async () => {
    const id = await bobs()
    const forbidden = { status: 403, body: { detail: 'Only an administrator may do this' } }
    expect(await bob.call('GET', `/operators/${id}/allowances`)).toEqual(forbidden)
    expect(await bob.call('PUT', `/operators/${id}/allowances`, nothingBounded)).toEqual(forbidden)
    const missing = { status: 404, body: { detail: 'Operator was not found' } }
    expect(await ada.call('GET', '/operators/4711/allowances')).toEqual(missing)
    expect(await ada.call('PUT', '/operators/4711/allowances', nothingBounded)).toEqual(missing)
    expect((await ada.call('PUT', `/operators/${id}/allowances`, { ...nothingBounded, sends: -1 })).status).toBe(422)
  })

  it('count stored data, and prevent calls to X and models when they are used up', async () => {
    const { body: role } = await bob.call('POST', '/ai-roles', sampleRole)
    const { id: role_id } = role as { id: number }
    const { body: post } = await bob.call('POST', '/twitter/tweet/content', link)
    const { tweet_id } = post as { tweet_id: string }
    const generate = () => bob.call('POST', '/twitter/tweet/generate-reply', { tweet_id, role_id, count: 2 })
    expect((await generate()).status).toBe(201)
    const { uses } = (await ownOf(bob)) as { uses: { stored_bytes: { used: number } } }
    expect(uses.stored_bytes.used).toBeGreaterThan(100)
    await ada.call('PUT', `/operators/${await bobs()}/allowances`, {
      ...nothingBounded,
      stored_bytes: uses.stored_bytes.used,
    })
    const detail =
      "You have reached today's limit of 1 KB of posts, drafts and tasks. It resets at 00:00 UTC, or an administrator can raise it."
    server.x.readPost.mockClear()
    server.models.generateReplies.mockClear()
    expect(await bob.call('POST', '/twitter/tweet/content', link)).toEqual({ status: 402, body: { detail } })
    expect(await generate()).toEqual({ status: 402, body: { detail } })
    expect([server.x.readPost.mock.calls, server.models.generateReplies.mock.calls]).toEqual([[], []])
    expect((await ada.call('POST', '/twitter/tweet/content', link)).status).toBe(200)
  })

  it('restart every day', async () => {
    const { db } = server.database
    const id = await bobs()
    const monday = new Date('2026-11-23T23:59:59.999Z')
    const tuesday = new Date('2026-11-24T00:00:00.000Z')
    await addUse(db, id, { sends: 2, stored_bytes: 30 }, monday)
    expect(await addUse(db, id, { sends: 1, stored_bytes: 12 }, monday)).toEqual({ sends: 3, stored_bytes: 42 })
    expect(await readAllowances(db, id, { allowances, now: monday })).toMatchObject({
      resets_at: tuesday.toISOString(),
      uses: { sends: { used: 3 }, stored_bytes: { used: 42 } },
    })
    expect(await readAllowances(db, id, { allowances, now: tuesday })).toMatchObject({
      uses: { sends: { used: 0 }, stored_bytes: { used: 0 } },
    })
    expect(await addUse(db, id, { sends: 5, stored_bytes: 6 }, tuesday)).toEqual({ sends: 5, stored_bytes: 6 })
  })

  const ledgerOf = async (own: Partial<typeof allowances>) =>
    createModelLedger({ ...server.database, money: uncounted, allowances: { ...nothingBounded, ...own } }, await bobs())

  it.each([
    { own: { model_calls: 2 }, what: '2 calls of models' },
    { own: { tokens: 2 * tokensPerReply }, what: `${2 * tokensPerReply} tokens of models` },
  ])('is $what, even for calls that began at the same time', async ({ own, what }) => {
    const ledgers = await Promise.all([1, 2, 3, 4].map(() => ledgerOf(own)))
    const begun = await Promise.allSettled(ledgers.map((ledger) => ledger.begin(asked)))
    const refused = begun.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused).toHaveLength(2)
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(BudgetUsedUp)
      expect(reason.message).toBe(
        `You have reached today's limit of ${what}. It resets at 00:00 UTC, or an administrator can raise it.`,
      )
    }
    const { calls } = await server.database.db
      .selectFrom('model_calls')
      .select(({ fn }) => fn.countAll<number>().as('calls'))
      .executeTakeFirstOrThrow()
    expect(Number(calls)).toBe(2)
  })
})

describe.each(databasesHere())('the replies of a day on $name', (kind) => {
  it('are one if the limit is one', async () => {
    const bench = await createBench(kind, 2, { allowances: { ...nothingBounded, sends: 1 } })
    const reply_ids = await bench.addReplies(differentTexts(2))
    await expect(
      bench.delivery.enqueueBatch(bench.ownerId, { reply_ids, group_name: 'Launch' }, reply_ids.join()),
    ).rejects.toMatchObject({
      detail: "You have reached today's limit of 1 reply. It resets at 00:00 UTC, or an administrator can raise it.",
    })
    await bench.dispose()
  })

  it('are counted when they are sent, whole batches are refused, and a repeated send is counted once', async () => {
    const bench = await createBench(kind, 4, { allowances: { ...nothingBounded, sends: 3 } })
    const [first = '', second = '', third = '', fourth = ''] = await bench.addReplies(differentTexts(4))
    const batch = (...reply_ids: string[]) =>
      bench.delivery.enqueueBatch(bench.ownerId, { reply_ids, group_name: 'Launch' }, reply_ids.join())
    const sent = await batch(first, second)
    expect(await batch(first, second)).toEqual(sent)
    await expect(batch(third, fourth)).rejects.toMatchObject({
      statusCode: 402,
      detail: "You have reached today's limit of 3 replies. It resets at 00:00 UTC, or an administrator can raise it.",
    })
    await batch(third)
    const { uses } = await readAllowances(bench.db, bench.ownerId, { allowances: nothingBounded, now: new Date() })
    expect(uses.sends.used).toBe(3)
    expect(uses.stored_bytes.used).toBeGreaterThan(0)
    await bench.dispose()
  })
})
