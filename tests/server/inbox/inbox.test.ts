import { afterEach, describe, expect, it } from 'vitest'
import { credentialsOf, userIdOf } from '../../../sandbox/accounts-data'
import { createInbox } from '../../../server/features/inbox/inbox'
import { listWatches, switchWatch } from '../../../server/features/inbox/watches'
import { nothingWrong } from '../../../server/features/inbox/watchLease'
import { exceeded, setBudget, unlimited, usedUp } from '../../../server/usage/budgets.store'
import { createLedger } from '../../../server/usage/charges.store'
import { createXClient } from '../../../server/x/client'
import type { Ledger } from '../../../server/x/ledger'
import { type MentionsPage, type MentionsWindow, type ReceivedPost, XError } from '../../../server/x/types'
import { priceOfReading } from '../../../src/schemas/usage/money'
import { standIn } from '../../sandbox/standIn'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench, openTestCredentials } from '../../support/delivery'
import { until } from '../../support/waiting'
import { watchAccounts } from '../../support/watches'

const idAt = (minutesAgo: number) =>
  ((BigInt(Date.now() - minutesAgo * 60_000 - 1_288_834_974_657) << 22n) | BigInt(minutesAgo)).toString()

const said = (id: string, more: Partial<ReceivedPost> = {}): ReceivedPost => ({
  id,
  kind: 'mention',
  text: `Words of ${id}`,
  authorId: '77',
  authorUsername: 'Zoe',
  authorName: 'Zoe Q',
  ...more,
})

const xWith = (posts: ReceivedPost[]) => {
  const asked: MentionsWindow[] = []
  const failures: (XError | undefined)[] = []
  return {
    asked,
    failures,
    getMentions: async (_access: unknown, _user: string, window: MentionsWindow): Promise<MentionsPage> => {
      asked.push(window)
      const failure = failures.shift()
      if (failure) throw failure
      const matching = posts
        .filter(
          ({ id }) =>
            BigInt(id) > BigInt(window.sinceId ?? 0) && BigInt(id) < BigInt(window.untilId ?? '9999999999999999999'),
        )
        .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1))
      const page = matching.slice(0, 3)
      return { posts: page, newestId: page[0]?.id, oldestId: page.at(-1)?.id, hasMore: matching.length > page.length }
    },
  }
}

/** Each reading is in the ledger first, at the price of five mentions without their authors. */
const bookedBy = (ledger: Ledger, x: ReturnType<typeof xWith>) => ({
  ...x,
  getMentions: async (...asked: Parameters<typeof x.getMentions>) => {
    const reading = { path: 'users/1/mentions', since: '', posts: 5, beside: { posts: 0, users: 0 }, least: 5 }
    const { charge } = await ledger.begin({ ownerId: 1, account: '@user1', app: 'a' }, reading)
    if (charge !== undefined) await ledger.end(charge, { kind: 'refused' })
    return x.getMentions(...asked)
  },
})

describe.each(databasesHere())('the inbox on $name', (kind) => {
  let bench: Bench
  const inboxes: ReturnType<typeof createInbox>[] = []
  afterEach(async () => {
    await Promise.all(inboxes.splice(0).map((each) => each.stop()))
    await bench.dispose()
  })

  const watchRow = () =>
    bench.db.selectFrom('inbox_watches').selectAll().orderBy('account_id').executeTakeFirstOrThrow()
  const stored = () => bench.db.selectFrom('mentions').selectAll().orderBy('tweet_id').execute()
  const heldBack = async () => {
    const { db, ownerId } = bench
    const holds = await db.selectFrom('holds').select('reason').where('scope', '=', `reading:${ownerId}`).execute()
    return holds.length > 0 ? holds.map(({ reason }) => reason) : undefined
  }
  const readBy = (x: Parameters<typeof createInbox>[0]['x'], deps: Partial<Parameters<typeof createInbox>[0]> = {}) => {
    const inbox = createInbox({
      db: bench.db,
      x,
      openCredentials: openTestCredentials,
      clock: () => new Date(),
      money: unlimited,
      paceMs: 60_000,
      deadlineMs: 1000,
      log: { info: () => undefined, warn: () => undefined },
      ...deps,
    })
    inboxes.push(inbox)
    inbox.start()
    return inbox
  }
  const waitOf = (from: string | null, to: string) => Date.parse(to) - Date.parse(from ?? '')
  const due = () => bench.db.updateTable('inbox_watches').set({ next_at: '2026-01-01T00:00:00.000Z' }).execute()

  it('stores every page with its position: an interrupted reading continues below the stored part', async () => {
    bench = await createBench(kind, 1)
    await watchAccounts(bench, 1)
    const ids = [9, 8, 7, 6, 5, 4, 3, 2].map(idAt)
    const x = xWith(ids.map((id) => said(id)))
    x.failures.push(undefined, undefined, new XError('X did not answer'))
    const first = readBy(x)
    await until(async () => (await watchRow()).failures === 1)
    await first.stop()
    expect(await stored()).toHaveLength(6)
    const broken = await watchRow()
    expect(broken).toMatchObject({ since_id: null, walk_newest: ids[7], walk_until: ids[2], lease_epoch: null })
    expect(broken.paused).toBe('Mentions cannot be read: X did not answer.')

    // Another mention arrives above during the reading; the mentions below go first.
    const late = idAt(1)
    const rest = xWith([...ids, late].map((id) => said(id)))
    await due()
    const later = readBy(rest)
    await until(async () => (await watchRow()).since_id === ids[7])
    expect(rest.asked[0]).toMatchObject({ sinceId: undefined, untilId: ids[2] })
    await due()
    later.wake()
    await until(async () => (await watchRow()).since_id === late)
    expect((await stored()).map(({ tweet_id }) => tweet_id)).toEqual([...ids, late].sort())
    const { sinceId = '' } = rest.asked.findLast(({ untilId }) => untilId === undefined) ?? {}
    expect(BigInt(sinceId)).toBeLessThan(BigInt(ids[7] ?? ''))
    expect(await watchRow()).toMatchObject({ paused: null, failures: 0, walk_newest: null, walk_until: null })
  })

  it('uses no cursor from the future, which would hide earlier mentions', async () => {
    bench = await createBench(kind, 1)
    await watchAccounts(bench, 1)
    const now = idAt(4)
    const inTwoHours = (BigInt(now) + (BigInt(124 * 60_000) << 22n)).toString()
    await bench.db.updateTable('inbox_watches').set({ since_id: inTwoHours }).execute()
    const x = xWith([said(now)])
    readBy(x)
    await until(async () => (await watchRow()).since_id === now)
    expect([x.asked[0]?.sinceId, (await stored()).map(({ tweet_id }) => tweet_id)]).toEqual([undefined, [now]])
  })

  it.each(['while it reads', 'before it starts'])(
    'does not wait for a past time if the clock is set back %s',
    async (when) => {
      bench = await createBench(kind, 1)
      await watchAccounts(bench, 1)
      let aheadMs = 7_200_000
      const clock = () => new Date(Date.now() + aheadMs)
      const x = xWith([said(idAt(4))])
      const first = readBy(x, { clock })
      await until(async () => (await watchRow()).last_read_at !== null)
      if (when === 'before it starts') await first.stop()
      aheadMs = 0
      if (when === 'before it starts') readBy(x, { clock })
      else first.wake()
      const now = await until(async () => {
        const row = await watchRow()
        return Date.parse(row.last_read_at ?? '') <= Date.now() ? row : undefined
      })
      const { last_read_at, last_found_at, next_at, lease_until } = now
      expect(waitOf(last_read_at, next_at)).toBeLessThanOrEqual(72_000)
      expect([last_found_at, lease_until]).toEqual([last_read_at, null])
    },
  )

  it('does not wait for a past time if no reading succeeded before the clock was set back', async () => {
    bench = await createBench(kind, 1)
    await watchAccounts(bench, 1)
    let aheadMs = 7_200_000
    const x = xWith([])
    x.failures.push(new XError('X did not answer'))
    const inbox = readBy(x, { clock: () => new Date(Date.now() + aheadMs) })
    await until(async () => (await watchRow()).failures === 1)
    aheadMs = 0
    inbox.wake()
    const { next_at, written_at, last_read_at } = await until(async () => {
      const row = await watchRow()
      return Date.parse(row.written_at ?? '') <= Date.now() ? row : undefined
    })
    expect(waitOf(written_at, next_at)).toBeLessThanOrEqual(72_000)
    expect(last_read_at).toBeNull()
  })

  it('waits at least a minute if the window that X names is over by our clock', async () => {
    bench = await createBench(kind, 1)
    await watchAccounts(bench, 1)
    const x = xWith([])
    const reset = String(Math.floor(Date.now() / 1000) - 10)
    x.failures.push(new XError('Too Many Requests', 429, { 'x-rate-limit-reset': reset }, 'rateLimited'))
    readBy(x)
    await until(async () => (await watchRow()).failures === 1)
    const { next_at, written_at } = await watchRow()
    expect(waitOf(written_at, next_at)).toBeGreaterThanOrEqual(60_000)
  })

  it('requests no further page after it is switched off', async () => {
    bench = await createBench(kind, 1)
    await watchAccounts(bench, 1)
    const x = xWith([9, 8, 7, 6, 5, 4, 3, 2].map((minutes) => said(idAt(minutes))))
    const { getMentions } = x
    x.getMentions = async (...asked) => {
      const page = await getMentions(...asked)
      await bench.db.transaction().execute((trx) => switchWatch(trx, bench.ownerId, 1, false, { priceOf: () => null }))
      return page
    }
    const inbox = readBy(x)
    await until(async () => (await stored()).length === 3)
    await inbox.stop()
    expect(x.asked).toHaveLength(1)
    expect(await watchRow()).toMatchObject({ is_on: 0, lease_epoch: null, lease_until: null, walk_until: null })
  })

  it('continues when a running call was charged less than the reserved budget', async () => {
    bench = await createBench(kind, 1)
    const { db, ownerId } = bench
    await db.transaction().execute((trx) => setBudget(trx, ownerId, 1_000_000))
    const ledger = createLedger({ db, card: unlimited.card })
    const payer = { ownerId, account: '@user2', app: 'a' }
    const reading = { path: 'users/2/mentions', since: '', posts: 198, beside: { posts: 0, users: 0 } }
    const { charge } = await ledger.begin(payer, reading)
    await watchAccounts(bench, 1)
    const x = bookedBy(ledger, xWith([]))
    readBy(x)
    expect(await until(heldBack)).toEqual([usedUp(1_000_000, 'reading')])
    const price = priceOfReading(unlimited.card.prices, { posts: 5, users: 0 })
    const spent = (counted: 'all' | 'charged') => exceeded(db, ownerId, price, null, new Date(), counted)
    expect([await spent('all'), await spent('charged')]).toEqual([1_000_000, undefined])
    if (charge === undefined) throw new Error('nothing was charged')
    await ledger.end(charge, { kind: 'refused' })
    await until(() => x.asked.length === 1)
    expect(await heldBack()).toBeUndefined()
  })

  it('continues when a used budget is raised, or the server has another ceiling', async () => {
    bench = await createBench(kind, 2)
    await watchAccounts(bench, 1)
    await watchAccounts(bench, 2)
    await bench.db.updateTable('inbox_watches').set({ is_on: 0 }).where('account_id', '=', 2).execute()
    const x = xWith([])
    const poor = { money: { ...unlimited, ceiling: 24_999 } }
    const asked = bookedBy(createLedger({ db: bench.db, ...poor.money }), x)
    const first = readBy(asked, poor)
    const reasons = [
      "The rest of today's budget of $0.024999 does not pay for 5 mentions, the fewest that X returns. Reading resumes at 00:00 UTC or when you raise it.",
    ]
    expect(await until(heldBack)).toEqual(reasons)
    await first.stop()
    const paused = async () =>
      (await listWatches(bench.db, bench.ownerId, { priceOf: () => null })).map((watch) => watch.paused)
    const words = `Mentions cannot be read: ${reasons[0]}`
    expect([await paused(), await watchRow()]).toEqual([[words, null], expect.objectContaining(nothingWrong)])
    await bench.db.transaction().execute((trx) => setBudget(trx, bench.ownerId + 1, null))
    expect(await heldBack()).toEqual(reasons)
    await bench.db.transaction().execute((trx) => setBudget(trx, bench.ownerId, 20_000))
    expect([await heldBack(), await paused()]).toEqual([undefined, [null, null]])
    const second = readBy(asked, poor)
    expect(await until(heldBack)).toEqual(reasons.map((each) => each.replace('$0.024999', '$0.02')))
    await second.stop()
    await bench.delivery.start()
    expect([await heldBack(), x.asked]).toEqual([undefined, []])
  })

  it('finds a mention that X shows late, below the newest one, which stays the newest', async () => {
    bench = await createBench(kind, 1)
    await watchAccounts(bench, 1)
    const posts = [said(idAt(4)), said(idAt(70))]
    const newest = posts[0]?.id
    const x = xWith(posts)
    const inbox = readBy(x)
    await until(async () => (await watchRow()).since_id === newest)
    posts[0] = said(idAt(50))
    await bench.db.updateTable('inbox_watches').set({ next_at: '2026-01-01T00:00:00.000Z' }).execute()
    inbox.wake()
    await until(async () => (await stored()).length === 3)
    const { sinceId = '' } = x.asked.at(-1) ?? {}
    expect([BigInt(sinceId) < BigInt(idAt(50)), BigInt(sinceId) > BigInt(idAt(70))]).toEqual([true, true])
    await until(async () => (await watchRow()).lease_until === null)
    expect((await watchRow()).since_id).toBe(newest)
  })

  it('is read by one process at a time, and waits as long as X requires', async () => {
    bench = await createBench(kind, 1)
    await watchAccounts(bench, 1)
    const x = xWith([said(idAt(4))])
    const reset = Math.ceil(Date.now() / 1000) + 600
    x.failures.push(new XError('Too Many Requests', 429, { 'x-rate-limit-reset': String(reset) }, 'rateLimited'))
    if (bench.dialect === 'postgres') readBy(x)
    readBy(x)
    await until(async () => (await watchRow()).failures > 0)
    expect(x.asked).toHaveLength(1)
    expect(await watchRow()).toMatchObject({
      next_at: new Date(reset * 1000).toISOString(),
      paused: 'Mentions cannot be read: Too Many Requests.',
    })
  })

  it('stops with an app without credits, reads no inactive account, and drops a cursor that X refuses', async () => {
    bench = await createBench(kind, 2)
    await watchAccounts(bench, 1)
    await watchAccounts(bench, 2)
    await bench.db.updateTable('accounts').set({ is_active: 0 }).where('id', '=', 2).execute()
    await bench.db.updateTable('accounts').set({ x_app: 'spent' }).execute()
    await bench.db
      .updateTable('inbox_watches')
      .set({ since_id: idAt(3) })
      .execute()
    const x = xWith([])
    x.failures.push(new XError("'since_id' must be a tweet id created after", 400))
    x.failures.push(new XError('CreditsDepleted', 402, {}, 'appStopped'))
    const inbox = readBy(x)
    await until(async () => (await watchRow()).failures === 1)
    expect(await watchRow()).toMatchObject({ since_id: null })
    await due()
    inbox.wake()
    await until(async () => (await watchRow()).failures === 2)
    expect(x.asked).toHaveLength(2)
    expect(await bench.db.selectFrom('holds').select(['scope', 'reason']).execute()).toEqual([
      { scope: 'paused:spent', reason: 'CreditsDepleted.' },
    ])
  })

  it('reads from the stand-in all kinds of posts that concern the account, and people who want to be left alone', async () => {
    bench = await createBench(kind, 1)
    const username = 'crema_notes'
    const { username: _, ...credentials } = credentialsOf(username)
    await bench.db
      .updateTable('accounts')
      .set({ ...credentials, username: `@${username}`, username_key: username, x_user_id: userIdOf(username) })
      .execute()
    const x = await standIn()
    const own = '1990000000000000001'
    x.control({
      planted: { [own]: { username, text: 'A post of ours' } },
      arrivals: [
        { username: 'ada', name: 'Ada', text: `what do you think, @${username}? &` },
        { username: 'bob', text: 'I disagree', inReplyTo: own },
        { username: 'cleo', text: 'Look at this', quotes: own },
        { username: 'dora', text: 'Please STOP  replying to me!', inReplyTo: own },
        { username: 'other', text: 'Nothing to do with it, @brewlab_ama' },
        ...Array.from({ length: 120 }, (_each, index) => ({ username: `fan${index}`, text: `@${username} ${index}` })),
      ],
    })
    await watchAccounts(bench, 1)
    const client = createXClient({ baseUrl: x.baseUrl, timeoutMs: 10_000 })
    readBy(client)
    await until(async () => (await watchRow()).since_id !== null)
    const rows = await stored()
    expect(rows).toHaveLength(124)
    expect(rows.slice(0, 4)).toMatchObject([
      { kind: 'mention', author_username: 'ada', author_name: 'Ada', text: `what do you think, @${username}? &` },
      { kind: 'reply', author_username: 'bob', text: 'I disagree', asks_to_stop: 0 },
      { kind: 'quote', author_username: 'cleo', text: 'Look at this' },
      { kind: 'reply', author_username: 'dora', author_id: userIdOf('dora'), asks_to_stop: 1 },
    ])
    expect(await bench.db.selectFrom('do_not_reply').select(['username', 'x_user_id', 'reason']).execute()).toEqual([
      {
        username: '@dora',
        x_user_id: userIdOf('dora'),
        reason: 'Asked to be left alone: "Please STOP  replying to me!"',
      },
    ])
    expect(x.requests().map(({ path }) => path)).toEqual(Array(2).fill(`/2/users/${userIdOf(username)}/mentions`))
  })
})
