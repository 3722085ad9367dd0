import { afterEach, describe, expect, it } from 'vitest'
import { pausedScope } from '../../server/db/holdScopes'
import type { Row } from '../../server/db/schema'
import type { DeliveryConfig } from '../../server/delivery/types'
import { appOf } from '../../server/x/app'
import { XError } from '../../server/x/types'
import { databasesHere } from '../support/databases'
import { type Bench, createBench, credentialsOf, differentTexts } from '../support/delivery'
import { answer, type Fate, problem } from '../support/fakeX'
import { until } from '../support/waiting'

const lost = (posts: boolean): Fate => ({ posts, outcome: { kind: 'lost', reason: 'read ECONNRESET' } })
const soon = () => String(Math.ceil(Date.now() / 1000) + 1)

describe.each(databasesHere())('working off items on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  const prepare = async (accounts: number, config: Partial<DeliveryConfig> = {}) => {
    bench = await createBench(kind, accounts, config)
  }
  const send = async (count: number) => {
    const reply_ids = await bench.addReplies(differentTexts(count))
    return (await bench.delivery.enqueueBatch(bench.ownerId, { reply_ids, group_name: 'Launch' })).task_id
  }
  const only = async (taskId: string): Promise<Row<'task_items'>> => {
    const [item] = await bench.items(taskId)
    if (!item) throw new Error('no item')
    return item
  }
  const shown = (item: Row<'task_items'>) => [item.state, item.attempts, item.resends, bench.x.posts.length]
  const firstThen = (first: Fate, then: Fate = { posts: true }) => {
    bench.x.fate = ({ count }) => (count === 1 ? first : then)
  }

  it('finds a reply that X took without answering, and sends nothing again', async () => {
    await prepare(1)
    firstThen(lost(true))
    const attempts: string[] = []
    const observer = { attempt: (outcome: string) => attempts.push(outcome), contradiction: () => undefined }
    await bench.restarted({}, bench.instanceFile, { observer }).start()
    const task = await send(1)
    await bench.atRest()
    const item = await only(task)
    expect([shown(item), item.reply_tweet_id]).toEqual([['completed', 1, 0, 1], bench.x.posts[0]?.id])
    expect(attempts).toEqual(['ambiguous'])
  })

  it('sends once more in the same words what X shows in neither of two readings', async () => {
    await prepare(1)
    firstThen(lost(false))
    await bench.delivery.start()
    const item = await only(await send(1).then((task) => bench.atRest().then(() => task)))
    expect(shown(item)).toEqual(['completed', 2, 1, 1])
    expect(new Set(bench.x.requests.map(({ text }) => text)).size).toBe(1)
  })

  it('asks the operator when that outcome is unknown too', async () => {
    await prepare(1)
    bench.x.fate = () => lost(false)
    await bench.delivery.start()
    const item = await only(await send(1).then((task) => bench.atRest().then(() => task)))
    expect(shown(item)).toEqual(['needs_review', 2, 1, 0])
  })

  it('sends at most once where sending again is switched off', async () => {
    await prepare(1, { autoResend: false })
    bench.x.fate = () => lost(false)
    await bench.delivery.start()
    const item = await only(await send(1).then((task) => bench.atRest().then(() => task)))
    expect(shown(item)).toEqual(['needs_review', 1, 0, 0])
  })

  it('takes "duplicate content" as a sign that it was posted, and finds it', async () => {
    await prepare(1)
    bench.x.lagMs = Number.POSITIVE_INFINITY
    bench.x.fate = ({ count }) => {
      for (const post of bench.x.posts) post.visibleAt = 0
      return count === 1 ? lost(true) : { posts: true }
    }
    await bench.delivery.start()
    const item = await only(await send(1).then((task) => bench.atRest().then(() => task)))
    const outcomes = (await bench.attempts(item.id)).map(({ outcome }) => outcome)
    expect([item.state, bench.x.posts.length, outcomes]).toEqual(['completed', 1, ['ambiguous', 'duplicate']])
    const learned = await bench.db.selectFrom('instance').select('value').where('key', 'like', 'settle_ms:%').execute()
    expect(Number(learned[0]?.value)).toBeGreaterThan(60)
  })

  it('never reads the post of another item as its own', async () => {
    await prepare(1)
    const [first = '', second = ''] = await bench.addReplies(['The very same words', 'The very same words'])
    const account = bench.accounts[0]?.id ?? 0
    bench.x.duplicateFilter = false
    bench.x.fate = ({ count }) => lost(count === 1)
    await bench.delivery.start()
    await bench.delivery.enqueueSolo(bench.ownerId, { reply_id: first, twitter_account_id: account })
    await bench.delivery.enqueueSolo(bench.ownerId, { reply_id: second, twitter_account_id: account })
    await bench.atRest()
    const items = await bench.db.selectFrom('task_items').select(['state', 'reply_tweet_id']).orderBy('id').execute()
    expect(items).toEqual([
      { state: 'completed', reply_tweet_id: bench.x.posts[0]?.id },
      { state: 'needs_review', reply_tweet_id: null },
    ])
  })

  it('does not send again while X cannot be read, and asks the operator when it refuses to be read', async () => {
    await prepare(1)
    bench.x.fate = () => lost(true)
    bench.x.readError = new XError('Service Unavailable', 503)
    await bench.delivery.start()
    const task = await send(1)
    await until(async () => (await only(task)).failed_reads >= 2)
    const waiting = await only(task)
    bench.x.readError = new XError('Forbidden', 403)
    await bench.atRest()
    const asked = await only(task)
    expect([shown(waiting), shown(asked), asked.error]).toEqual([
      ['unknown', 1, 0, 1],
      ['needs_review', 1, 0, 1],
      'Whether it was posted cannot be read from X: Forbidden',
    ])
  })

  it.each<[string, XError, minutes: number]>([
    ['an account is locked for a while', new XError('It is locked', 403, {}, 'locked'), 5],
    ['X doubts the kind of authentication', new XError('Unknown is forbidden', 403, {}, 'wrongAuthentication'), 5],
    ['the app has no credits left', new XError('CreditsDepleted', 402, {}, 'appStopped'), 5],
    ['a window is closed that X says is not used up', new XError('Too Many', 429, { 'retry-after': '900' }), 15],
  ])('is read later, and asks nobody, where %s', async (_what, error, minutes) => {
    await prepare(1)
    bench.x.fate = () => lost(true)
    bench.x.readError = error
    await bench.delivery.start()
    const task = await send(1)
    await until(async () => (await only(task)).failed_reads >= 1)
    const { state, next_at, updated_at } = await only(task)
    expect(state).toBe('unknown')
    const waitMs = Date.parse(next_at) - Date.parse(updated_at)
    expect([waitMs >= (minutes - 0.1) * 60_000, waitMs < 2 * minutes * 60_000]).toEqual([true, true])
  })

  it('reads again after a 401, which may be a fault of X’s own', async () => {
    await prepare(1)
    bench.x.fate = () => lost(true)
    bench.x.readError = new XError('Unauthorized', 401)
    await bench.delivery.start()
    const task = await send(1)
    await until(async () => (await only(task)).failed_reads >= 2)
    const waiting = await only(task)
    bench.x.readError = undefined
    await bench.atRest()
    expect([shown(waiting)[0], shown(await only(task))[0], bench.x.posts.length]).toEqual(['unknown', 'completed', 1])
  })

  it('waits as long as X says after a 429, and lets only that account wait', async () => {
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
    const task = await send(2)
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

  it('holds an account whose quota the last answer says is used up, though that reply was posted', async () => {
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
    await send(1)
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
    firstThen({ posts: false, outcome })
    await bench.delivery.start()
    const task = await send(3)
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

  it('pauses twice as long when X still takes nothing, and starts anew once it took something', async () => {
    await prepare(3, { concurrency: 1 })
    const fates: Fate[] = [1, 2, 3, 4].map((each) =>
      each === 3 ? { posts: true } : { posts: false, outcome: problem(402, 'credits depleted') },
    )
    bench.x.fate = ({ count }) => fates[count - 1] ?? { posts: true }
    await bench.delivery.start()
    await send(3)
    const minutes: number[] = []
    for (let seen = 1; seen <= 4; seen += seen === 2 ? 2 : 1) {
      const pause = await paused(seen)
      minutes.push(Math.round((Date.parse(pause.until ?? '') - Date.parse(pause.created_at)) / 60_000))
      await elapse(pause)
    }
    await bench.atRest()
    expect(minutes).toEqual([5, 10, 5])
  })

  it('pauses as if for the first time where the last pause is long over', async () => {
    await prepare(1)
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const scope = pausedScope(appOf(credentialsOf('1')))
    const last = { scope, until: at(2), created_at: at(3), reason: 'credits depleted' }
    await bench.db.insertInto('holds').values(last).execute()
    firstThen({ posts: false, outcome: problem(402, 'credits depleted') })
    await bench.delivery.start()
    await send(1)
    const { until, created_at } = await paused(1)
    expect(Date.parse(until ?? '') - Date.parse(created_at)).toBe(5 * 60_000)
  })

  /** The pause that the request of this number met. */
  const paused = async (request: number) => {
    const read = () => bench.db.selectFrom('holds').selectAll().where('until', '>', new Date().toISOString()).execute()
    await until(async () => bench.x.requests.length === request && (await read()).length === 1)
    const [pause] = await read()
    if (!pause) throw new Error('no pause')
    return pause
  }

  /** As if the time of the pause had gone by. */
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

  it('fails what X refuses with its words, and goes on with the batch and the account', async () => {
    await prepare(2)
    const words = 'Reply to this conversation is not allowed because you have not been mentioned.'
    bench.x.fate = ({ userId }) => (userId === '1' ? { posts: false, outcome: problem(403, words) } : { posts: true })
    await bench.delivery.start()
    const task = await send(2)
    await bench.atRest()
    const accounts = await bench.db.selectFrom('accounts').select('is_active').execute()
    expect((await bench.items(task)).map(({ state, error, can_retry }) => [state, error, can_retry])).toEqual([
      ['failed', words, 1],
      ['completed', null, 0],
    ])
    expect(accounts).toEqual([{ is_active: 1 }, { is_active: 1 }])
  })

  it('stores an outcome whatever characters X puts in its words', async () => {
    await prepare(1)
    firstThen({ posts: false, outcome: problem(403, 'Not\0 allowed \ud83d') })
    await bench.delivery.start()
    const task = await send(1)
    await bench.atRest()
    const { state, error } = await only(task)
    expect([state, error]).toEqual(['failed', 'Not allowed'])
  })

  const unauthorized: Fate = { posts: false, outcome: problem(401, 'Unauthorized') }

  it('fails on a second 401, holds the rest of the account until it is reconnected, and retries', async () => {
    await prepare(1)
    bench.x.fate = ({ count }) => (count <= 2 ? unauthorized : { posts: true })
    const [first = '', second = ''] = await bench.addReplies(differentTexts(2))
    const account = bench.accounts[0]?.id ?? 0
    const one = await bench.delivery.enqueueSolo(bench.ownerId, { reply_id: first, twitter_account_id: account })
    const two = await bench.delivery.enqueueSolo(bench.ownerId, { reply_id: second, twitter_account_id: account })
    const states = async () => [(await only(one.task_id)).state, (await only(two.task_id)).state].toSorted()
    await bench.delivery.start()
    await elapse(await paused(1))
    await until(async () => (await states()).includes('failed'))
    const inactive = await bench.db.selectFrom('accounts').select(['is_active', 'inactive_reason']).execute()
    expect([inactive, await states()]).toEqual([
      [{ is_active: 0, inactive_reason: expect.stringMatching(/^Unauthorized\. Reconnect this account/) }],
      ['failed', 'queued'],
    ])
    await bench.db.updateTable('accounts').set({ is_active: 1, inactive_reason: null }).execute()
    for (const { task_id } of [one, two]) {
      if ((await only(task_id)).state === 'failed') await bench.delivery.retryTask(bench.ownerId, task_id)
    }
    await bench.atRest()
    expect([await states(), bench.x.posts.length]).toEqual([['completed', 'completed'], 2])
  })

  it('takes no account for refused that X says 401 of once', async () => {
    await prepare(1)
    firstThen(unauthorized)
    await bench.delivery.start()
    const task = await send(1)
    const doubt = await paused(1)
    const held = await only(task)
    await elapse(doubt)
    await bench.atRest()
    const accounts = await bench.db.selectFrom('accounts').select('is_active').execute()
    expect([held.state, (await only(task)).state, accounts]).toEqual(['queued', 'completed', [{ is_active: 1 }]])
    expect(Date.parse(doubt.until ?? '') - Date.parse(doubt.created_at)).toBe(10_000)
  })

  it('leaves a media agent active that was reconnected before X refused its earlier keys again', async () => {
    await prepare(1)
    bench.x.fate = () => unauthorized
    await bench.delivery.start()
    const task = await send(1)
    const doubt = await paused(1)
    const { createReply } = bench.x
    bench.x.createReply = async (...call) => {
      await bench.db.updateTable('accounts').set({ api_key: 'newer' }).execute()
      return createReply(...call)
    }
    await elapse(doubt)
    await bench.atRest()
    const accounts = await bench.db.selectFrom('accounts').select('is_active').execute()
    expect([(await only(task)).state, accounts]).toEqual(['failed', [{ is_active: 1 }]])
  })

  it('waits and tries again when X cannot be reached', async () => {
    await prepare(1)
    firstThen({ posts: false, outcome: { kind: 'notSent', reason: 'connect ECONNREFUSED' } })
    await bench.delivery.start()
    const item = await only(await send(1).then((task) => bench.atRest().then(() => task)))
    expect(shown(item)).toEqual(['completed', 2, 0, 1])
  })

  it('works on one item of an account at a time', async () => {
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

  it('writes the attempt down before anything is sent', async () => {
    await prepare(1)
    const seen: Row<'attempts'>[][] = []
    const createReply = bench.x.createReply
    bench.x.createReply = async (...call) => {
      seen.push(await bench.db.selectFrom('attempts').selectAll().execute())
      return createReply(...call)
    }
    await bench.delivery.start()
    await send(1)
    await bench.atRest()
    expect(seen.map((attempts) => attempts.map(({ outcome, finished_at }) => [outcome, finished_at]))).toEqual([
      [['sending', null]],
    ])
  })

  it('finishes what is in flight before it stops, and claims nothing more', async () => {
    await prepare(20, { concurrency: 5 })
    bench.x.fate = () => ({ posts: true, takesMs: 300 })
    await bench.delivery.start()
    const task = await send(20)
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
