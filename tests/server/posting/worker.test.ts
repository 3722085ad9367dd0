import { afterEach, describe, expect, it } from 'vitest'
import { pausedScope } from '../../../server/db/holdScopes'
import type { Row } from '../../../server/db/schema'
import type { DeliveryConfig } from '../../../server/posting/protocol/types'
import { appOf } from '../../../server/x/app'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench, credentialsOf, differentTexts } from '../../support/delivery'
import { answer, type Fate, firstThen, problem } from '../../support/fakeX'
import { until } from '../../support/waiting'

const soon = () => String(Math.ceil(Date.now() / 1000) + 1)

describe.each(databasesHere())('sending items on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  const prepare = async (accounts: number, config: Partial<DeliveryConfig> = {}) => {
    bench = await createBench(kind, accounts, config)
  }

  it('waits as long as X requires after a 429, for that account only', async () => {
    await prepare(2)
    const reset = soon()
    bench.x.fate = ({ userId, count }) =>
      userId === '1' && count <= 2
        ? {
            posts: false,
            outcome: answer(
              429,
              { title: 'Too Many Requests', detail: 'Too Many Requests' },
              { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': reset },
            ),
          }
        : { posts: true }
    await bench.delivery.start()
    const task = await bench.sendBatch(2)
    await bench.atRest()
    const sentAt = bench.x.requests.filter(({ userId }) => userId === '1').map(({ at }) => at)
    const items = await bench.items(task)
    expect(items.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['completed', 2],
      ['completed', 1],
    ])
    expect(sentAt[1]).toBeGreaterThanOrEqual(Number(reset) * 1000)
    expect(bench.x.requests.find(({ userId }) => userId === '2')?.at).toBeLessThan(Number(reset) * 1000)
  })

  it('holds an account whose last answer shows a used quota, even though that reply was posted', async () => {
    await prepare(1)
    const reset = soon()
    bench.x.fate = ({ count }) =>
      count === 1
        ? {
            posts: true,
            outcome: answer(
              201,
              { data: { id: '1990000000000000001', text: 't' } },
              { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': reset },
            ),
          }
        : { posts: true }
    await bench.delivery.start()
    await bench.sendBatch(1)
    await bench.atRest()
    const [reply = ''] = await bench.addReplies(['Another one altogether'])
    await bench.delivery.enqueueSolo(bench.ownerId, { reply_id: reply, twitter_account_id: bench.accounts[0]?.id ?? 0 })
    await bench.atRest()
    expect(bench.x.requests[1]?.at).toBeGreaterThanOrEqual(Number(reset) * 1000)
  })

  it.each([
    ['402', problem(402, 'credits depleted')],
    ['a usage cap', problem(429, 'Usage cap exceeded: Monthly product cap', { title: 'UsageCapExceeded' })],
    ['client-forbidden', problem(403, 'no', { type: 'https://api.x.com/2/problems/client-forbidden' })],
  ])('stops the whole app on %s until the operator retries', async (_name, outcome) => {
    await prepare(3, { concurrency: 1 })
    bench.x.fate = firstThen({ posts: false, outcome })
    await bench.delivery.start()
    const task = await bench.sendBatch(3)
    await until(() => bench.x.requests.length === 1)
    await until(async () => (await bench.db.selectFrom('holds').select('scope').execute()).length === 1)
    const held = await bench.items(task)
    await bench.delivery.retryTask(bench.ownerId, task)
    await bench.atRest()
    expect(held.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['queued', 1],
      ['queued', 0],
      ['queued', 0],
    ])
    expect((await bench.items(task)).map(({ state }) => state)).toEqual(['completed', 'completed', 'completed'])
  })

  it('pauses twice as long when X still refuses, and restarts after a success', async () => {
    await prepare(3, { concurrency: 1 })
    const fates: Fate[] = [1, 2, 3, 4].map((each) =>
      each === 3 ? { posts: true } : { posts: false, outcome: problem(402, 'credits depleted') },
    )
    bench.x.fate = ({ count }) => fates[count - 1] ?? { posts: true }
    await bench.delivery.start()
    await bench.sendBatch(3)
    const minutes: number[] = []
    for (let seen = 1; seen <= 4; seen += seen === 2 ? 2 : 1) {
      const pause = await paused(seen)
      minutes.push(Math.round((Date.parse(pause.until ?? '') - Date.parse(pause.created_at)) / 60_000))
      await elapse(pause)
    }
    await bench.atRest()
    expect(minutes).toEqual([5, 10, 5])
  })

  it('pauses as if for the first time if the last pause ended long ago', async () => {
    await prepare(1)
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const scope = pausedScope(appOf(credentialsOf('1')))
    const last = { scope, until: at(2), created_at: at(3), reason: 'credits depleted' }
    await bench.db.insertInto('holds').values(last).execute()
    bench.x.fate = firstThen({ posts: false, outcome: problem(402, 'credits depleted') })
    await bench.delivery.start()
    await bench.sendBatch(1)
    const { until, created_at } = await paused(1)
    expect(Date.parse(until ?? '') - Date.parse(created_at)).toBe(5 * 60_000)
  })

  const paused = async (request: number) => {
    const read = () => bench.db.selectFrom('holds').selectAll().where('until', '>', new Date().toISOString()).execute()
    await until(async () => bench.x.requests.length === request && (await read()).length === 1)
    const [pause] = await read()
    if (!pause) throw new Error('no pause')
    return pause
  }

  const elapse = async ({ until, created_at }: Row<'holds'>) => {
    const shift = Date.parse(until ?? '') - Date.now() + 1
    const shifted = (time: string) => new Date(Date.parse(time) - shift).toISOString()
    await bench.db
      .updateTable('holds')
      .set({ until: shifted(until ?? ''), created_at: shifted(created_at) })
      .execute()
    await bench.db
      .updateTable('task_items')
      .set({ next_at: new Date().toISOString() })
      .where('state', '=', 'queued')
      .execute()
    bench.delivery.wake()
  }

  it("fails refused replies with X's words, and continues with the batch and the account", async () => {
    await prepare(2)
    const words = 'You have been blocked from the author of this tweet.'
    bench.x.fate = ({ userId }) => (userId === '1' ? { posts: false, outcome: problem(403, words) } : { posts: true })
    await bench.delivery.start()
    const task = await bench.sendBatch(2)
    await bench.atRest()
    const accounts = await bench.db.selectFrom('accounts').select('is_active').execute()
    expect((await bench.items(task)).map(({ state, error, can_retry }) => [state, error, can_retry])).toEqual([
      ['failed', words, 1],
      ['completed', null, 0],
    ])
    expect(accounts).toEqual([{ is_active: 1 }, { is_active: 1 }])
  })

  it("stores an outcome with any characters in X's words", async () => {
    await prepare(1)
    bench.x.fate = firstThen({ posts: false, outcome: problem(403, 'Not\0 allowed \ud83d') })
    await bench.delivery.start()
    const task = await bench.sendBatch(1)
    await bench.atRest()
    const { state, error } = await bench.only(task)
    expect([state, error]).toEqual(['handed_over', 'Not allowed'])
  })

  const unauthorized: Fate = { posts: false, outcome: problem(401, 'Unauthorized') }

  it('fails on a second 401, holds the rest of the account until it is reconnected, and retries', async () => {
    await prepare(1)
    bench.x.fate = ({ count }) => (count <= 2 ? unauthorized : { posts: true })
    const [first = '', second = ''] = await bench.addReplies(differentTexts(2))
    const account = bench.accounts[0]?.id ?? 0
    const one = await bench.delivery.enqueueSolo(bench.ownerId, { reply_id: first, twitter_account_id: account })
    const two = await bench.delivery.enqueueSolo(bench.ownerId, { reply_id: second, twitter_account_id: account })
    const states = async () => [(await bench.only(one.task_id)).state, (await bench.only(two.task_id)).state].toSorted()
    await bench.delivery.start()
    await elapse(await paused(1))
    await until(async () => (await states()).includes('failed'))
    const inactive = await bench.db.selectFrom('accounts').select(['is_active', 'inactive_reason']).execute()
    expect([inactive, await states()]).toEqual([
      [{ is_active: 0, inactive_reason: expect.stringMatching(/^Unauthorized\. Enter this account.s keys again/) }],
      ['failed', 'queued'],
    ])
    await bench.db.updateTable('accounts').set({ is_active: 1, inactive_reason: null }).execute()
    for (const { task_id } of [one, two]) {
      if ((await bench.only(task_id)).state === 'failed') await bench.delivery.retryTask(bench.ownerId, task_id)
    }
    await bench.atRest()
    expect([await states(), bench.x.posts.length]).toEqual([['completed', 'completed'], 2])
  })

  it('does not treat an account as refused after a single 401', async () => {
    await prepare(1)
    bench.x.fate = firstThen(unauthorized)
    await bench.delivery.start()
    const task = await bench.sendBatch(1)
    const doubt = await paused(1)
    const held = await bench.only(task)
    await elapse(doubt)
    await bench.atRest()
    const accounts = await bench.db.selectFrom('accounts').select('is_active').execute()
    expect([held.state, (await bench.only(task)).state, accounts]).toEqual(['queued', 'completed', [{ is_active: 1 }]])
    expect(Date.parse(doubt.until ?? '') - Date.parse(doubt.created_at)).toBe(10_000)
  })

  it('leaves a media agent active that was reconnected before X refused its earlier keys again', async () => {
    await prepare(1)
    bench.x.fate = () => unauthorized
    await bench.delivery.start()
    const task = await bench.sendBatch(1)
    const doubt = await paused(1)
    const { createReply } = bench.x
    bench.x.createReply = async (...call) => {
      await bench.db.updateTable('accounts').set({ api_key: 'newer' }).execute()
      return createReply(...call)
    }
    await elapse(doubt)
    await bench.atRest()
    const accounts = await bench.db.selectFrom('accounts').select('is_active').execute()
    expect([(await bench.only(task)).state, accounts]).toEqual(['failed', [{ is_active: 1 }]])
  })

  it('waits and tries again when X cannot be reached', async () => {
    await prepare(1)
    bench.x.fate = firstThen({ posts: false, outcome: { kind: 'notSent', reason: 'connect ECONNREFUSED' } })
    await bench.delivery.start()
    const task = await bench.sendBatch(1)
    await bench.atRest()
    const { state, attempts, resends } = await bench.only(task)
    expect([state, attempts, resends, bench.x.posts.length]).toEqual(['completed', 2, 0, 1])
  })

  it('sends one item of an account at a time', async () => {
    await prepare(2)
    bench.x.fate = () => ({ posts: true, takesMs: 20 })
    const replies = await bench.addReplies(differentTexts(10))
    for (const [index, reply_id] of replies.entries()) {
      const account = bench.accounts[index % 2]?.id ?? 0
      await bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: account })
    }
    await bench.delivery.start()
    await bench.atRest()
    expect([bench.x.mostAtOnce, bench.x.posts.length]).toEqual([1, 10])
  })

  it('records the attempt before anything is sent', async () => {
    await prepare(1)
    const seen: Row<'attempts'>[][] = []
    const createReply = bench.x.createReply
    bench.x.createReply = async (...call) => {
      seen.push(await bench.db.selectFrom('attempts').selectAll().execute())
      return createReply(...call)
    }
    await bench.delivery.start()
    await bench.sendBatch(1)
    await bench.atRest()
    expect(seen.map((attempts) => attempts.map(({ outcome, finished_at }) => [outcome, finished_at]))).toEqual([
      [['sending', null]],
    ])
  })

  it('finishes running requests before it stops, and claims nothing more', async () => {
    await prepare(20, { concurrency: 5 })
    bench.x.fate = () => ({ posts: true, takesMs: 300 })
    await bench.delivery.start()
    const task = await bench.sendBatch(20)
    await until(() => bench.x.requests.length >= 5)
    await bench.delivery.stop()
    const sent = bench.x.requests.length
    const states = (await bench.items(task)).map(({ state }) => state)
    expect(sent).toBeLessThan(20)
    expect(states).toEqual([
      ...Array.from({ length: sent }, () => 'completed'),
      ...Array.from({ length: 20 - sent }, () => 'queued'),
    ])
  })
})
