import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { credentialsOf, userIdOf } from '../../sandbox/accounts-data'
import type { XStandIn } from '../../sandbox/x/standIn'
import { forgetMentions } from '../../server/inbox/forget'
import { createInbox } from '../../server/inbox/inbox'
import { createStream } from '../../server/inbox/stream'
import type { StreamDeps } from '../../server/inbox/types'
import { setBudget, unlimited } from '../../server/repositories/budgets'
import { createLedger } from '../../server/repositories/charges'
import { listWatches } from '../../server/repositories/watches'
import { type Activity, createActivity } from '../../server/x/activity'
import { createXClient } from '../../server/x/client'
import { createXOAuth2 } from '../../server/x/oauth2'
import { XError } from '../../server/x/types'
import { standIn } from '../sandbox/standIn'
import { databasesHere } from '../support/databases'
import { type Bench, createBench } from '../support/delivery'
import { eventually, until } from '../support/waiting'

const names = ['crema_notes', 'brewlab_ama']
const app = 'app-of-the-stream'

describe.each(databasesHere())("X's activity stream on $name", (kind) => {
  let bench: Bench
  let x: XStandIn
  const running: { stop(): Promise<void> }[] = []
  const accesses = new Map<number, { bearer: string; accepted(): Promise<void>; refused(): Promise<void> }>()

  beforeEach(async () => {
    bench = await createBench(kind, names.length)
    x = await standIn()
    const oauth2 = createXOAuth2({ baseUrl: x.baseUrl, siteUrl: x.baseUrl, timeoutMs: 10_000 })
    for (const [index, name] of names.entries()) {
      const id = index + 1
      const { username, ...keys } = credentialsOf(name)
      const client = { clientId: keys.client_id, clientSecret: keys.client_secret }
      const outcome = await oauth2.exchange(client, keys, () => true)
      if (outcome.kind !== 'granted') throw new Error(outcome.detail)
      const payer = { ownerId: bench.ownerId, account: username, app }
      const { accessToken: bearer } = outcome.pair
      accesses.set(id, { bearer, accepted: async () => undefined, refused: async () => undefined, ...{ payer } })
      await bench.db
        .updateTable('accounts')
        .set({ ...keys, username: `@${name}`, username_key: name, x_user_id: userIdOf(name), x_app: app })
        .where('id', '=', id)
        .execute()
      const at = '2026-01-01T00:00:00.000Z'
      await bench.db
        .insertInto('x_tokens')
        .values({
          account_id: id,
          client: 'server',
          access_token: 'sealed',
          refresh_token: 'sealed',
          scope: '',
          renew_at: at,
          expires_at: at,
          generation: 1,
        })
        .execute()
    }
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((each) => each.stop()))
    await bench.dispose()
  })

  const watch = async (...accountIds: number[]) => {
    for (const accountId of accountIds) {
      await bench.db
        .insertInto('inbox_watches')
        .values({
          account_id: accountId,
          owner_id: bench.ownerId,
          is_on: 1,
          by_stream: 0,
          next_at: '2026-01-01T00:00:00.000Z',
          switched_on_at: new Date().toISOString(),
          failures: 0,
        })
        .execute()
    }
  }
  const warned: string[] = []
  const log = { info: () => undefined, warn: (_fields: object, message: string) => warned.push(message) }
  const access = ({ id }: { id: number }) => {
    const found = accesses.get(id)
    if (!found) throw new Error('no access')
    return found
  }
  const real = (idleMs = 60_000) =>
    createActivity({ baseUrl: x.baseUrl, bearerToken: x.bearerToken, timeoutMs: 10_000, idleMs })
  const streamBy = (activity: Activity, changed: Partial<StreamDeps> = {}) => {
    const stream = createStream({
      db: bench.db,
      activity,
      app,
      openCredentials: access,
      clock: () => new Date(),
      money: unlimited,
      paceMs: 1000,
      deadlineMs: 1000,
      wakeInbox: () => undefined,
      draw: () => 0,
      log,
      ...changed,
    })
    running.push(stream)
    stream.start()
    return stream
  }
  const inbox = () => {
    const ledger = createLedger({ db: bench.db, card: unlimited.card })
    const reading = createInbox({
      db: bench.db,
      x: createXClient({ baseUrl: x.baseUrl, timeoutMs: 10_000, ledger }),
      openCredentials: access,
      clock: () => new Date(),
      money: unlimited,
      paceMs: 1000,
      deadlineMs: 1000,
      log,
    })
    running.push(reading)
    reading.start()
    return reading
  }
  const watches = () => listWatches(bench.db, bench.ownerId, { priceOf: () => null })
  const told = async () => (await watches()).filter(({ by }) => by === 'stream').length
  const stored = () => bench.db.selectFrom('mentions').select(['account_id', 'tweet_id']).orderBy('id').execute()
  /** How many posts X would list for the two. */
  const concerned = async () => {
    const lists = names.map(async (name) => {
      const ids: unknown = await (await fetch(`${x.baseUrl}/__control/mentions/${userIdOf(name)}`)).json()
      return Array.isArray(ids) ? ids.length : 0
    })
    return (await Promise.all(lists)).reduce((sum, count) => sum + count, 0)
  }
  const storedCount = async () => {
    const { total } = await bench.db
      .selectFrom('mentions')
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow()
    return Number(total)
  }
  const say = (count: number, from: number, name = names[0]) =>
    x.control({
      arrivals: Array.from({ length: count }, (_each, index) => ({
        username: `fan${from + index}`,
        text: `@${name} number ${from + index}`,
      })),
    })

  it('stores each post once, cut, doubled, in disorder or unreadable; what breaks is read, and reading goes on seldom', async () => {
    await watch(1, 2)
    const reading = inbox()
    streamBy(real(), { wakeInbox: reading.wake, leaseMs: 20_000 })
    if (bench.dialect === 'postgres') streamBy(real(), { leaseMs: 20_000 })
    await until(async () => (await told()) === 2)
    expect(x.activity.connections()).toBe(1)
    expect(x.activity.subscriptions()).toHaveLength(6)

    x.control({ stream: { duplicate: 0.3, outOfOrder: 0.3, seed: 7 } })
    say(40, 0)
    const own = '1990000000000000001'
    x.control({ planted: { [own]: { username: names[1] ?? '', text: 'A post of ours' } } })
    x.control({
      arrivals: [
        { username: 'bob', text: 'I disagree', inReplyTo: own },
        { username: 'cleo', text: `Look at this, @${names[0]}`, quotes: own },
      ],
      stream: {
        lines: [
          '',
          '{"data":{"event_type":"profile.update.bio","filter":{"user_id":"1"}}}',
          '{"data":',
          '[1]',
          'x'.repeat(3),
        ],
      },
    })
    await until(async () => (await storedCount()) === (await concerned()))
    const kinds = await bench.db
      .selectFrom('mentions')
      .select(['kind', 'author_username'])
      .where('kind', '<>', 'mention')
      .execute()
    expect(kinds).toEqual(
      expect.arrayContaining([
        { kind: 'reply', author_username: 'bob' },
        { kind: 'quote', author_username: 'cleo' },
      ]),
    )

    x.control({ stream: { cutMidEvent: 1 } })
    say(3, 100)
    await until(() => x.activity.connections() === 0)
    x.control({ stream: {} })
    await until(async () => (await told()) === 2)
    await until(async () => (await storedCount()) === (await concerned()))
    const ids = (await stored()).map(({ account_id, tweet_id }) => `${account_id} ${tweet_id}`)
    expect(new Set(ids).size).toBe(ids.length)
    expect(warned.filter((each) => each.startsWith('inbox: lines of')).length).toBeLessThanOrEqual(2)
  })

  it('takes 2,000 at once, of which X lists 800, and counts what X charges for the stream to the cent', async () => {
    await watch(1)
    streamBy(real())
    await until(async () => (await told()) === 1)
    const count = 2000
    say(count, 0)
    await until(async () => (await storedCount()) === count)
    expect(x.activity.connections()).toBe(1)
    const { micros, app: charged } = await bench.db
      .selectFrom('charges')
      .select(({ fn }) => [fn.sum<number>('micros').as('micros'), fn.max('app').as('app')])
      .where('path', '=', 'activity/stream')
      .executeTakeFirstOrThrow()
    expect({ micros: Number(micros), charged }).toEqual({ micros: x.bill().total, charged: app })
    expect(x.bill().total).toBe(count * 5000)
  })

  it('brings back what came in a break, beyond what X lists, where X tells it again, and goes on where X does not', async () => {
    await watch(1)
    const breakOff = async (meanwhile: () => void) => {
      const stream = streamBy(real())
      await until(async () => (await told()) === 1)
      await stream.stop()
      meanwhile()
    }
    await breakOff(() => say(900, 0))
    const later = streamBy(real())
    await until(async () => (await storedCount()) === 900)
    await later.stop()
    expect(x.bill().total).toBe(900 * 5000)

    x.control({ stream: { noBackfill: true } })
    await breakOff(() => undefined)
    streamBy(real())
    await until(async () => (await told()) === 1)
    say(5, 900)
    await until(async () => (await storedCount()) === 905)
    expect((await watches())[0]?.stream_refused).toBeNull()
  })

  it('waits for no time that was before the clock was set back', async () => {
    await watch(1)
    const row = () => bench.db.selectFrom('activity_stream').selectAll().executeTakeFirstOrThrow()
    const nextAt = async () =>
      Date.parse((await bench.db.selectFrom('activity_stream').selectAll().executeTakeFirst())?.next_at ?? '')
    let now = Date.now() + 7_200_000
    const clock = () => new Date(now)
    let isRefused = true
    const activity = real()
    streamBy(
      {
        ...activity,
        open: (signal) => (isRefused ? Promise.reject(new XError('credits depleted', 402)) : activity.open(signal)),
      },
      { clock },
    )
    await until(async () => (await nextAt()) > now)
    now -= 7_200_000
    expect(await until(async () => ((await nextAt()) < now + 3_600_000 ? nextAt() : undefined))).toBe(now + 15 * 60_000)
    isRefused = false
    now += 15 * 60_000
    await until(async () => (await row()).connected_at !== null)
  })

  it('is not asked for at once where the window that X names is over by our clock', async () => {
    await watch(1)
    const now = new Date()
    const reset = String(Math.floor(now.getTime() / 1000) - 10)
    let opened = 0
    const stream = streamBy(
      {
        ...real(),
        open: () => {
          opened += 1
          return Promise.reject(new XError('Too Many Requests', 429, { 'x-rate-limit-reset': reset }))
        },
      },
      { clock: () => now },
    )
    const row = () => bench.db.selectFrom('activity_stream').selectAll().executeTakeFirst()
    await until(async () => (await row())?.failures === 1)
    await stream.stop()
    expect([opened, (await row())?.next_at]).toEqual([1, new Date(now.getTime() + 1000).toISOString()])
  })

  it('leaves to reading what the stream is refused for, says why, and tells of nobody whose budget is used up', async () => {
    await watch(1, 2)
    const refusals = [
      new XError('You may not', 403, {}, 'other'),
      new XError('Too Many Requests', 429, { 'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + 735) }),
      new XError('Unauthorized', 401),
      new XError('credits depleted', 402, {}, 'appStopped'),
      new XError('Service Unavailable', 503),
    ]
    const opened: Date[] = []
    let now = new Date()
    const refused: (string | null | undefined)[] = []
    const waits: number[] = []
    for (const refusal of refusals) {
      await bench.db
        .updateTable('activity_stream')
        .set({ next_at: '2026-01-01T00:00:00.000Z', refused: null })
        .execute()
      now = new Date()
      const stream = streamBy({
        ...real(),
        open: async () => {
          opened.push(now)
          throw refusal
        },
      })
      const row = () => bench.db.selectFrom('activity_stream').selectAll().executeTakeFirst()
      await until(async () => ((await row())?.next_at ?? '2026-01-01') > now.toISOString())
      await stream.stop()
      refused.push((await watches())[0]?.stream_refused)
      waits.push(Math.round((Date.parse((await row())?.next_at ?? '') - now.getTime()) / 60_000))
    }
    expect(refused).toEqual(['You may not.', 'Too Many Requests.', 'Unauthorized.', 'credits depleted.', null])
    expect(waits).toEqual([60, 12, 60, 15, 0])
    expect(await told()).toBe(0)

    await bench.db.updateTable('activity_stream').set({ next_at: '2026-01-01T00:00:00.000Z' }).execute()
    const activity = real()
    const words = 'This account may not be told of'
    streamBy({
      ...activity,
      subscribe: async (as, wanted) => {
        if (wanted.userId === userIdOf(names[1] ?? '')) throw new XError(words, 403)
        return activity.subscribe(as, wanted)
      },
    })
    await eventually(async () =>
      expect((await watches()).map(({ by, stream_refused }) => [by, stream_refused])).toEqual([
        ['stream', null],
        ['polling', `${words}.`],
      ]),
    )
    await bench.db.transaction().execute((trx) => setBudget(trx, bench.ownerId, 0))
    await until(() => x.activity.subscriptions().length === 0)
    expect(await told()).toBe(0)
  })

  it('takes a subscription that X has already for made, opens anew where nothing comes, and leaves X what is not ours', async () => {
    await watch(1)
    const subscribe = (tag: string, eventType: 'post.mention.create' | 'post.reply.create', id: number) =>
      real().subscribe(access({ id }), { eventType, userId: userIdOf(names[id - 1] ?? ''), tag })
    expect(await subscribe('of another program', 'post.mention.create', 1)).toMatchObject({ id: expect.any(String) })
    await subscribe('of another program', 'post.reply.create', 2)
    const activity = real()
    let opened = 0
    streamBy({
      ...activity,
      list: async () => {
        throw new XError('Not Found', 404)
      },
      open: (signal) => {
        opened += 1
        return opened === 1 ? real(300).open(signal) : activity.open(signal)
      },
    })
    await until(() => opened === 2)
    await until(async () => (await told()) === 1)
    expect(x.activity.subscriptions()).toHaveLength(4)
    await bench.db.updateTable('inbox_watches').set({ is_on: 0 }).execute()
    await until(() => x.activity.connections() === 0)
    expect(x.activity.subscriptions().map(({ tag }) => tag)).toContain('of another program')
  })

  it('forgets dismissed mentions after 90 days, not what is answered, waits, or could be listed again', async () => {
    await watch(1)
    const old = '2026-01-05T00:00:00.000Z'
    const ids = [
      '1000000000000000001',
      '1000000000000000002',
      '1000000000000000003',
      '1000000000000000004',
      '999999999999999999',
    ]
    await bench.db
      .updateTable('inbox_watches')
      .set({ since_id: ids[2] ?? null })
      .execute()
    const mentions = await bench.db
      .insertInto('mentions')
      .values(
        ids.map((tweet_id, index) => ({
          owner_id: bench.ownerId,
          account_id: 1,
          tweet_id,
          kind: 'mention' as const,
          author_id: '77',
          author_username: 'zoe',
          author_key: 'zoe',
          author_name: 'Zoe',
          text: tweet_id,
          posted_at: old,
          received_at: old,
          dismissed_at: index === 0 ? null : old,
          asks_to_stop: 0 as const,
        })),
      )
      .returning(['id', 'tweet_id'])
      .execute()
    expect(mentions).toHaveLength(5)
    // The first one waits, and the fourth is newer than what was read last.
    expect(await forgetMentions(bench.db, new Date('2026-04-01T00:00:00.000Z'))).toBe(0)
    expect(await forgetMentions(bench.db, new Date('2026-04-06T00:00:00.000Z'))).toBe(3)
    expect((await stored()).map(({ tweet_id }) => tweet_id)).toEqual([ids[0], ids[3]])
  })
})
