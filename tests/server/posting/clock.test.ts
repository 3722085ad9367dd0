import { afterEach, describe, expect, it } from 'vitest'
import { XError } from '../../../server/x/types'
import { databasesHere } from '../../support/databases'
import { lost } from '../../support/fakeX'
import { createReadFirstBench, type ReadFirstBench } from '../../support/readFirst'
import { until } from '../../support/waiting'

const hourMs = 3_600_000

describe.each(databasesHere())('a clock that is changed while replies are sent on $name', (kind) => {
  let bench: ReadFirstBench
  afterEach(() => bench.dispose())

  it('causes a reading of every account, and no early check, if it is set forward', async () => {
    bench = await createReadFirstBench(kind, 1, { settleMs: 1500 })
    let aheadMs = 0
    bench.x.lagMs = 1000
    bench.x.fate = ({ count }) => {
      if (count > 1) return { posts: true }
      aheadMs = hourMs
      return lost(true)
    }
    const delivery = bench.restarted({}, bench.instanceFile, { clock: () => new Date(Date.now() + aheadMs) })
    await delivery.start()
    await bench.sendBatch(1)
    await bench.atRest()
    const [reply_id = ''] = await bench.addReplies(['And one more'])
    await delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: bench.accounts[0]?.id ?? 0 })
    await bench.atRest()
    expect([await bench.states(), bench.x.posts.length, bench.readings.length]).toEqual([
      ['completed', 'completed'],
      2,
      3,
    ])
  })

  it.each(['while the server runs', 'while it was stopped'])(
    'delays nothing until an old time if it is set back %s',
    async (when) => {
      bench = await createReadFirstBench(kind, 1)
      let aheadMs = hourMs
      bench.x.readError = new XError('Service Unavailable', 503)
      const deps = { clock: () => new Date(Date.now() + aheadMs) }
      const delivery = bench.restarted({}, bench.instanceFile, deps)
      await delivery.start()
      await bench.sendBatch(1, delivery)
      await until(bench.held)
      bench.x.readError = undefined
      if (when === 'while it was stopped') await delivery.stop()
      aheadMs = 0
      if (when === 'while it was stopped') await bench.restarted({}, bench.instanceFile, deps).start()
      else delivery.wake()
      await bench.atRest()
      expect(await bench.states()).toEqual(['completed'])
    },
  )

  it('delays nothing until a past time if it is set back, even if the database was away at that moment', async () => {
    bench = await createReadFirstBench(kind, 1)
    let aheadMs = hourMs
    bench.x.readError = new XError('Service Unavailable', 503)
    const clock = () => new Date(Date.now() + aheadMs)
    const delivery = bench.restarted({}, bench.instanceFile, { clock })
    await delivery.start()
    await bench.sendBatch(1, delivery)
    await until(bench.held)
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
    expect(await bench.states()).toEqual(['completed'])
  })
})
