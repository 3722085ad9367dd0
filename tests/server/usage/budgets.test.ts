import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { problems } from '../../../sandbox/x/problems'
import { apply } from '../../../server/posting/protocol/item'
import type { ItemEvent } from '../../../server/posting/protocol/itemEvents'
import { getTask } from '../../../server/posting/send/tasks'
import { lockItem } from '../../../server/posting/store'
import { claimNext } from '../../../server/posting/worker/claim'
import { classify } from '../../../server/posting/worker/classify'
import { recordOutcome } from '../../../server/posting/worker/outcome'
import { setBudget, unlimited } from '../../../server/usage/budgets.store'
import { readSpending, readTaskSpending } from '../../../server/usage/spending.store'
import { xRateCard } from '../../../server/x/prices'
import type { XOutcome } from '../../../server/x/types'
import { databases, databasesHere, sqlite } from '../../support/databases'
import { type Bench, createBench } from '../../support/delivery'
import { answer, problem } from '../../support/fakeX'
import { until } from '../../support/waiting'
import { withResolvers } from '../../support/withResolvers'

describe.each(databasesHere())('a daily budget on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  it('stops between two replies, shows that it waits, and resumes when the budget is raised or the day is over', async () => {
    bench = await createBench(kind, 5)
    const { db, ownerId, x } = bench
    const texts = [
      'A plain one',
      'Another of them',
      'One with a link: example.com/a',
      'The fourth stays',
      'And the fifth',
    ]
    const ids = await bench.addReplies(texts)
    let now = new Date('2026-11-23T10:00:00.000Z')
    const delivery = bench.restarted({}, bench.instanceFile, { clock: () => now })
    await db.transaction().execute((trx) => setBudget(trx, ownerId, 40_000))
    await delivery.start()
    const { task_id } = await delivery.enqueueBatch(ownerId, { reply_ids: ids, group_name: 'Launch' })
    const hold = () => db.selectFrom('holds').selectAll().where('scope', '=', `budget:${ownerId}`).executeTakeFirst()
    await until(async () => (await hold()) !== undefined)
    await until(async () => (await bench.items(task_id)).filter(({ state }) => state === 'completed').length === 2)
    expect(await hold()).toMatchObject({
      until: '2026-11-24T00:00:00.000Z',
      reason: "Today's budget of $0.04 is used up. Sending resumes at 00:00 UTC or when you raise it.",
    })
    expect(x.posts.map(({ sent }) => sent).toSorted()).toEqual(['A plain one', 'Another of them'])

    await db.transaction().execute((trx) => setBudget(trx, ownerId, 230_000))
    delivery.wake()
    await until(() => x.posts.length === 3)
    await until(async () => (await hold()) !== undefined)
    now = new Date('2026-11-24T00:00:00.001Z')
    delivery.wake()
    await until(() => x.posts.length === 5)
    await until(async () => (await getTask(db, ownerId, task_id)).status === 'completed')
    const { days } = await readSpending(db, ownerId, { card: xRateCard, ceiling: null }, now)
    expect(days.map(({ day, charged, open }) => ({ day, charged, open }))).toEqual([
      { day: '2026-11-24', charged: 30_000, open: 0 },
      { day: '2026-11-23', charged: 230_000, open: 0 },
    ])

    const call = { owner_id: ownerId, purpose: 'drafts', provider: 'There', prompt_version: 3 } as const
    const counted = { ...call, day: '2026-11-22', started_at: 's', output_tokens: 20 }
    const wrote = [
      { ...counted, model: 'gpt-a', input_tokens: 1_000, is_estimated: 0, micros: 700 },
      { ...counted, model: 'gpt-b', input_tokens: 310, is_estimated: 1, micros: null },
      { ...counted, model: 'gpt-c', input_tokens: 90, is_estimated: 0, micros: 80 },
    ] as const
    const calls = await db.insertInto('model_calls').values(wrote).returning('id').execute()
    for (const [at, by] of [0, 0, 1].entries())
      await db
        .updateTable('replies')
        .set({ call_id: calls[by]?.id ?? null })
        .where('id', '=', ids[at] ?? '')
        .execute()
    expect(await readTaskSpending(db, ownerId, task_id)).toEqual({
      ...{ charged: 260_000, open: 0, unpriced: 0 },
      models: { calls: 2, input_tokens: 1_310, output_tokens: 40, is_estimated: true, charged: 700, unpriced: 1 },
    })
  })
})

describe.each(databasesHere())('a fully reserved budget on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  it.each<[what: string, outcome: XOutcome, state: string]>([
    ['X was not reached', { kind: 'notSent', reason: 'no route' }, 'queued'],
    ['X limits the account', problem(429, 'Too Many Requests'), 'queued'],
    ['the app has no credits left', answer(problems.creditsDepleted.status, problems.creditsDepleted.body), 'queued'],
    ['X does not permit it', answer(problems.notPermitted.status, problems.notPermitted.body), 'failed'],
  ])('is free again if %s', async (_what, outcome, state) => {
    bench = await createBench(kind, 3)
    const { db, ownerId } = bench
    const store = { db, clock: () => new Date() }
    const claimed = () => claimNext(store, { epoch: 'e', until: '9999-01-01T00:00:00.000Z' })
    const held = () => db.selectFrom('holds').select('scope').where('scope', '=', `budget:${ownerId}`).execute()
    await db.transaction().execute((trx) => setBudget(trx, ownerId, 30_000))
    const task = await bench.sendBatch(3)
    const first = await claimed()
    await claimed()
    expect([await claimed(), await held()]).toEqual([undefined, [{ scope: `budget:${ownerId}` }]])
    if (!first || !('item' in first)) throw new Error('nothing was claimed')
    const met = classify(outcome, first.item.content, store.clock())
    await recordOutcome(store, { ...first, app: 'a' }, met, { settleMs: 60, deadlineMs: 100, replyRule: 'open' })
    expect([(await bench.items(task))[0]?.state, await held()]).toEqual([state, []])
    expect(await claimed()).toMatchObject({ item: { state: 'posting', position: 2 } })
  })

  it('is the server’s, if the operator has none of their own', async () => {
    bench = await createBench(kind, 3)
    const store = { db: bench.db, clock: () => new Date() }
    const money = { ...unlimited, ceiling: 30_000 }
    const gate = { isKnown: () => true, reading: [], isSameDatabase: () => true, aheadMs: () => 0, money }
    const lease = { epoch: 'e', until: '9999-01-01T00:00:00.000Z' }
    const claimed = async () => (await claimNext(store, lease, undefined, gate)) !== undefined
    await bench.sendBatch(3)
    expect([await claimed(), await claimed(), await claimed()]).toEqual([true, true, false])
  })

  it('is free again when a reply that X may have had was not posted manually either', async () => {
    bench = await createBench(kind, 3)
    const { db, ownerId } = bench
    const store = { db, clock: () => new Date() }
    const claimed = () => claimNext(store, { epoch: 'e', until: '9999-01-01T00:00:00.000Z' })
    await db.transaction().execute((trx) => setBudget(trx, ownerId, 30_000))
    const task = await bench.sendBatch(3)
    const first = await claimed()
    await claimed()
    if (!first || !('item' in first)) throw new Error('nothing was claimed')
    const lost = classify({ kind: 'lost', reason: 'no answer' }, first.item.content, store.clock())
    await recordOutcome(store, { ...first, app: 'a' }, lost, { settleMs: 60, deadlineMs: 100, replyRule: 'open' })
    const at = store.clock().toISOString()
    const absent: ItemEvent = { type: 'check.absent', mayResend: true, resendAt: '9999-01-01T00:00:00.000Z', at }
    const manual: ItemEvent = { type: 'hand.over', detail: 'X does not permit it', nextStep: null, at, now: at }
    const take = (event: ItemEvent) =>
      db.transaction().execute(async (trx) => {
        const row = await lockItem(trx, first.item.id)
        if (row) await apply(trx, row, event, at)
      })
    const state = async () => (await bench.items(task))[0]?.state
    while ((await state()) === 'unknown') await take(absent)
    await take({ type: 'item.claim' })
    await take(manual)
    expect([await state(), await claimed()]).toEqual(['handed_over', undefined])
    await take({ type: 'hand.notPosted' })
    expect(await state()).toBe('failed')
    expect(await claimed()).toMatchObject({ item: { state: 'posting', position: 2 } })
  })
})

const [, postgres] = databases

describe.runIf(postgres)('a budget that two processes check at once on PostgreSQL', () => {
  let bench: Bench
  afterEach(async () => {
    vi.restoreAllMocks()
    await bench.dispose()
  })

  const prepare = async (daily: number | null, ceiling: number | null = null) => {
    bench = await createBench(postgres ?? sqlite, 2)
    const { db, ownerId } = bench
    const store = { db, clock: () => new Date() }
    await db.transaction().execute((trx) => setBudget(trx, ownerId, daily))
    await bench.sendBatch(2)
    const lease = { epoch: 'e', until: '9999-01-01T00:00:00.000Z' }
    const open = { isKnown: () => true, reading: [], isSameDatabase: () => true, aheadMs: () => 0 }
    const money = { ...unlimited, ceiling }
    return { store, claimed: () => claimNext(store, lease, undefined, { ...open, money }) }
  }

  /** The next commit waits; the second transaction goes as far as it can before it. */
  const atOnce = async <First, Second>(first: () => Promise<First>, second: () => Promise<Second>) => {
    const { promise: isLetGo, resolve: letGo } = withResolvers()
    const { promise: isCommitting, resolve: commits } = withResolvers()
    const { promise: isWaiting, resolve: waits } = withResolvers()
    const original = pg.Client.prototype.query
    let committing: pg.Client | undefined
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
      const ask = () => Reflect.apply(original, this, given)
      const text = String(given[0])
      if (committing !== undefined && committing !== this && text.includes('pg_advisory')) waits()
      if (committing !== undefined || text !== 'commit') return ask()
      committing = this
      commits()
      return isLetGo.then(ask)
    } as never)
    const one = first()
    await isCommitting
    const other = second()
    await Promise.race([isWaiting, other])
    letGo()
    return [await one, await other] as const
  }

  it('pays for one reply if it is enough for one', async () => {
    const { claimed } = await prepare(15_000)
    const met = await atOnce(claimed, claimed)
    expect(met).toEqual([expect.objectContaining({ attemptId: expect.any(Number) }), undefined])
  })

  it.each([
    ['the operator set', 15_000, null],
    ['is the server’s ceiling', null, 15_000],
  ])('that %s is not held for calls that cost nothing in the end', async (_whose, daily, ceiling) => {
    const { store, claimed } = await prepare(daily, ceiling)
    const first = await claimed()
    if (!first || !('item' in first)) throw new Error('nothing was claimed')
    const met = classify({ kind: 'notSent', reason: 'no route' }, first.item.content, store.clock())
    const settings = { settleMs: 60, deadlineMs: 100, replyRule: 'open' } as const
    await atOnce(claimed, () => recordOutcome(store, { ...first, app: 'a' }, met, settings))
    expect(await bench.db.selectFrom('holds').select('scope').execute()).toEqual([])
  })

  it.each(['before', 'after'])('resumes if it is raised right %s it was found used up', async (when) => {
    const { claimed } = await prepare(14_000)
    const raise = () => bench.db.transaction().execute((trx) => setBudget(trx, bench.ownerId, 15_000))
    if (when === 'before') await atOnce(raise, claimed)
    else await atOnce(claimed, raise)
    expect(await bench.db.selectFrom('holds').select('scope').execute()).toEqual([])
  })
})
