import { randomBytes } from 'node:crypto'
import { budgetScope } from '../server/db/holdScopes'
import { type Furnishing, inPieces, textOf, withProduct } from './furnishing'
import { median } from './visit'

const at = '2026-03-01T08:00:00.000Z'
const firstPost = 1991427730554880217n
export const crew = 'crew'
export const batchSize = 200
const batch = { rounds: 40, accounts: [200, 10_000], atMostMillis: 100 }

/** Measures how long a batch of 200 replies waits for its answer, through groups of two sizes. Nothing is posted. */
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
  console.log(`\nAnswer of a batch of ${batchSize} replies, SQLite, ${batch.rounds} batches`)
  console.table(rows)
}

const sendBatches = async (furnishing: Furnishing, accounts: number): Promise<number[]> => {
  const { call } = furnishing.operator
  const replies = await insertReplies(furnishing, accounts, batchSize * batch.rounds)
  const times: number[] = []
  for (let round = 0; round < batch.rounds; round++) {
    const reply_ids = replies.splice(0, batchSize).map(({ reply_id }) => reply_id)
    const started = performance.now()
    await call('POST', '/twitter/tweet/batch-post-replies', { reply_ids, group_name: crew })
    times.push(performance.now() - started)
    await emptyQueue(furnishing)
  }
  await furnishing.close()
  return times
}

/** A queue that waits makes every later batch slower. */
export const emptyQueue = async ({ db }: Furnishing): Promise<void> => {
  await db.updateTable('task_items').set({ state: 'completed' }).where('state', '=', 'queued').execute()
}

/** Makes replies that can be sent; the day's budget is used up, so none of them is posted. */
export const insertReplies = async (
  { db, operator, ownerId }: Furnishing,
  accounts: number,
  count: number,
): Promise<{ reply_id: string; content: string }[]> => {
  await operator.call('POST', '/groups', { name: crew, description: 'bench' })
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
    x_app: 'bench',
  }))
  const replies = Array.from({ length: count }, (_, index) => ({
    ...owned,
    id: randomBytes(6).toString('hex'),
    tweet_id: String(firstPost + BigInt(Math.floor(index / batchSize))),
    generated_content: textOf(index),
    content: textOf(index),
  }))
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('holds')
      .values({ scope: budgetScope(ownerId), until: '2999-01-01T00:00:00.000Z', reason: 'bench', created_at: at })
      .execute()
    await inPieces(people, (some) => trx.insertInto('accounts').values(some).execute())
    await inPieces(replies, (some) => trx.insertInto('replies').values(some).execute())
  })
  return replies.map(({ id, content }) => ({ reply_id: id, content }))
}
