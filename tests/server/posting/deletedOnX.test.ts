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
