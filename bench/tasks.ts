import { randomBytes } from 'node:crypto'
import { initialColumns } from '../server/posting/protocol/item'
import { crew, emptyQueue, insertReplies } from './batch'
import { type Furnishing, inPieces, textOf, withProduct } from './furnishing'
import { median } from './visit'

const at = '2026-03-01T08:00:00.000Z'
const itemsPerTask = 10
const calls = 15
const batch = 200

/** Measures the calls of History, Task Details and a batch as the number of tasks grows; each task has ten items. */
export const benchTasks = async (): Promise<void> => {
  const rows: Record<string, Record<string, number>> = {}
  for (const count of [100, 1_000, 10_000]) {
    rows[count] = await withProduct(async (furnishing) => {
      const [newest] = await insertTasks(furnishing, count)
      const replies = await insertReplies(furnishing, batch, batch * calls)
      const { call } = furnishing.operator
      const send = async () => {
        const reply_ids = replies.splice(0, batch).map(({ reply_id }) => reply_id)
        await call('POST', '/twitter/tweet/batch-post-replies', { reply_ids, group_name: crew })
      }
      const measured = {
        'list of 100, ms': await timed(() => call('GET', '/tasks/?limit=100')),
        'details, ms': await timed(() => call('GET', `/tasks/${newest}`)),
        [`answer of a batch of ${batch}, ms`]: await timed(send, () => emptyQueue(furnishing)),
      }
      await furnishing.close()
      return measured
    })
  }
  console.log(`\nCalls as the number of tasks grows, ${itemsPerTask} items each, one call at a time`)
  console.table(rows)
}

const timed = async (call: () => Promise<unknown>, afterwards?: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < calls; round++) {
    const started = performance.now()
    await call()
    times.push(performance.now() - started)
    await afterwards?.()
  }
  return Number(median(times).toFixed(1))
}

export const insertTasks = async ({ db, ownerId }: Furnishing, count: number): Promise<string[]> => {
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
      target_tweet_id: String(1_900_000_000_000_000_000n + BigInt(index)),
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
