import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { reconcile } from '../../server/delivery/reconcile'
import type { DeliveryConfig } from '../../server/delivery/types'
import { XError } from '../../server/x/types'
import { databasesHere } from '../support/databases'
import { type Bench, createBench, differentTexts } from '../support/delivery'
import { answer } from '../support/fakeX'
import { until } from '../support/waiting'

const hourMs = 3_600_000

describe.each(databasesHere())('what was sent before the database was turned back on $name', (kind) => {
  let bench: Bench
  let readings: string[]
  afterEach(() => bench.dispose())

  const begin = async (accounts: number, config: Partial<DeliveryConfig> = {}) => {
    bench = await createBench(kind, accounts, { readFirst: true, ...config })
    bench.x.duplicateFilter = false
    readings = []
    const { getUserPosts } = bench.x
    bench.x.getUserPosts = (...call) => {
      readings.push(call[1])
      return getUserPosts(...call)
    }
  }
  const sendAll = async (reply_ids: string[]) =>
    (await bench.delivery.enqueueBatch(bench.ownerId, { reply_ids, group_name: 'Launch' })).task_id
  const states = async () => {
    const items = await bench.db.selectFrom('task_items').select('state').orderBy('id').execute()
    return items.map(({ state }) => state)
  }
  const texts = () => bench.x.posts.map(({ sent }) => sent).toSorted()

  /** All that sending writes, with the instance's own file; the returned function puts it back. */
  const snapshot = async () => {
    const file = readFileSync(bench.instanceFile, 'utf8')
    const tasks = await bench.db.selectFrom('tasks').selectAll().execute()
    const items = await bench.db.selectFrom('task_items').selectAll().execute()
    const attempts = await bench.db.selectFrom('attempts').selectAll().execute()
    return async () => {
      await bench.db.deleteFrom('tasks').execute()
      await bench.db.deleteFrom('unclaimed_posts').execute()
      await bench.db.updateTable('accounts').set({ last_used_at: null }).execute()
      if (tasks.length > 0) await bench.db.insertInto('tasks').values(tasks).execute()
      if (items.length > 0) await bench.db.insertInto('task_items').values(items).execute()
      if (attempts.length > 0) await bench.db.insertInto('attempts').values(attempts).execute()
      writeFileSync(bench.instanceFile, file)
    }
  }
  /** Starts and stops, so that there is a file to put back. */
  const startOnce = async () => {
    await bench.delivery.start()
    await bench.delivery.stop()
  }

  it('is found where everything came back as it was, the instance’s file included, by one reading of each account', async () => {
    await begin(3)
    await startOnce()
    const replies = await bench.addReplies(differentTexts(3))
    await sendAll(replies)
    const putBack = await snapshot()
    const first = bench.restarted()
    await first.start()
    await bench.atRest()
    await first.stop()
    readings.length = 0
    await putBack()
    await bench.restarted({ concurrency: 1 }).start()
    await bench.atRest()
    expect([await states(), texts()]).toEqual([['completed', 'completed', 'completed'], differentTexts(3).toSorted()])
    expect(readings.toSorted()).toEqual(['1', '2', '3'])
  })

  it('is found by drafts that are sent again after a backup from before their sending', async () => {
    await begin(2)
    await startOnce()
    const putBack = await snapshot()
    const replies = await bench.addReplies(differentTexts(2))
    const first = bench.restarted()
    await first.start()
    await sendAll(replies)
    await bench.atRest()
    await first.stop()
    await putBack()
    await bench.restarted().start()
    await sendAll(replies)
    await bench.atRest()
    expect([await states(), bench.x.posts.length]).toEqual([['completed', 'completed'], 2])
  })

  it.each(['by the same process', 'by a later one'])(
    'is found by a draft that is sent once its account was read for another, %s',
    async (by) => {
      await begin(1)
      await startOnce()
      const putBack = await snapshot()
      const [early = '', late = ''] = await bench.addReplies(differentTexts(2))
      const solo = (reply_id: string) =>
        bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: bench.accounts[0]?.id ?? 0 })
      const first = bench.restarted()
      await first.start()
      await solo(late)
      await bench.atRest()
      await first.stop()
      await putBack()
      const second = bench.restarted()
      await second.start()
      await solo(early)
      await bench.atRest()
      if (by === 'by a later one') {
        await second.stop()
        await bench.db
          .updateTable('task_items')
          .set({ updated_at: new Date(Date.now() + 1).toISOString() })
          .execute()
        await bench.restarted().start()
      }
      await solo(late)
      second.wake()
      await bench.atRest()
      expect([await states(), bench.x.posts.length]).toEqual([['completed', 'completed'], 2])
      // Two were sent, one of them before the database was turned back; nothing was asked for the third time.
      const charges = await bench.db.selectFrom('charges').select(['micros', 'resources']).execute()
      expect(charges.filter(({ resources }) => resources !== 0)).toEqual(
        Array(2).fill({ micros: 15_000, resources: 1 }),
      )
      expect(charges.reduce((sum, { micros }) => sum + Number(micros), 0)).toBe(30_000)
    },
  )

  it('is waited for in every account once one of them shows what the database did not know', async () => {
    await begin(2, { settleMs: 800, concurrency: 1 })
    await startOnce()
    const replies = await bench.addReplies(differentTexts(2))
    await sendAll(replies)
    const putBack = await snapshot()
    const first = bench.restarted()
    await first.start()
    await bench.atRest()
    await first.stop()
    const shownAt = Date.now() + 400
    for (const post of bench.x.posts.slice(1)) post.visibleAt = shownAt
    await putBack()
    await bench.restarted().start()
    await bench.atRest()
    expect([await states(), bench.x.posts.length]).toEqual([['completed', 'completed'], 2])
  })

  it('costs one reading of each account and start, however much is sent', async () => {
    await begin(1)
    await bench.delivery.start()
    for (const reply_id of await bench.addReplies(differentTexts(3))) {
      await bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: bench.accounts[0]?.id ?? 0 })
    }
    await bench.atRest()
    expect([readings, bench.x.posts.length]).toEqual([['1'], 3])
  })

  it('is not looked for where that is switched off', async () => {
    await begin(1, { readFirst: false })
    await bench.delivery.start()
    await sendAll(await bench.addReplies(differentTexts(1)))
    await bench.atRest()
    expect([readings, bench.x.posts.length]).toEqual([[], 1])
  })

  it('keeps an account waiting, and says why, while X does not say what it posted', async () => {
    await begin(1)
    bench.x.readError = new XError('Service Unavailable', 503)
    await bench.delivery.start()
    await sendAll(await bench.addReplies(differentTexts(1)))
    await until(async () => (await bench.db.selectFrom('holds').selectAll().executeTakeFirst()) !== undefined)
    const hold = await bench.db.selectFrom('holds').selectAll().executeTakeFirstOrThrow()
    expect([hold.reason, await states(), bench.x.requests.length]).toEqual([
      'X did not say what this account posted last: Service Unavailable',
      ['queued'],
      0,
    ])
    bench.x.readError = undefined
    await bench.db.deleteFrom('holds').execute()
    bench.delivery.wake()
    await bench.atRest()
    expect([await states(), bench.x.posts.length]).toEqual([['completed'], 1])
  })

  it.each([
    ['has no credits left', new XError('Your enrolled account does not have any credits', 402, {}, 'appStopped')],
    ['has no credits left, in no words', new XError('X answered 402', 402)],
    ['may ask for nothing', new XError('Client Forbidden', 403, {}, 'appStopped')],
    ['asks for too much today', new XError('User is over daily limit', 403, {}, 'dailyLimit')],
    ['is taken for another', new XError('Authenticating with Unknown is forbidden', 403, {}, 'wrongAuthentication')],
    ['has an account that is locked', new XError('Your account is temporarily locked', 403, {}, 'locked')],
    ['met a page of X’s edge', new XError('X answered 403 with something that is not an answer of its API', 403)],
  ])('is found once X answers again, where the app %s meanwhile', async (_what, readError) => {
    await begin(1)
    await startOnce()
    await sendAll(await bench.addReplies(differentTexts(1)))
    const putBack = await snapshot()
    const first = bench.restarted()
    await first.start()
    await bench.atRest()
    await first.stop()
    await putBack()
    bench.x.readError = readError
    const second = bench.restarted()
    await second.start()
    await until(async () => (await bench.db.selectFrom('holds').selectAll().executeTakeFirst()) !== undefined)
    expect(await states()).toEqual(['queued'])
    bench.x.readError = undefined
    await bench.db.deleteFrom('holds').execute()
    second.wake()
    await bench.atRest()
    expect([await states(), bench.x.posts.length]).toEqual([['completed'], 1])
  })

  it('posts all the same where X lets nobody read, and says so in the log', async () => {
    await begin(1)
    bench.x.readError = new XError('Forbidden', 403, {}, 'other')
    const said: object[] = []
    const log = { info: () => undefined, warn: (fields: object) => said.push(fields), error: () => undefined }
    await bench.restarted({}, bench.instanceFile, { log }).start()
    await sendAll(await bench.addReplies(differentTexts(1)))
    await bench.atRest()
    expect([await states(), said]).toEqual([['completed'], [{ account: bench.accounts[0]?.id, reason: 'Forbidden' }]])
  })

  it('replaces an id that X gave of another post by that of the reply, when the account is read', async () => {
    await begin(1)
    bench.x.fate = () => ({ posts: true, outcome: answer(201, { data: { id: '20', text: 'of somebody else' } }) })
    await bench.delivery.start()
    await sendAll(await bench.addReplies(differentTexts(1)))
    await bench.atRest()
    const wrong = await bench.db.selectFrom('task_items').select('reply_tweet_id').executeTakeFirstOrThrow()
    await bench.delivery.stop()
    await readAgain()
    const right = await bench.db.selectFrom('task_items').select(['state', 'reply_tweet_id']).executeTakeFirstOrThrow()
    expect([wrong.reply_tweet_id, right]).toEqual(['20', { state: 'completed', reply_tweet_id: bench.x.posts[0]?.id }])
  })

  it('asks a person where the id that X gave is of another time, and X shows no such reply', async () => {
    await begin(1)
    bench.x.fate = () => ({ posts: false, outcome: answer(201, { data: { id: '20', text: 'of somebody else' } }) })
    await bench.delivery.start()
    await sendAll(await bench.addReplies(differentTexts(1)))
    await bench.atRest()
    await bench.delivery.stop()
    await readAgain()
    const [item] = await bench.db.selectFrom('task_items').select(['state', 'reply_tweet_id', 'error']).execute()
    expect(item).toEqual({
      state: 'needs_review',
      reply_tweet_id: null,
      error: 'The id that X gave for it is not that of this reply, and X shows no other post that is.',
    })
  })

  it('takes no earlier reply in the same words for one with a wrong id', async () => {
    await begin(1)
    const account = bench.accounts[0]?.id ?? 0
    const solo = async (content: string) => {
      const [reply_id = ''] = await bench.addReplies([content])
      return bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: account })
    }
    await bench.delivery.start()
    const { task_id: earlier } = await solo('Well said')
    await bench.atRest()
    await solo('Something else')
    await bench.atRest()
    await bench.delivery.stop()
    const at = new Date(Date.now() - 48 * hourMs)
    const reply_tweet_id = String(BigInt(at.getTime() - 1_288_834_974_657) << 22n)
    const old = { reply_tweet_id, created_at: at.toISOString(), updated_at: at.toISOString() }
    await bench.db.updateTable('task_items').set(old).where('task_id', '=', earlier).execute()
    bench.x.posts = bench.x.posts.filter(({ sent }) => sent !== 'Well said')
    await solo('Well said')
    const putBack = await snapshot()
    const first = bench.restarted()
    await first.start()
    await bench.atRest()
    await first.stop()
    await putBack()
    await bench.restarted().start()
    await bench.atRest()
    const ids = await bench.db.selectFrom('task_items').select('reply_tweet_id').orderBy('id').execute()
    expect(ids.map((item) => item.reply_tweet_id)).toEqual([reply_tweet_id, ...bench.x.posts.map(({ id }) => id)])
    expect(texts()).toEqual(['Something else', 'Well said'])
  })

  it('leaves alone what was posted and then deleted on X', async () => {
    await begin(1)
    await bench.delivery.start()
    await sendAll(await bench.addReplies(differentTexts(1)))
    await bench.atRest()
    await bench.delivery.stop()
    bench.x.posts = []
    await readAgain()
    expect(await states()).toEqual(['completed', 'completed'])
  })

  const days = (ago: number) => new Date(Date.now() - ago * 24 * hourMs)
  /** How many completed items a reading that shows nothing takes back. */
  const takenBack = async (since: Date, atMost = 0) => {
    const store = { db: bench.db, clock: () => new Date() }
    const account = { id: bench.accounts[0]?.id ?? 0 }
    const reading = { account, userId: '1', posts: [], since, ahead: { now: 0, atMost } }
    const { disproved } = await bench.db.transaction().execute((trx) => reconcile(store, trx, reading))
    return disproved.length
  }
  const date = (created: Date, updated: Date) =>
    bench.db
      .updateTable('task_items')
      .set({ created_at: created.toISOString(), updated_at: updated.toISOString() })
      .execute()

  it('leaves alone what waited for days until it was posted, and was deleted on X then', async () => {
    await begin(1)
    await bench.delivery.start()
    await sendAll(await bench.addReplies(differentTexts(1)))
    await bench.atRest()
    await date(days(2), new Date())
    expect(await takenBack(days(3))).toBe(0)
    await date(days(2), days(1.5))
    expect(await takenBack(days(3))).toBe(1)
  })

  it('takes nothing back for a clock that is days ahead of X’s', async () => {
    await begin(1)
    await bench.delivery.start()
    await sendAll(await bench.addReplies(differentTexts(1)))
    await bench.atRest()
    await date(days(-2), days(-2))
    expect(await takenBack(new Date(), 2 * 24 * hourMs)).toBe(0)
    expect(await takenBack(new Date())).toBe(1)
  })

  /** By another reply of the first account. */
  const readAgain = async () => {
    bench.x.fate = () => ({ posts: true })
    const [reply_id = ''] = await bench.addReplies(['And one more, about something else'])
    const again = bench.restarted()
    await again.start()
    await again.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: bench.accounts[0]?.id ?? 0 })
    await until(async () => (await states()).at(-1) === 'completed')
  }

  it('reads every account again, and asks about nothing too early, once the clock was set forward', async () => {
    await begin(1, { settleMs: 1500 })
    let aheadMs = 0
    bench.x.lagMs = 1000
    bench.x.fate = ({ count }) => {
      if (count > 1) return { posts: true }
      aheadMs = hourMs
      return { posts: true, outcome: { kind: 'lost', reason: 'read ECONNRESET' } }
    }
    const delivery = bench.restarted({}, bench.instanceFile, { clock: () => new Date(Date.now() + aheadMs) })
    await delivery.start()
    await sendAll(await bench.addReplies(differentTexts(1)))
    await bench.atRest()
    const [reply_id = ''] = await bench.addReplies(['And one more'])
    await delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: bench.accounts[0]?.id ?? 0 })
    await bench.atRest()
    expect([await states(), bench.x.posts.length, readings.length]).toEqual([['completed', 'completed'], 2, 3])
  })

  it.each(['while the server runs', 'while it was stopped'])(
    'waits for no old time once the clock was set back %s',
    async (when) => {
      await begin(1)
      let aheadMs = hourMs
      bench.x.readError = new XError('Service Unavailable', 503)
      const deps = { clock: () => new Date(Date.now() + aheadMs) }
      const delivery = bench.restarted({}, bench.instanceFile, deps)
      await delivery.start()
      await delivery.enqueueBatch(bench.ownerId, {
        reply_ids: await bench.addReplies(differentTexts(1)),
        group_name: 'Launch',
      })
      await until(async () => (await bench.db.selectFrom('holds').selectAll().executeTakeFirst()) !== undefined)
      bench.x.readError = undefined
      if (when === 'while it was stopped') await delivery.stop()
      aheadMs = 0
      if (when === 'while it was stopped') await bench.restarted({}, bench.instanceFile, deps).start()
      else delivery.wake()
      await bench.atRest()
      expect(await states()).toEqual(['completed'])
    },
  )

  it('waits for no old time once the clock was set back, though the database was away at that moment', async () => {
    await begin(1)
    let aheadMs = hourMs
    bench.x.readError = new XError('Service Unavailable', 503)
    const clock = () => new Date(Date.now() + aheadMs)
    const delivery = bench.restarted({}, bench.instanceFile, { clock })
    await delivery.start()
    await delivery.enqueueBatch(bench.ownerId, {
      reply_ids: await bench.addReplies(differentTexts(1)),
      group_name: 'Launch',
    })
    await until(async () => (await bench.db.selectFrom('holds').selectAll().executeTakeFirst()) !== undefined)
    bench.x.readError = undefined
    let failures = 0
    const { selectFrom } = bench.db
    bench.db.selectFrom = new Proxy(selectFrom, {
      apply: (select, db, [from]) => {
        if (from !== 'task_items') return Reflect.apply(select, db, [from])
        failures += 1
        throw new Error('the database is away')
      },
    })
    aheadMs = 0
    delivery.wake()
    await until(() => failures > 1)
    bench.db.selectFrom = selectFrom
    delivery.wake()
    await bench.atRest()
    expect(await states()).toEqual(['completed'])
  })

  it('stops sending once another file, or none, lies where the database was', async () => {
    await begin(1)
    let isInPlace = false
    const errors: unknown[] = []
    const log = {
      info: () => undefined,
      warn: (fields: object) => errors.push(Reflect.get(fields, 'error')),
      error: () => undefined,
    }
    await bench.restarted({}, bench.instanceFile, { log, isInPlace: () => isInPlace }).start()
    await sendAll(await bench.addReplies(differentTexts(1)))
    await until(() => errors.length > 0)
    expect([await states(), errors[0]]).toEqual([
      ['queued'],
      'another file, or none, lies where the database was opened',
    ])
    isInPlace = true
    await bench.atRest()
  })
})
