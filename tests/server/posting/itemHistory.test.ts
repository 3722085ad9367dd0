import { afterEach, describe, expect, it } from 'vitest'
import { apply } from '../../../server/posting/protocol/item'
import { readHistory } from '../../../server/posting/protocol/itemHistory'
import type { ItemHistory } from '../../../src/schemas/history/tasks'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench } from '../../support/delivery'
import { firstThen, lost, problem } from '../../support/fakeX'

const refused = problem(422, 'You are not allowed to reply.')

describe.each(databasesHere())('the history of an item on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  const itemsOf = async (task: string) => {
    const items = await bench.items(task)
    if (items.length === 0) throw new Error('no item')
    return items
  }
  const historyOf = async (task: string, place = 0) => {
    const item = (await itemsOf(task))[place]
    return readHistory(bench.db, bench.ownerId, task, item?.id ?? 0)
  }
  const path = ({ steps }: ItemHistory) => steps.map(({ event, state }) => `${event.type} -> ${state}`)

  it('has every step of a reply whose outcome was unknown, and only the own steps of another reply', async () => {
    bench = await createBench(kind, 2)
    bench.x.lagMs = Number.POSITIVE_INFINITY
    bench.x.fate = ({ userId }) => (userId === '1' ? lost(false) : { posts: true })
    await bench.delivery.start()
    const task = await bench.sendBatch(2)
    await bench.atRest()
    const [unanswered, sent] = [await historyOf(task), await historyOf(task, 1)]
    const [item] = await itemsOf(task)
    expect(path(unanswered)).toEqual([
      'item.claim -> posting',
      'post.lost -> unknown',
      'check.absent -> unknown',
      'check.absent -> queued',
      'item.claim -> posting',
      'post.lost -> unknown',
      'check.absent -> unknown',
      'check.absent -> needs_review',
    ])
    expect(unanswered.steps[1]?.event).toMatchObject({ detail: expect.stringContaining('read ECONNRESET') })
    expect(unanswered.steps.map(({ at }) => at)).toEqual(unanswered.steps.map(({ at }) => at).toSorted())
    expect([unanswered.created_at, unanswered.is_whole]).toEqual([item?.created_at, true])
    expect([path(sent), sent.is_whole]).toEqual([['item.claim -> posting', 'post.accepted -> completed'], true])
  })

  it('distinguishes final failures from retryable ones, and continues after a retry', async () => {
    bench = await createBench(kind, 1)
    bench.x.fate = firstThen({ posts: false, outcome: refused })
    await bench.delivery.start()
    const task = await bench.sendBatch(1)
    await bench.atRest()
    await bench.delivery.retryTask(bench.ownerId, task)
    await bench.atRest()
    const history = await historyOf(task)
    expect([path(history), history.is_whole]).toEqual([
      [
        'item.claim -> posting',
        'post.refused -> failed.retryable',
        'item.retry -> queued',
        'item.claim -> posting',
        'post.accepted -> completed',
      ],
      true,
    ])
  })

  it('begins with manual posting if the reply was stored for it', async () => {
    bench = await createBench(kind, 1, { replyRule: 'summoned' })
    const author = { id: '77', username: 'asker' }
    const standing = { author, thread: author, mentions: [], replySettings: 'everyone' }
    await bench.db
      .insertInto('posts')
      .values({
        owner_id: bench.ownerId,
        tweet_id: '1900000000000000001',
        text: 'Nobody was asked.',
        author_username: 'asker',
        author_name: 'Asker',
        fetched_at: new Date().toISOString(),
        standing: JSON.stringify(standing),
      })
      .execute()
    const task = await bench.sendBatch(1)
    const history = await historyOf(task)
    const [item] = await itemsOf(task)
    expect(item?.state).toBe('handed_over')
    expect([path(history), history.is_whole]).toEqual([['hand.over -> handed_over'], true])
  })

  it('shows that steps are missing if an item is older than its history', async () => {
    bench = await createBench(kind, 1)
    await bench.delivery.start()
    const task = await bench.sendBatch(1)
    await bench.atRest()
    await bench.db.deleteFrom('item_events').execute()
    expect(await historyOf(task)).toMatchObject({ is_whole: false, steps: [] })
    const [item] = await itemsOf(task)
    if (!item) throw new Error('no item')
    await bench.db.transaction().execute((trx) => apply(trx, item, { type: 'post.disproved' }, item.updated_at))
    const later = await historyOf(task)
    expect([later.steps.length, later.is_whole]).toEqual([1, false])
  })

  it('contains nothing of a change that was not stored', async () => {
    bench = await createBench(kind, 1)
    const task = await bench.sendBatch(1)
    const [item] = await itemsOf(task)
    if (!item) throw new Error('no item')
    const broken = bench.db.transaction().execute(async (trx) => {
      await apply(trx, item, { type: 'item.cancel' }, item.updated_at)
      throw new Error('the connection broke')
    })
    await expect(broken).rejects.toThrow('the connection broke')
    expect(path(await historyOf(task))).toEqual([])
  })

  it('is read only by its operator, under its own task', async () => {
    bench = await createBench(kind, 1)
    const task = await bench.sendBatch(1)
    const [item] = await itemsOf(task)
    const id = item?.id ?? 0
    await expect(readHistory(bench.db, bench.ownerId + 1, task, id)).rejects.toMatchObject({ statusCode: 404 })
    await expect(readHistory(bench.db, bench.ownerId, 'ffffffffffff', id)).rejects.toMatchObject({ statusCode: 404 })
  })
})
