// npm run bench -- scale [--processes 1,2,4,8] [--delays 0,50,300] [--seconds 8]
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type OpenDatabase, openDatabase } from '../server/db/database'
import { plenty } from '../torture/support/bench'
import { type Cluster, startCluster } from '../torture/support/cluster'
import { type Operator, signUp, targetId } from '../torture/support/operator'
import {
  end,
  freePort,
  option,
  processorSeconds,
  type Server,
  type StandIn,
  startServer,
  startStandIn,
} from '../torture/support/processes'
import { inPieces, textOf } from './furnishing'
import { watchWaits } from './scale/waits'

const numbersOf = (name: string, fallback: string) => option(name, fallback).split(',').map(Number)
const counts = numbersOf('processes', '1,2,4,8')
const delays = numbersOf('delays', '0,50,300')
const seconds = Number(option('seconds', '8'))
/** The default of `POSTING_CONCURRENCY`. */
const concurrency = 8
const size = 200
const at = '2026-03-01T08:00:00.000Z'

interface Stage {
  cluster: Cluster
  standIn: StandIn
  database: OpenDatabase
  operator: Operator
  ownerId: number
  serve(count: number): Promise<Server[]>
}

/**
 * Measures posts per second of several processes on one PostgreSQL, with X answering after 0, 50 and 300 ms, what a
 * post costs, and what its transactions wait for. `READ_BEFORE_POSTING` is off.
 */
export const benchScale = async (): Promise<void> => {
  const cluster = await startCluster(await freePort(), ['shared_preload_libraries=pg_stat_statements'])
  if (!cluster) {
    console.log('\nscale: no initdb and postgres here, so nothing was measured')
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'acb-scale-'))
  const standIn = await startStandIn(join(folder, 'posts.jsonl'))
  await standIn.control({ limits: plenty, windowSeconds: 2, duplicateFilter: false })
  const servers: Server[] = []
  const serve = async (count: number) => {
    for (const { child } of servers.splice(count)) await end(child, 'SIGTERM')
    while (servers.length < count) {
      servers.push(
        await startServer({
          PORT: String(await freePort()),
          DATA_DIR: join(folder, `data${servers.length}`),
          DATABASE_URL: cluster.url,
          CREDENTIALS_KEY: Buffer.alloc(32, 7).toString('base64'),
          X_API_BASE_URL: standIn.url,
          READ_BEFORE_POSTING: 'off',
          POSTING_CONCURRENCY: String(concurrency),
        }),
      )
    }
    return servers
  }
  try {
    await cluster.query('create extension pg_stat_statements')
    const [first] = await serve(1)
    const operator = await signUp(() => first?.url ?? '', size, 'scale')
    const database = await openDatabase({ url: cluster.url })
    const { id: ownerId } = await database.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const stage = { cluster, standIn, database, operator, ownerId, serve }
    for (const delayMs of delays) await measureDelay(stage, delayMs)
    await database.close()
  } finally {
    await serve(0)
    await standIn.close()
    await cluster.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}

const measureDelay = async (stage: Stage, delayMs: number): Promise<void> => {
  await stage.standIn.control({ rules: [{ match: { method: 'POST', path: '/2/tweets' }, do: { delayMs } }] })
  const rows: Record<string, Record<string, number>> = {}
  let one = 0
  for (const count of counts) {
    const servers = await stage.serve(count)
    const ideal = (concurrency * 1000) / Math.max(delayMs, 80)
    const batches = Math.max(2, Math.ceil((Math.min(ideal * count, 150) * seconds) / size))
    const measured = await measure(stage, servers, batches)
    one ||= measured['posts/s']
    rows[count] = { ...measured, 'of linear': round(measured['posts/s'] / ((one * count) / (counts[0] ?? 1))) }
  }
  console.log(`\nPostgreSQL, X answers after ${delayMs} ms, ${concurrency} at once and process; ms are per post`)
  console.table(rows)
}

/** A backend of PostgreSQL may have ended. */
const processorMs = (pid: number): number => (existsSync(`/proc/${pid}`) ? processorSeconds(pid) * 1000 : 0)

const measure = async (stage: Stage, servers: Server[], batches: number) => {
  const { db } = stage.database
  await hold(stage)
  for (let sent = 0; sent < batches; sent += 1) await stage.operator.sendBatch(await insertReplies(stage))
  const pids = servers.flatMap(({ child }) => child.pid ?? [])
  const backends = (await stage.cluster.query<{ pid: number }>('select pid from pg_stat_activity')).map(
    ({ pid }) => pid,
  )
  const processor = () => ({ servers: total(pids.map(processorMs)), postgres: total(backends.map(processorMs)) })
  await sql`select pg_stat_statements_reset()`.execute(db)
  const before = processor()
  const waits = await watchWaits(stage.cluster.url)
  const started = new Date().toISOString()
  await release(stage)
  await allPosted(stage)
  const { openMs, lockMs, serverMs, diskMs } = await waits.stop()
  const after = processor()
  const { rows } = await sql<{ calls: number; commits: number }>`
    select sum(calls)::int as calls, sum(calls) filter (where query ilike 'commit')::int as commits
    from pg_stat_statements where query not ilike '%pg_stat_activity%'`.execute(db)
  const { posts, firstAt, lastAt } = await db
    .selectFrom('attempts')
    .select(({ fn }) => [
      fn.countAll<number>().as('posts'),
      fn.min('finished_at').as('firstAt'),
      fn.max('finished_at').as('lastAt'),
    ])
    .where('outcome', '=', 'done')
    .where('started_at', '>=', started)
    .executeTakeFirstOrThrow()
  const perPost = (ms: number) => round(ms / posts)
  return {
    'posts/s': round(((posts - 1) * 1000) / (Date.parse(lastAt ?? '') - Date.parse(firstAt ?? ''))),
    'lock %': round((100 * lockMs) / openMs),
    'lock ms': perPost(lockMs),
    'open ms': perPost(openMs),
    'server turn ms': perPost(serverMs),
    'disk ms': perPost(diskMs),
    statements: round((rows[0]?.calls ?? 0) / posts),
    commits: round((rows[0]?.commits ?? 0) / posts),
    'CPU servers': perPost(after.servers - before.servers),
    'CPU PostgreSQL': perPost(after.postgres - before.postgres),
  }
}

const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
const round = (value: number) => Number(value.toFixed(value < 10 ? 2 : 1))

const insertReplies = async ({ database, ownerId }: Stage): Promise<string[]> => {
  const replies = Array.from({ length: size }, () => {
    const text = textOf(randomBytes(4).readUInt32BE())
    const id = randomBytes(6).toString('hex')
    return {
      id,
      owner_id: ownerId,
      tweet_id: targetId,
      generated_content: text,
      content: text,
      created_at: at,
      updated_at: at,
    }
  })
  await inPieces(replies, (some) => database.db.insertInto('replies').values(some).execute())
  return replies.map(({ id }) => id)
}

const hold = async ({ database: { db } }: Stage): Promise<void> => {
  const accounts = await db.selectFrom('accounts').select('x_app').distinct().execute()
  const held = accounts.map(({ x_app }) => ({ scope: `app:${x_app}`, until: '2999-01-01T00:00:00.000Z' }))
  await db
    .insertInto('holds')
    .values(held.map((each) => ({ ...each, reason: 'bench', created_at: at })))
    .execute()
}

const release = async ({ database: { db } }: Stage): Promise<void> => {
  await db.deleteFrom('holds').where('reason', '=', 'bench').execute()
  await sql`select pg_notify('delivery', '')`.execute(db)
}

const allPosted = async ({ database: { db } }: Stage): Promise<void> => {
  for (;;) {
    const open = await db
      .selectFrom('task_items')
      .select('id')
      .where('state', 'in', ['queued', 'posting', 'unknown'])
      .limit(1)
      .executeTakeFirst()
    if (!open) return
    await delay(100)
  }
}
