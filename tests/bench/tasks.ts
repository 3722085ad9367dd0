import { randomBytes } from 'node:crypto'
import { initialColumns } from '../../server/delivery/item'
import { type Furnishing, inPieces, textOf, withProduct } from './furnishing'
import { median } from './visit'

const at = '2026-03-01T08:00:00.000Z'
const itemsPerTask = 10

/** What History and Task Details ask for, as the number of tasks grows; each task has ten items. */
export const benchTasks = async (): Promise<void> => {
  const rows: Record<string, Record<string, number>> = {}
  for (const count of [100, 1_000, 10_000]) {
    rows[count] = await withProduct(async (furnishing) => {
      const [newest] = await insertTasks(furnishing, count)
      await furnishing.close()
      const { call } = furnishing.operator
      return {
        'list of 100, ms': await timed(() => call('GET', '/tasks/?limit=100')),
        'details, ms': await timed(() => call('GET', `/tasks/${newest}`)),
      }
    })
  }
  console.log(`\nHistory and Task Details as the number of tasks grows, ${itemsPerTask} items each, one call at a time`)
  console.table(rows)
}

const timed = async (call: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < 15; round++) {
    const started = performance.now()
    await call()
    times.push(performance.now() - started)
  }
  return Number(median(times).toFixed(1))
}

/** @returns the tasks' ids, the newest first. */
const insertTasks = async ({ db, ownerId }: Furnishing, count: number): Promise<string[]> => {
  const dated = (index: number) => {
    const moment = new Date(Date.parse(at) - index * 60_000).toISOString()
    return { owner_id: ownerId, created_at: moment, updated_at: moment }
  }
  const ids = Array.from({ length: count }, () => randomBytes(6).toString('hex'))
  const items = ids.flatMap((task_id, index) =>
    Array.from({ length: itemsPerTask }, (_, position) => ({
      ...initialColumns(at),
      ...dated(index),
      task_id,
      position,
      reply_id: randomBytes(6).toString('hex'),
      account_id: null,
      twitter_username: `@mara${position}`,
      author_id: '1',
      target_tweet_id: '1991427730554880217',
      content: textOf(index * itemsPerTask + position),
      state: 'completed' as const,
      attempts: 1,
      reply_tweet_id: String(2_000_000_000_000_000_000n + BigInt(index * itemsPerTask + position)),
    })),
  )
  await db.transaction().execute(async (trx) => {
    const rows = ids.map((id, index) => ({
      id,
      kind: 'batch' as const,
      request_hash: id,
      error: null,
      ...dated(index),
    }))
    await inPieces(rows, (some) => trx.insertInto('tasks').values(some).execute())
    await inPieces(items, (some) => trx.insertInto('task_items').values(some).execute())
    await trx
      .insertInto('attempts')
      .columns(['item_id', 'epoch', 'started_at', 'finished_at', 'http_status', 'outcome', 'detail'])
      .expression(
        trx
          .selectFrom('task_items')
          .select(({ val }) => [
            'id',
            val('bench').as('epoch'),
            val(at).as('started_at'),
            val(at).as('finished_at'),
            val(201).as('http_status'),
            val('posted').as('outcome'),
            val(null).as('detail'),
          ]),
      )
      .execute()
  })
  return ids
}
