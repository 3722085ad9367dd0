// npm run bench -- growth [--full] [--items 10000,1000000] [--on sqlite,postgres]; --full takes an hour and 30 GB.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type OpenDatabase, openDatabase } from '../server/db/database'
import { deleteTasks, inSteps, settledTasks } from '../server/jobs/retention/history'
import { batchRequest, enqueue } from '../server/posting/send/enqueue'
import { getTask, listTasks } from '../server/posting/send/tasks'
import { claimNext, nextDue } from '../server/posting/worker/claim'
import { unanswered } from '../server/posting/worker/classify'
import { recordOutcome } from '../server/posting/worker/outcome'
import { startCluster } from '../torture/support/cluster'
import { freePort, option } from '../torture/support/processes'
import { inPieces, textOf } from './furnishing'
import { fillAccounts, fillItems, halfYear } from './growth/fill'
import { median } from './visit'

const counts = option('items', process.argv.includes('--full') ? '10000,1000000,10000000' : '10000,1000000')
const wanted = option('on', 'sqlite,postgres').split(',')
const batch = 20
const rounds = 15
const target = '1991427730554880217'

/**
 * Measures sending, reading and pruning with 10,000 and 1,000,000 older items on both databases, and the disk space
 * of an item with everything that belongs to it.
 */
export const benchGrowth = async (): Promise<void> => {
  for (const name of wanted) {
    const rows: Record<string, Record<string, number>> = {}
    for (const items of counts.split(',').map(Number)) {
      const measured = await (name === 'sqlite' ? onSqlite : onPostgres)((database) => measure(database, items))
      if (measured) rows[items] = measured
    }
    console.log(`\nOne call at a time as the number of items grows, ${name}, median of ${rounds}, ms`)
    console.table(rows)
  }
}

type Measured = Record<string, number>

const onSqlite = async (use: (database: OpenDatabase) => Promise<Measured>): Promise<Measured> => {
  const folder = mkdtempSync(join(tmpdir(), 'acb-growth-'))
  const database = await openDatabase({ file: join(folder, 'growth.db') })
  try {
    return await use(database)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true })
  }
}

const onPostgres = async (use: (database: OpenDatabase) => Promise<Measured>): Promise<Measured | undefined> => {
  const cluster = await startCluster(await freePort(), ['max_wal_size=4GB'])
  if (!cluster) return undefined
  try {
    const database = await openDatabase({ url: cluster.url })
    try {
      return await use(database)
    } finally {
      await database.close()
    }
  } finally {
    await cluster.dispose()
  }
}

const measure = async (database: OpenDatabase, items: number): Promise<Measured> => {
  const { db, dialect } = database
  const { ownerId } = await fillAccounts(db)
  const empty = await sizeOf(database)
  await fillItems(db, dialect, items)
  const bytes = (await sizeOf(database)) - empty
  const store = { db, clock: () => new Date() }
  const newest = (await listTasks(db, ownerId, { limit: 1 }))[0]?.id ?? ''

  const send = async () => {
    const body = { reply_ids: await insertReplies(database, ownerId), group_name: 'crew' }
    return timed(() => enqueue(store, batchRequest(ownerId, body), { replyRule: 'open' }))
  }
  const lease = { epoch: 'bench', until: '2999-01-01T00:00:00.000Z' }
  const settings = { settleMs: 90_000, deadlineMs: 30_000, replyRule: 'open' } as const
  const times = { send: [], claim: [], outcome: [], due: [], list: [], details: [], page: [], prune: [] } as Record<
    string,
    number[]
  >
  for (let round = 0; round < rounds; round += 1) {
    times.send?.push(await send())
    times.due?.push(await timed(() => nextDue(store)))
    times.list?.push(await timed(() => listTasks(db, ownerId, { limit: 20 })))
    times.details?.push(await timed(() => getTask(db, ownerId, String(newest))))
    for (let each = 0; each < batch; each += 1) {
      const [claimed, claimMs] = await answered(() => claimNext(store, lease))
      if (!claimed || 'isUnread' in claimed) throw new Error('nothing was claimed')
      const postId = String(1_900_000_000_000_000_000n + BigInt(claimed.item.id))
      const met = unanswered({ kind: 'done', postId, detail: null, nextStep: null })
      times.claim?.push(claimMs)
      times.outcome?.push(
        await timed(() => recordOutcome(store, { ...claimed, app: claimed.account.x_app }, met, settings)),
      )
    }
    const [page, pageMs] = await answered(() => settledTasks(db, halfYear))
    const [first] = inSteps(page.tasks)
    times.page?.push(pageMs)
    if (first) times.prune?.push(await timed(() => deleteTasks(db, first, halfYear)))
  }
  const middle = (name: string) => Number(median(times[name] ?? []).toFixed(2))
  return {
    [`send ${batch}`]: middle('send'),
    claim: middle('claim'),
    outcome: middle('outcome'),
    'when due': middle('due'),
    'list 20': middle('list'),
    details: middle('details'),
    'look for old': middle('page'),
    'prune 200': middle('prune'),
    'bytes per item': Math.round(bytes / items),
  }
}

const answered = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const started = performance.now()
  const answer = await work()
  return [answer, performance.now() - started]
}
const timed = async (work: () => Promise<unknown>): Promise<number> => (await answered(work))[1]

const sizeOf = async ({ db, dialect }: OpenDatabase): Promise<number> => {
  const asked =
    dialect === 'sqlite'
      ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  return Number((await asked.execute(db)).rows[0]?.bytes)
}

const insertReplies = async ({ db }: OpenDatabase, ownerId: number): Promise<string[]> => {
  const at = new Date().toISOString()
  const replies = Array.from({ length: batch }, () => {
    const content = textOf(randomBytes(4).readUInt32BE())
    const id = randomBytes(6).toString('hex')
    return {
      id,
      owner_id: ownerId,
      tweet_id: target,
      generated_content: content,
      content,
      created_at: at,
      updated_at: at,
    }
  })
  await inPieces(replies, (some) => db.insertInto('replies').values(some).execute())
  return replies.map(({ id }) => id)
}
