import { afterEach, describe, expect, it, vi } from 'vitest'
import { readHistory } from '../../../server/posting/protocol/itemHistory'
import { matches } from '../../../server/posting/protocol/normalise'
import type { DeliveryConfig } from '../../../server/posting/protocol/types'
import { check } from '../../../server/posting/verify/verify'
import { leadingMentions } from '../../../server/x/leadingMentions'
import { XError } from '../../../server/x/types'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench, openTestCredentials } from '../../support/delivery'
import { answer, firstThen, lost } from '../../support/fakeX'
import { until } from '../../support/waiting'

const hours = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

describe('distinguishing the sent reply from other posts', () => {
  const since = new Date('2026-11-21T12:00:00Z')
  const shows = (content: string, text: string, entities: string[] = ['author', 'other']) =>
    matches(
      {
        id: '1',
        text,
        leadingMentions: leadingMentions(text, placed(text, entities)),
        authorId: '1',
        authorUsername: 'a',
        authorName: 'A',
        createdAt: '2026-11-21T12:00:30Z',
        inReplyTo: '2',
      },
      { content, targetId: '2', since },
    )

  const placed = (text: string, usernames: string[]) =>
    usernames.flatMap((username) => {
      const start = text.indexOf(`@${username}`)
      return start === -1 ? [] : [{ username, start, end: start + username.length + 1 }]
    })

  it.each([
    ['Read https://example.com/a?b=c today', '@author Read https://t.co/a1B2c3D4e5 today'],
    ['Read example.com/a today', '@author Read https://t.co/a1B2c3D4e5 today'],
    ['Try example.com, or (sub.example.org).', 'Try https://t.co/a1B2c3D4e5, or (https://t.co/f6G7h8I9j0).'],
    ['看看example.com/a很好', '看看https://t.co/a1B2c3D4e5很好'],
    ['At http://example.brandnewtld/x. Yes', 'At https://t.co/a1B2c3D4e5. Yes'],
    ['To a@example.com,example.com', 'To a@example.com,https://t.co/a1B2c3D4e5'],
    ['Tom & Jerry <3', '@author @other Tom &amp; Jerry &lt;3'],
    ['@friend two  spaces\nand a line', '@author @friend two spaces and a line'],
  ])('recognises %j as the post that X shows as %j', (content, text) => {
    expect(shows(content, text)).toBe(true)
  })

  it.each([
    ['whatever the length of the name', 'Hi', '@a_name_of_20_letters Hi', ['a_name_of_20_letters']],
    ['also where X did not repeat what was written', '@Author: hi', '@author: hi', ['author']],
    ['in whatever order', '@friend hi', '@friend @author hi', ['friend', 'author']],
    ['also one that is nobody on X', '@nobody hi', '@author @nobody hi', ['author']],
    ['and mentions within the words stay', 'hi @friend', '@author hi @friend', ['author', 'friend']],
  ])('uses the leading mentions that X reports, %s', (_, content, text, entities) => {
    expect(shows(content, text, entities)).toBe(true)
  })

  it('counts as a mention only what X calls a mention', () => {
    expect([shows('Hi', '@author Hi', []), shows('Hi', '@author @other Hi', ['author'])]).toEqual([false, false])
  })

  it.each([
    ['Read example.com/a today', 'Read https://t.co/a1B2c3D4e5 tomorrow'],
    ['Version 1.2 is out', 'Version 1.3 is out'],
    ['Read example.com', 'Read'],
  ])('does not mistake %j for %j', (content, text) => {
    expect(shows(content, text)).toBe(false)
  })
})

describe.each(databasesHere())('checking whether a reply was posted on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  const sendOne = async (config: Partial<DeliveryConfig> = {}) => {
    bench = await createBench(kind, 1, config)
    bench.x.fate = firstThen(lost(true))
    bench.x.duplicateFilter = false
    return bench.sendBatch(1)
  }

  it("finds a post that is older than its sending by X's clock, and sends nothing again", async () => {
    const task = await sendOne()
    const { createReply } = bench.x
    bench.x.createReply = async (...call) => {
      const outcome = await createReply(...call)
      for (const post of bench.x.posts) post.createdAt = ago(5 * 60_000)
      return outcome
    }
    await bench.delivery.start()
    await bench.atRest()
    expect([(await bench.only(task)).state, bench.x.posts.length]).toEqual(['completed', 1])
  })

  it('finds the post of an attempt that a restored backup lacks', async () => {
    const task = await sendOne({ settleMs: 60_000 })
    await bench.delivery.start()
    await until(async () => (await bench.only(task)).state === 'unknown')
    for (const post of bench.x.posts) post.createdAt = ago(60 * 60_000)
    const now = ago(0)
    await bench.db
      .updateTable('task_items')
      .set({ created_at: ago(120 * 60_000), restored_at: now, next_at: now })
      .execute()
    await bench.atRest()
    expect([(await bench.only(task)).state, bench.x.posts.length]).toEqual(['completed', 1])
  })

  it.each([
    ['known before', () => 20 * 60_000],
    ['told by the reading itself', (readings: number) => (readings === 0 ? 0 : 20 * 60_000)],
    ['corrected since', (readings: number) => (readings === 0 ? 20 * 60_000 : 25 * 60_000)],
  ])(
    'finds its post at the first check if the clock is ahead of X’s by more than the window, %s',
    async (_name, aheadMs) => {
      const task = await sendOne()
      bench.x.skewMs = 20 * 60_000
      let readings = 0
      const { getUserPosts } = bench.x
      bench.x.getUserPosts = async (...call) => {
        const posts = await getUserPosts(...call)
        readings += 1
        return posts
      }
      bench.x.ahead = () => ({ now: aheadMs(readings), atMost: aheadMs(readings) })
      await bench.delivery.start()
      await bench.atRest()
      const { steps } = await readHistory(bench.db, bench.ownerId, task, (await bench.only(task)).id)
      expect(steps.map(({ event }) => event.type)).toEqual(['item.claim', 'post.lost', 'check.found'])
      expect(bench.x.posts).toHaveLength(1)
    },
  )

  it("finds the post if the sender's clock was ahead of X’s, and the reader's clock is right", async () => {
    const task = await sendOne()
    bench.x.skewMs = 20 * 60_000
    const { createReply, getUserPosts } = bench.x
    bench.x.createReply = async (...call) => {
      bench.x.ahead = () => ({ now: 0, atMost: 0 })
      return createReply(...call)
    }
    const since: (Date | undefined)[] = []
    bench.x.getUserPosts = async (...call) => {
      since.push(call[2])
      return getUserPosts(...call)
    }
    await bench.delivery.start()
    await bench.atRest()
    expect([(await bench.only(task)).state, bench.x.posts.length]).toEqual(['completed', 1])
    expect(since.map((from) => Math.round((Date.now() - (from?.getTime() ?? 0)) / 60_000))).toEqual([30])
  })

  it('waits as long as X requires after too many readings', async () => {
    const reset = Math.ceil(Date.now() / 1000) + 2
    const task = await sendOne()
    const { getUserPosts } = bench.x
    const headers = { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(reset) }
    const readings: number[] = []
    bench.x.getUserPosts = async (...call) => {
      readings.push(Date.now())
      if (readings.length === 1) throw new XError('Too Many Requests', 429, headers)
      return getUserPosts(...call)
    }
    await bench.delivery.start()
    await bench.atRest()
    expect(readings[1]).toBeGreaterThanOrEqual(reset * 1000)
    expect([(await bench.only(task)).state, bench.x.posts.length]).toEqual(['completed', 1])
  })

  it('has time for several slow readings', async () => {
    const task = await sendOne({ leaseMs: 800 })
    const { getUserPosts } = bench.x
    let readings = 0
    bench.x.getUserPosts = async (...call) => {
      readings += 1
      const posts = await getUserPosts(...call)
      await new Promise((resolve) => setTimeout(resolve, 1200))
      return posts
    }
    await bench.delivery.start()
    await bench.atRest()
    expect([(await bench.only(task)).state, readings]).toEqual(['completed', 1])
  })

  it('sends over a connection that took nearly the whole deadline to open', async () => {
    const task = await sendOne({ leaseMs: undefined, deadlineMs: 60_000 })
    bench.x.fate = () => ({ posts: true })
    const { createReply } = bench.x
    const mayHaveSent: boolean[] = []
    bench.x.createReply = async (credentials, reply, maySend = () => true) => {
      const connecting = Date.now()
      vi.useFakeTimers({ toFake: ['Date'] })
      for (const tookMs of [59_000, 80_000]) {
        vi.setSystemTime(connecting + tookMs)
        mayHaveSent.push(maySend())
      }
      vi.useRealTimers()
      return createReply(credentials, reply)
    }
    await bench.delivery.start()
    await bench.atRest()
    expect([(await bench.only(task)).state, mayHaveSent]).toEqual(['completed', [true, false]])
  })

  it('checks X if the client failed after X had accepted the reply', async () => {
    const task = await sendOne()
    const { createReply } = bench.x
    bench.x.createReply = async (...call) => {
      await createReply(...call)
      throw new Error('a bug in the client')
    }
    await bench.delivery.start()
    await bench.atRest()
    expect([(await bench.only(task)).state, bench.x.posts.length]).toEqual(['completed', 1])
  })

  it('checks X if an answer cannot be read after X had accepted the reply', async () => {
    const task = await sendOne()
    const headers: Record<string, string> = {}
    Object.defineProperty(headers, 'x-rate-limit-reset', {
      get() {
        throw new Error('a bug in reading answers')
      },
    })
    bench.x.fate = () => ({ posts: true, outcome: answer(201, { data: { id: '1', text: 't' } }, headers) })
    await bench.delivery.start()
    await bench.atRest()
    const item = await bench.only(task)
    expect([item.state, item.reply_tweet_id, bench.x.posts.length]).toEqual(['completed', bench.x.posts[0]?.id, 1])
  })

  it('reads again if the client failed', async () => {
    const task = await sendOne()
    const { getUserPosts } = bench.x
    bench.x.getUserPosts = async () => {
      bench.x.getUserPosts = getUserPosts
      throw new Error('a bug in the client')
    }
    await bench.delivery.start()
    await bench.atRest()
    expect([(await bench.only(task)).state, bench.x.posts.length]).toEqual(['completed', 1])
  })

  it('decides nothing if the database does not answer', async () => {
    const task = await sendOne({ settleMs: 3_600_000 })
    await bench.delivery.start()
    await until(async () => (await bench.only(task)).state === 'unknown')
    await bench.delivery.stop()
    const [account] = bench.accounts
    if (!account) throw new Error('no account')
    const db = bench.db.withPlugin({
      transformQuery() {
        throw new Error('the connection was lost')
      },
      transformResult: async ({ result }) => result,
    })
    const stored = bench.db.transaction.bind(bench.db)
    const store = { db: Object.assign(db, { transaction: stored }), clock: () => new Date() }
    const reader = { x: bench.x, openCredentials: openTestCredentials, settleMs: 60, proofMs: 600_000, mayResend: true }
    await expect(check(store, { item: await bench.only(task), account }, reader)).rejects.toThrow(
      'the connection was lost',
    )
    expect((await bench.only(task)).state).toBe('unknown')
  })

  it("does not mistake X's slow clock for late posts", async () => {
    const task = await sendOne()
    const { createReply, getUserPosts } = bench.x
    bench.x.createReply = async (...call) => {
      const outcome = await createReply(...call)
      for (const post of bench.x.posts) post.createdAt = ago(5 * 60_000)
      return outcome
    }
    bench.x.getUserPosts = async () => {
      bench.x.getUserPosts = getUserPosts
      return { posts: [], isWhole: true }
    }
    await bench.delivery.start()
    await bench.atRest()
    expect([(await bench.only(task)).state, bench.x.posts.length]).toEqual(['completed', 1])
    expect(await learned()).toBeLessThan(60_000)
  })

  it('does not mistake its own downtime for late posts of X', async () => {
    const task = await sendOne({ settleMs: 1000 })
    bench.x.lagMs = Number.POSITIVE_INFINITY
    await bench.delivery.start()
    await until(async () => (await bench.only(task)).clean_reads === 1)
    await bench.delivery.stop()
    const createdAt = ago(8 * hours)
    const missedAt = new Date(Date.parse(createdAt) + 1000).toISOString()
    await bench.db.updateTable('attempts').set({ started_at: createdAt }).execute()
    await bench.db
      .updateTable('task_items')
      .set({ state: 'unknown', clean_reads: 1, lease_until: null, next_at: missedAt, updated_at: missedAt })
      .execute()
    await bench.db.updateTable('item_events').set({ at: missedAt }).execute()
    for (const post of bench.x.posts) Object.assign(post, { createdAt, visibleAt: 0 })
    await bench.restarted().start()
    await bench.atRest()
    expect((await bench.only(task)).state).toBe('completed')
    expect(await learned()).toBe(1500)
  })

  it('counts no delay if only the second request posted', async () => {
    const task = await sendOne()
    bench.x.fate = ({ count }) => lost(count === 2)
    await bench.delivery.start()
    await bench.atRest()
    expect([(await bench.only(task)).state, bench.x.requests.length, await learned()]).toEqual([
      'completed',
      2,
      undefined,
    ])
  })

  const learned = async (): Promise<number | undefined> => {
    const rows = await bench.db.selectFrom('instance').select('value').where('key', 'like', 'settle_ms:%').execute()
    return rows[0] && Number(rows[0].value)
  }
})
