import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { sqlite } from '../../support/databases'
import { type Bench, createBench } from '../../support/delivery'

describe('the file that a sender keeps beside its database', () => {
  let bench: Bench
  afterEach(() => bench.dispose())

  it('reveals a database without its data folder', async () => {
    bench = await createBench(sqlite, 1)
    await bench.delivery.start()
    await bench.delivery.stop()
    const task_id = await bench.sendBatch(1)
    const elsewhere = bench.restarted({ settleMs: 3_600_000 }, join(bench.instanceFile, '..', 'elsewhere.json'))
    await elsewhere.start()
    const [item] = await bench.items(task_id)
    expect(item?.state).toBe('unknown')
  })

  it('does not doubt a database if a power cut filled the file with zeros', async () => {
    bench = await createBench(sqlite, 1)
    await bench.delivery.start()
    await bench.delivery.stop()
    const task_id = await bench.sendBatch(1)
    writeFileSync(bench.instanceFile, '\0'.repeat(200))
    await bench.restarted({ settleMs: 3_600_000 }).start()
    await bench.atRest()
    const { state } = await bench.only(task_id)
    const mark: unknown = JSON.parse(readFileSync(bench.instanceFile, 'utf8'))
    expect([state, mark]).toEqual(['completed', expect.objectContaining({ instance: expect.any(String), attempt: 1 })])
  })
})
