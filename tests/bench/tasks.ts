import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type OpenDatabase, openDatabase } from '../../server/db/database'
import { appScope } from '../../server/delivery/holds'
import { initialColumns } from '../../server/delivery/item'
import { type ApiOperator, createOperator } from '../e2e/furnished'
import { type Product, startProduct } from '../support/product'
import { median } from './visit'

const at = '2026-03-01T08:00:00.000Z'
const atOnce = 500
const itemsPerTask = 10
const batch = { replies: 200, rounds: 40, accounts: [200, 10_000], atMostMillis: 100 }

interface Furnishing extends OpenDatabase {
  operator: ApiOperator
  ownerId: number
}

/** On a product of its own, with a way past its API. */
const withProduct = async <T>(use: (furnishing: Furnishing) => Promise<T>): Promise<T> => {
  const product = await startProduct()
  try {
    return await use(await open(product))
  } finally {
    await product.dispose()
  }
}

const open = async (product: Product): Promise<Furnishing> => {
  const operator = await createOperator(product.url, 'tasks@example.com')
  const opened = await openDatabase({ file: join(product.dataDir, 'auto-comment-bot.db') })
  const { id } = await opened.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', operator.email)
    .executeTakeFirstOrThrow()
  return { ...opened, operator, ownerId: id }
}

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
    for (let from = 0; from < count; from += atOnce) {
      const some = ids.slice(from, from + atOnce)
      await trx
        .insertInto('tasks')
        .values(some.map((id, index) => ({ id, kind: 'batch', request_hash: id, error: null, ...dated(from + index) })))
        .execute()
    }
    for (let from = 0; from < items.length; from += atOnce) {
      await trx
        .insertInto('task_items')
        .values(items.slice(from, from + atOnce))
        .execute()
    }
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

/** How long a batch of 200 replies waits for its answer, through groups of two sizes. Nothing is posted meanwhile. */
export const benchBatch = async (): Promise<void> => {
  const rows: Record<string, Record<string, number | string>> = {}
  for (const accounts of batch.accounts) {
    const times = await withProduct((furnishing) => sendBatches(furnishing, accounts))
    const sorted = times.sort((one, other) => one - other)
    rows[`${accounts} accounts`] = {
      'p50 ms': Math.round(median(sorted)),
      'p99 ms': Math.round(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN),
      wanted: `p99 at most ${batch.atMostMillis} ms`,
    }
  }
  console.log(`\nAnswer of a batch of ${batch.replies} replies, SQLite, ${batch.rounds} batches`)
  console.table(rows)
}

const sendBatches = async (furnishing: Furnishing, accounts: number): Promise<number[]> => {
  const { call } = furnishing.operator
  await call('POST', '/groups', { name: 'crew', description: 'bench' })
  const replies = await insertBatches(furnishing, accounts)
  const times: number[] = []
  for (let round = 0; round < batch.rounds; round++) {
    const reply_ids = replies.slice(round * batch.replies, (round + 1) * batch.replies)
    const started = performance.now()
    await call('POST', '/twitter/tweet/batch-post-replies', { reply_ids, group_name: 'crew' })
    times.push(performance.now() - started)
    await furnishing.db.updateTable('task_items').set({ state: 'completed' }).where('state', '=', 'queued').execute()
  }
  await furnishing.close()
  return times
}

/** @returns the ids of enough replies for all rounds. */
const insertBatches = async ({ db, ownerId }: Furnishing, accounts: number): Promise<string[]> => {
  const owned = { owner_id: ownerId, created_at: at, updated_at: at }
  const group = await db.selectFrom('groups').select('id').executeTakeFirstOrThrow()
  const sealed = 'v1.00000000.'.padEnd(80, 'x')
  const credentials = {
    client_id: sealed,
    client_secret: sealed,
    api_key: sealed,
    api_secret: sealed,
    access_token: sealed,
    access_token_secret: sealed,
  }
  const people = Array.from({ length: accounts }, (_, index) => ({
    ...owned,
    ...credentials,
    username: `@mara${index}`,
    username_key: `mara${index}`,
    group_id: group.id,
    is_active: 1 as const,
    x_user_id: String(index + 1),
    verified_at: at,
  }))
  const replies = Array.from({ length: batch.replies * batch.rounds }, (_, index) => ({
    ...owned,
    id: randomBytes(6).toString('hex'),
    tweet_id: '1991427730554880217',
    generated_content: textOf(index),
    content: textOf(index),
  }))
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('holds')
      .values({ scope: appScope(ownerId), until: '2999-01-01T00:00:00.000Z', reason: 'bench', created_at: at })
      .execute()
    for (let from = 0; from < people.length; from += atOnce) {
      await trx
        .insertInto('accounts')
        .values(people.slice(from, from + atOnce))
        .execute()
    }
    for (let from = 0; from < replies.length; from += atOnce) {
      await trx
        .insertInto('replies')
        .values(replies.slice(from, from + atOnce))
        .execute()
    }
  })
  return replies.map(({ id }) => id)
}

const syllables = 'ba de fi go lu mor nel pas quin ros tav wex yon zir clem drif'.split(' ')

/** About 200 characters, another text for each number. */
const textOf = (number: number): string => {
  let state = number + 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return syllables[state % syllables.length]
  }
  return Array.from({ length: 28 }, () => `${next()}${next()}`).join(' ')
}
