import { afterEach, describe, expect, it } from 'vitest'
import { reconcile } from '../../../server/posting/verify/reconcile'
import { databasesHere } from '../../support/databases'
import { createReadFirstBench, type ReadFirstBench } from '../../support/readFirst'

const dayMs = 24 * 3_600_000

describe.each(databasesHere())('completed replies that X does not show on $name', (kind) => {
  let bench: ReadFirstBench
  afterEach(() => bench.dispose())

  const days = (ago: number) => new Date(Date.now() - ago * dayMs)
  /** The number of completed items that a reading without the post reopens. */
  const takenBack = async (since: Date, atMost = 0) => {
    const store = { db: bench.db, clock: () => new Date() }
    const account = { id: bench.accounts[0]?.id ?? 0 }
    const reading = { account, userId: '1', posts: [], isWhole: true, since, ahead: { now: 0, atMost } }
    const { disproved } = await bench.db.transaction().execute((trx) => reconcile(store, trx, reading))
    return disproved.length
  }
  const advice = async () =>
    (await bench.db.selectFrom('task_items').select('next_step').orderBy('id').execute()).map((item) => item.next_step)
  const date = (created: Date, updated: Date) =>
    bench.db
      .updateTable('task_items')
      .set({ created_at: created.toISOString(), updated_at: updated.toISOString() })
      .execute()

  it('are not sent again if they were posted and then deleted on X', async () => {
    bench = await createReadFirstBench(kind, 1)
    await bench.delivery.start()
    await bench.sendBatch(1)
    await bench.atRest()
    await bench.delivery.stop()
    bench.x.posts = []
    await bench.readAgain()
    expect(await bench.states()).toEqual(['completed', 'completed'])
    expect(await advice()).toEqual([null, null])
  })

  it('are marked after an hour, each by itself, until X shows them again', async () => {
    bench = await createReadFirstBench(kind, 3)
    await bench.delivery.start()
    for (const [index, { id }] of bench.accounts.entries()) {
      const [reply_id = ''] = await bench.addReplies([`Reply number ${index + 1} of this account`])
      await bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: id })
    }
    await bench.atRest()
    await bench.db
      .updateTable('task_items')
      .set({ account_id: bench.accounts[0]?.id ?? 0, author_id: null })
      .execute()
    const { posts } = bench.x
    const gone = 'X no longer shows this reply. It was deleted, or X removed it. It is not sent again.'
    const read = async (minutes: number, shown: typeof posts, isWhole = true) => {
      const store = { db: bench.db, clock: () => new Date(Date.now() + minutes * 60_000) }
      const account = { id: bench.accounts[0]?.id ?? 0 }
      const reading = { account, userId: '1', posts: shown, isWhole, since: days(1), ahead: { now: 0, atMost: 0 } }
      await bench.db.transaction().execute((trx) => reconcile(store, trx, reading))
      return advice()
    }
    const others = posts.toSpliced(1, 1)
    expect(await read(59, others)).toEqual([null, null, null])
    expect(await read(61, others, false)).toEqual([null, null, null])
    expect(await read(61, others)).toEqual([null, gone, null])
    expect(await read(62, others)).toEqual([null, gone, null])
    expect(new Set(await bench.states())).toEqual(new Set(['completed']))
    expect(await read(63, posts)).toEqual([null, null, null])
  })

  it('are not sent again if they waited for days before they were posted, and were then deleted on X', async () => {
    bench = await createReadFirstBench(kind, 1)
    await bench.delivery.start()
    await bench.sendBatch(1)
    await bench.atRest()
    await date(days(2), new Date())
    expect(await takenBack(days(3))).toBe(0)
    await date(days(2), days(1.5))
    expect(await takenBack(days(3))).toBe(1)
  })

  it('stay completed if the clock is days ahead of X’s', async () => {
    bench = await createReadFirstBench(kind, 1)
    await bench.delivery.start()
    await bench.sendBatch(1)
    await bench.atRest()
    await date(days(-2), days(-2))
    expect(await takenBack(new Date(), 2 * dayMs)).toBe(0)
    expect(await takenBack(new Date())).toBe(1)
  })
})
