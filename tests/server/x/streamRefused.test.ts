import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { userIdOf } from '../../../sandbox/accounts-data'
import { setBudget } from '../../../server/usage/budgets.store'
import { XError } from '../../../server/x/types'
import { databasesHere } from '../../support/databases'
import { createStreamBench, names, type StreamBench } from '../../support/streamBench'
import { eventually, until } from '../../support/waiting'
import { watchAccounts } from '../../support/watches'

describe.each(databasesHere())('an activity stream that X refuses on $name', (kind) => {
  let bench: StreamBench

  beforeEach(async () => {
    bench = await createStreamBench(kind)
  })
  afterEach(() => bench.dispose())

  it('does not wait for a past time after the clock was set back', async () => {
    await watchAccounts(bench, 1)
    const nextAt = async () => Date.parse((await bench.state())?.next_at ?? '')
    let now = Date.now() + 7_200_000
    const clock = () => new Date(now)
    let isRefused = true
    const activity = bench.activity()
    bench.follow(
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
    await until(async () => (await bench.state())?.connected_at !== null)
  })

  it('waits before the next request if the window that X names is over by our clock', async () => {
    await watchAccounts(bench, 1)
    const now = new Date()
    const reset = String(Math.floor(now.getTime() / 1000) - 10)
    let opened = 0
    const stream = bench.follow(
      {
        ...bench.activity(),
        open: () => {
          opened += 1
          return Promise.reject(new XError('Too Many Requests', 429, { 'x-rate-limit-reset': reset }))
        },
      },
      { clock: () => now },
    )
    await until(async () => (await bench.state())?.failures === 1)
    await stream.stop()
    expect([opened, (await bench.state())?.next_at]).toEqual([1, new Date(now.getTime() + 1000).toISOString()])
  })

  it('is replaced by polling, shows the reason, and subscribes nobody with a used budget', async () => {
    await watchAccounts(bench, 1, 2)
    const refusals = [
      new XError('You may not', 403, {}, 'other'),
      new XError('Too Many Requests', 429, { 'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + 735) }),
      new XError('Unauthorized', 401),
      new XError('credits depleted', 402, {}, 'appStopped'),
      new XError('Service Unavailable', 503),
    ]
    let now = new Date()
    const refused: (string | null | undefined)[] = []
    const waits: number[] = []
    for (const refusal of refusals) {
      await bench.db
        .updateTable('activity_stream')
        .set({ next_at: '2026-01-01T00:00:00.000Z', refused: null })
        .execute()
      now = new Date()
      const stream = bench.follow({
        ...bench.activity(),
        open: () => Promise.reject(refusal),
      })
      await until(async () => ((await bench.state())?.next_at ?? '2026-01-01') > now.toISOString())
      await stream.stop()
      refused.push((await bench.watches())[0]?.stream_refused)
      waits.push(Math.round((Date.parse((await bench.state())?.next_at ?? '') - now.getTime()) / 60_000))
    }
    expect(refused).toEqual(['You may not.', 'Too Many Requests.', 'Unauthorized.', 'credits depleted.', null])
    expect(waits).toEqual([60, 12, 60, 15, 0])
    expect(await bench.told()).toBe(0)

    await bench.db.updateTable('activity_stream').set({ next_at: '2026-01-01T00:00:00.000Z' }).execute()
    const activity = bench.activity()
    const words = 'This account may not be told of'
    bench.follow({
      ...activity,
      subscribe: async (as, wanted) => {
        if (wanted.userId === userIdOf(names[1])) throw new XError(words, 403)
        return activity.subscribe(as, wanted)
      },
    })
    await eventually(async () =>
      expect((await bench.watches()).map(({ by, stream_refused }) => [by, stream_refused])).toEqual([
        ['stream', null],
        ['polling', `${words}.`],
      ]),
    )
    await bench.db.transaction().execute((trx) => setBudget(trx, bench.ownerId, 0))
    await until(() => bench.x.activity.subscriptions().length === 0)
    expect(await bench.told()).toBe(0)
  })
})
