import { afterEach, describe, expect, it } from 'vitest'
import { credentialsOf, userIdOf } from '../../../sandbox/accounts-data'
import { startXStandIn, type XStandIn } from '../../../sandbox/x/standIn'
import { readConfig } from '../../../server/config'
import { apply } from '../../../server/posting/protocol/item'
import type { ItemEvent } from '../../../server/posting/protocol/itemEvents'
import { lockItem } from '../../../server/posting/store'
import { claimNext } from '../../../server/posting/worker/claim'
import { classify, unanswered } from '../../../server/posting/worker/classify'
import { recordOutcome } from '../../../server/posting/worker/outcome'
import { createLedger } from '../../../server/usage/charges.store'
import { readSpending } from '../../../server/usage/spending.store'
import { createXClient } from '../../../server/x/client'
import { readRateCard, xRateCard } from '../../../server/x/prices'
import type { Access } from '../../../server/x/types'
import { priceOfReading, priceOfReply } from '../../../src/schemas/usage/money'
import { databasesHere, sqlite } from '../../support/databases'
import { type Bench, createBench } from '../../support/delivery'
import { startTestServer, type TestServer, testSettings } from '../../support/server'

describe('a rate card', () => {
  const usd = { post_create: '0.017', post_read: 0.0041 }
  const card = { as_of: '2026-10-01', source: 'an invoice', usd }

  it('has no price for a missing row', () => {
    const { asOf, source, prices } = readRateCard(JSON.stringify(card))
    expect([asOf, source, prices]).toEqual([
      '2026-10-01',
      'an invoice',
      {
        post_create: 17_000,
        post_read: 4_100,
        post_create_with_url: null,
        post_create_summoned: null,
        owned_read: null,
        user_read: null,
        users_me: null,
      },
    ])
    expect(priceOfReply(prices, { hasLink: false, isSummoned: false })).toBe(17_000)
    expect(priceOfReply(prices, { hasLink: true, isSummoned: true })).toBeNull()
    expect(priceOfReading(prices, { posts: 3, users: 0 })).toBe(12_300)
    expect(priceOfReading(prices, { posts: 1, owned: 2, users: 0 })).toBe(12_300)
    expect(priceOfReading(xRateCard.prices, { posts: 1, owned: 2, users: 0 })).toBe(7_000)
    expect(priceOfReading(prices, { posts: 3, users: 1 })).toBeNull()
  })

  it.each([
    ['{', 'X_PRICES: must be JSON, or the name of a file'],
    ['[]', 'X_PRICES: the whole:'],
    [JSON.stringify({ ...card, as_of: 'lately' }), 'X_PRICES: as_of: must be a date'],
    [JSON.stringify({ ...card, usd: { ...usd, post_read: 'cheap' } }), 'X_PRICES: usd.post_read: must be dollars'],
    [JSON.stringify({ ...card, usd: { post_read: '0.0000001' } }), 'X_PRICES: usd.post_read: must be dollars'],
    [JSON.stringify({ ...card, usd: { post_read: null } }), 'X_PRICES: usd.post_read: must be dollars'],
    [JSON.stringify({ ...card, usd: { post_raed: '0.01' } }), /X_PRICES: usd.*post_raed/],
  ])('is refused with the wrong row: %s', (text, message) => {
    expect(() => readRateCard(text)).toThrow(message)
  })

  it('accepts only a ceiling in dollars', () => {
    expect([readConfig({}).X_DAILY_CEILING, readConfig({ X_DAILY_CEILING: '25.50' }).X_DAILY_CEILING]).toEqual([
      null,
      25_500_000,
    ])
    expect(() => readConfig({ X_DAILY_CEILING: 'much' })).toThrow('X_DAILY_CEILING: must be dollars')
  })
})

describe.each(databasesHere())('the ledger of readings on $name', (kind) => {
  let bench: Bench
  let standIn: XStandIn
  afterEach(async () => {
    await standIn.close()
    await bench.dispose()
  })

  it('equals the bill: each post and person once a day, nothing for a refusal, and a repeated charge after an interrupted reading', async () => {
    standIn = await startXStandIn({ options: { replyRule: 'open' } })
    bench = await createBench(kind, 1)
    const { db, ownerId } = bench
    const ledger = createLedger({ db, card: xRateCard })
    const x = createXClient({ baseUrl: standIn.baseUrl, bearerToken: standIn.bearerToken, timeoutMs: 2000, ledger })
    const access: Access = {
      ...credentialsOf('crema_notes'),
      payer: { ownerId, account: '@crema_notes', app: 'its app' },
    }
    const spent = async () => {
      const { today } = await readSpending(db, ownerId, { card: xRateCard, ceiling: null }, new Date())
      return { charged: today.charged, open: today.open, unpriced: today.unpriced }
    }

    expect(await x.createReply(access, { text: 'Not booked', inReplyTo: '20' })).toMatchObject({ kind: 'notSent' })
    expect(standIn.posts()).toEqual([])

    await x.readPost('1790000000000000001', access)
    const first = await spent()
    expect(first.charged).toBeGreaterThan(0)
    await x.readPost('1790000000000000001', access)
    expect(await spent()).toEqual(first)

    const { id } = await x.getMe(access)
    await x.getUserPosts(access, id, undefined)
    standIn.control({ gone: ['77'] })
    await expect(x.readPost('77', access)).rejects.toThrow()
    expect(await spent()).toEqual(first)

    const path = '/2/tweets/1790000000000000009'
    standIn.control({ rules: [{ match: { path }, times: 1, do: { accept: true, answer: 'drop' } }] })
    await expect(x.getPost('1790000000000000009', access)).rejects.toThrow('X did not answer')
    expect(await spent()).toEqual({ ...first, open: 15_000 })
    expect(standIn.bill().total).toBeGreaterThan(first.charged)
    await x.getPost('1790000000000000009', access)
    expect(await spent()).toEqual({ ...first, charged: standIn.bill().total })

    await x.readPost('1790000000000000009', { app: { ownerId, account: '', app: 'server' } })
    expect((await spent()).charged).toBe(standIn.bill().total)

    const owner = 'pour_over_pete'
    standIn.control({ people: { [owner]: { ownsApp: true } } })
    const payer = { ownerId, account: `@${owner}`, app: 'an app of its own' }
    const owned = createXClient({
      baseUrl: standIn.baseUrl,
      timeoutMs: 2000,
      ledger: createLedger({ db, card: xRateCard, appOwners: [userIdOf(owner)] }),
    })
    const charge = 0
    const own: Access = { ...credentialsOf(owner), payer }
    for (const inReplyTo of ['20', '21']) await owned.createReply(own, { text: `To ${inReplyTo}`, inReplyTo, charge })
    const before = [(await spent()).charged, standIn.bill().total]
    await owned.getUserPosts(own, userIdOf(owner), undefined)
    const after = [(await spent()).charged, standIn.bill().total]
    const cost = after.map((each, index) => each - (before[index] ?? 0))
    expect(cost).toEqual([2 * 1_000, 2 * 1_000])
  })
})

describe.each(databasesHere())('the charge of a request whose answer was lost, on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  it.each([
    ['is paid if X shows its post before the reply is sent again', null, [1, 0]],
    ['is not paid if X accepts the reply when it is sent again', 201, [0, 1]],
  ])('%s', async (_title, httpStatus, resources) => {
    bench = await createBench(kind, 2)
    const { db } = bench
    const store = { db, clock: () => new Date() }
    const settings = { settleMs: 60, deadlineMs: 100, replyRule: 'open' } as const
    await bench.sendBatch(2)
    const claimed = async () => {
      const next = await claimNext(store, { epoch: 'e', until: '9999-01-01T00:00:00.000Z' })
      if (!next || !('item' in next)) throw new Error('nothing was claimed')
      return next
    }
    const first = await claimed()
    await claimed()
    const lost = classify({ kind: 'lost', reason: 'no answer' }, first.item.content, store.clock())
    await recordOutcome(store, { ...first, app: 'a' }, lost, settings)
    const at = store.clock().toISOString()
    const absent: ItemEvent = { type: 'check.absent', mayResend: true, resendAt: at, at }
    await db.transaction().execute(async (trx) => {
      for (const _ of [1, 2]) {
        const row = await lockItem(trx, first.item.id)
        if (row) await apply(trx, row, absent, at)
      }
    })
    const again = await claimed()
    expect(again.item.id).toBe(first.item.id)
    const done = { ...unanswered({ kind: 'done', postId: '77', detail: null, nextStep: null }), httpStatus }
    await recordOutcome(store, { ...again, app: 'a' }, done, settings)
    const charges = await db
      .selectFrom('charges')
      .select(['resources', 'settled_at'])
      .where('item_id', '=', first.item.id)
      .orderBy('id')
      .execute()
    expect(charges.map((charge) => charge.resources)).toEqual(resources)
    expect(charges.every(({ settled_at }) => settled_at !== null)).toBe(true)
  })
})

describe('the calls about money', () => {
  let server: TestServer
  afterEach(() => server.close())

  it('show prices and budget, stay below the ceiling, and refuse a reading that costs more than the rest', async () => {
    const money = { card: { ...xRateCard, prices: { ...xRateCard.prices, user_read: null } }, ceiling: 2_000_000 }
    server = await startTestServer(sqlite.create, { money, settings: { ...testSettings, readPostsAsApp: true } })
    const ada = await server.operator('ada@example.com')
    const spending = () => ada.call('GET', '/x/spending')
    expect(await spending()).toMatchObject({
      status: 200,
      body: {
        prices: { post_create: 15_000, user_read: null },
        as_of: '2026-08-13',
        budget: { daily: null, ceiling: 2_000_000 },
        today: { charged: 0, open: 0, unpriced: 0 },
        days: [],
      },
    })
    expect(await ada.call('PUT', '/x/budget', { daily: 2_000_001 })).toEqual({
      status: 422,
      body: { detail: 'daily: this server allows at most $2.00 a day' },
    })
    expect(await ada.call('PUT', '/x/budget', { daily: 1.5 })).toMatchObject({ status: 422 })
    expect(await ada.call('PUT', '/x/budget', { daily: 0 })).toEqual({
      status: 200,
      body: { daily: 0, ceiling: 2_000_000 },
    })
    const fetched = () =>
      ada.call('POST', '/twitter/tweet/content', { tweet_url: 'https://x.com/maker/status/1234567890' })
    expect(await fetched()).toEqual({
      status: 402,
      body: {
        detail:
          "The rest of today's budget of $0.00 is too small for this. Reading resumes at 00:00 UTC or when you raise it.",
      },
    })
    expect(server.x.readPost.mock.calls).toEqual([])
    const paid = { day: new Date().toISOString().slice(0, 10), app: 'server' }
    await server.database.db
      .insertInto('charged_resources')
      .values({ ...paid, resource: 'post:1234567891' })
      .execute()
    expect(await fetched()).toMatchObject({ status: 402 })
    await server.database.db
      .insertInto('charged_resources')
      .values({ ...paid, resource: 'post:1234567890' })
      .execute()
    expect(await fetched()).toMatchObject({ status: 200 })
    expect(await ada.call('PUT', '/x/budget', { daily: null })).toMatchObject({ status: 200 })
    expect(await ada.call('GET', '/tasks/nobodys/spending')).toMatchObject({ status: 404 })
    const trail = await server.database.db
      .selectFrom('audit')
      .select('subject')
      .where('action', '=', 'budget.set')
      .execute()
    expect(trail.map(({ subject }) => subject)).toEqual(['$0.00 a day', 'none'])
  })
})
