import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { userIdOf } from '../../../sandbox/accounts-data'
import { XError } from '../../../server/x/types'
import { databasesHere } from '../../support/databases'
import { app, createStreamBench, names, type StreamBench } from '../../support/streamBench'
import { until } from '../../support/waiting'
import { watchAccounts } from '../../support/watches'

describe.each(databasesHere())("X's activity stream on $name", (kind) => {
  let bench: StreamBench

  beforeEach(async () => {
    bench = await createStreamBench(kind)
  })
  afterEach(() => bench.dispose())

  it('stores each post once, even from cut, doubled or unordered lines, and reads what an interruption missed', async () => {
    await watchAccounts(bench, 1, 2)
    const reading = bench.read()
    bench.follow(bench.activity(), { wakeInbox: reading.wake, leaseMs: 20_000 })
    if (bench.dialect === 'postgres') bench.follow(bench.activity(), { leaseMs: 20_000 })
    await until(async () => (await bench.told()) === 2)
    expect(bench.x.activity.connections()).toBe(1)
    expect(bench.x.activity.subscriptions()).toHaveLength(6)

    bench.x.control({ stream: { duplicate: 0.3, outOfOrder: 0.3, seed: 7 } })
    bench.say(40, 0)
    const own = '1990000000000000001'
    bench.x.control({ planted: { [own]: { username: names[1], text: 'A post of ours' } } })
    bench.x.control({
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
    await until(async () => (await bench.storedCount()) === (await bench.concerned()))
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

    bench.x.control({ stream: { cutMidEvent: 1 } })
    bench.say(3, 100)
    await until(() => bench.x.activity.connections() === 0)
    bench.x.control({ stream: {} })
    await until(async () => (await bench.told()) === 2)
    await until(async () => (await bench.storedCount()) === (await bench.concerned()))
    const ids = (await bench.stored()).map(({ account_id, tweet_id }) => `${account_id} ${tweet_id}`)
    expect(new Set(ids).size).toBe(ids.length)
    expect(bench.warned.filter((each) => each.startsWith('inbox: lines of')).length).toBeLessThanOrEqual(2)
  })

  it('is closed if its open state cannot be stored', async () => {
    await watchAccounts(bench, 1)
    const activity = bench.activity()
    let opened = 0
    let failing = 0
    /** An invalid time makes every write fail. */
    const clock = () => new Date(failing-- > 0 ? Number.NaN : Date.now())
    bench.follow(
      {
        ...activity,
        open: async (signal) => {
          const batches = await activity.open(signal)
          opened += 1
          failing = opened === 1 ? 2 : 0
          return batches
        },
      },
      { clock },
    )
    await until(async () => (await bench.told()) === 1)
    expect([opened, bench.x.activity.connections()]).toEqual([2, 1])
  })

  it("accepts 2,000 posts at once, of which X lists 800, and counts X's charges for the stream to the cent", async () => {
    await watchAccounts(bench, 1)
    bench.follow(bench.activity())
    await until(async () => (await bench.told()) === 1)
    const count = 2000
    bench.say(count, 0)
    await until(async () => (await bench.storedCount()) === count)
    expect(bench.x.activity.connections()).toBe(1)
    const { micros, app: charged } = await bench.db
      .selectFrom('charges')
      .select(({ fn }) => [fn.sum<number>('micros').as('micros'), fn.max('app').as('app')])
      .where('path', '=', 'activity/stream')
      .executeTakeFirstOrThrow()
    expect({ micros: Number(micros), charged }).toEqual({ micros: bench.x.bill().total, charged: app })
    expect(bench.x.bill().total).toBe(count * 5000)
  })

  it("returns the posts of an interruption, beyond X's list, if X sends them again, and continues if X does not", async () => {
    await watchAccounts(bench, 1)
    const breakOff = async (meanwhile: () => void) => {
      const stream = bench.follow(bench.activity())
      await until(async () => (await bench.told()) === 1)
      await stream.stop()
      meanwhile()
    }
    await breakOff(() => bench.say(900, 0))
    const later = bench.follow(bench.activity())
    await until(async () => (await bench.storedCount()) === 900)
    await later.stop()
    expect(bench.x.bill().total).toBe(900 * 5000)

    bench.x.control({ stream: { noBackfill: true } })
    await breakOff(() => undefined)
    bench.follow(bench.activity())
    await until(async () => (await bench.told()) === 1)
    bench.say(5, 900)
    await until(async () => (await bench.storedCount()) === 905)
    expect((await bench.watches())[0]?.stream_refused).toBeNull()
  })

  it('accepts a subscription that X already has, reconnects without data, and does not touch foreign subscriptions', async () => {
    await watchAccounts(bench, 1)
    const subscribe = (tag: string, eventType: 'post.mention.create' | 'post.reply.create', id: number) =>
      bench.activity().subscribe(bench.access({ id }), { eventType, userId: userIdOf(names[id - 1] ?? ''), tag })
    expect(await subscribe('of another program', 'post.mention.create', 1)).toMatchObject({ id: expect.any(String) })
    await subscribe('of another program', 'post.reply.create', 2)
    const activity = bench.activity()
    let opened = 0
    bench.follow({
      ...activity,
      list: async () => {
        throw new XError('Not Found', 404)
      },
      open: (signal) => {
        opened += 1
        return opened === 1 ? bench.activity(300).open(signal) : activity.open(signal)
      },
    })
    await until(() => opened === 2)
    await until(async () => (await bench.told()) === 1)
    expect(bench.x.activity.subscriptions()).toHaveLength(4)
    await bench.db.updateTable('inbox_watches').set({ is_on: 0 }).execute()
    await until(() => bench.x.activity.connections() === 0)
    expect(bench.x.activity.subscriptions().map(({ tag }) => tag)).toContain('of another program')
  })
})
