// npm run torture:postgres [-- --items 1000 --freezes 50 --crashes 10]: four servers on one PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Spending } from '../src/schemas/usage/money'
import { plenty } from './support/bench'
import { type Cluster, startCluster } from './support/cluster'
import { ambiguousFaults } from './support/kills'
import { type Operator, signUp } from './support/operator'
import { end, freePort, option, type Server, startStandIn } from './support/processes'
import { createLauncher } from './support/sharing'
import { atRest, judge, report, review } from './support/truth'

const items = Number(option('items', '1000'))
const freezes = Number(option('freezes', '50'))
const crashes = Number(option('crashes', '10'))
const size = 100
const post = { method: 'POST', path: '/2/tweets' } as const

const cluster = await startCluster(await freePort())
if (!cluster) {
  console.log('torture:postgres: no initdb and postgres installed, so nothing was tested')
  process.exit()
}
const folder = mkdtempSync(join(tmpdir(), 'acb-torture-'))
const standIn = await startStandIn(join(folder, 'posts.jsonl'))
await standIn.control({ limits: plenty, windowSeconds: 2, duplicateFilter: false })

const launch = await createLauncher(4, folder, {
  DATABASE_URL: cluster.url,
  X_API_BASE_URL: standIn.url,
  POSTING_CONCURRENCY: '8',
})
const servers: Server[] = []

const boundReading = async (operator: Operator): Promise<object> => {
  const spent = async () => (await operator.call<Spending>('GET', '/x/spending')).today
  const [before, billed] = [await spent(), (await standIn.bill()).total]
  const budget = before.charged + 100_000
  await operator.call('PUT', '/x/budget', { daily: budget })
  const posts = Array.from({ length: 20 }, (_, number) => String(1_790_000_000_000_000_000n + BigInt(number)))
  const answers = await Promise.all(
    posts.map((tweet_url) => operator.attempt('POST', '/twitter/tweet/content', { tweet_url })),
  )
  const after = await spent()
  const bill = (await standIn.bill()).total - billed
  await operator.call('PUT', '/x/budget', { daily: null })
  const read = answers.filter((answer) => answer?.status === 200).length
  const charged = after.charged - before.charged
  const isExact = charged === bill && after.charged <= budget && after.open === before.open && read > 1 && read < 20
  if (!isExact) process.exitCode = 1
  return { read, charged, bill, open: after.open, isExact }
}

/** Overlapping attempts of one account are a double claim. */
const overlaps = async ({ query }: Cluster): Promise<number> => {
  const [row] = await query<{ count: string }>(`
    select count(*) from attempts a join task_items i on i.id = a.item_id
    join attempts b on b.id > a.id join task_items j on j.id = b.item_id
    where i.account_id = j.account_id and a.outcome not in ('unsent', 'interrupted')
      and b.started_at < a.finished_at`)
  return Number(row?.count)
}

try {
  for (let index = 0; index < 4; index += 1) servers.push(await launch(index))
  let turn = 0
  const operator = await signUp(() => {
    turn += 1
    return servers[turn % servers.length]?.url ?? ''
  }, size)
  console.log('20 readings at once', await boundReading(operator))
  const tasks: string[] = []

  for (let sent = 0; sent < items; sent += size) {
    tasks.push(await operator.sendBatch(await operator.makeReplies(size), `share-${sent}`))
  }
  await atRest(operator, tasks)
  const requests = (await standIn.requests()).filter(({ method }) => method === 'POST').length
  const [sent] = await cluster.query<{ count: string }>("select count(*) from attempts where outcome <> 'unsent'")
  const attempts = Number(sent?.count)
  report('shared by four', await judge(operator, standIn, tasks), {
    requests,
    attempts,
    overlaps: await overlaps(cluster),
  })
  if (requests !== attempts || (await overlaps(cluster)) > 0) process.exitCode = 1

  const frozen: string[] = []
  for (let round = 0; round < freezes; round += 1) {
    await standIn.control({ rules: [{ match: post, do: { delayMs: 150 } }] })
    const task = await operator.sendBatch(await operator.makeReplies(size), `freeze-${round}`)
    frozen.push(task)
    const victim = servers[1 + (round % 3)]
    await delay(Math.random() * 400)
    victim?.child.kill('SIGSTOP')
    turn = 3 - (round % 3)
    await delay(2500)
    victim?.child.kill('SIGCONT')
    if (round % 10 === 9) console.log(`${round + 1} of ${freezes} freezes`)
  }
  await atRest(operator, frozen)
  const reviewedFrozen = await review(operator, frozen)
  report('frozen past the lease', await judge(operator, standIn, [...tasks, ...frozen]), { freezes, reviewedFrozen })

  const crashed: string[] = []
  let slowestReconnectMs = 0
  for (let round = 0; round < crashes; round += 1) {
    const replies = await operator.makeReplies(size)
    await standIn.control({ rules: [ambiguousFaults, { match: post, do: { delayMs: 100 } }] })
    crashed.push(await operator.sendBatch(replies, `crash-${round}`))
    await delay(Math.random() * 800)
    await cluster.crash()
    const started = performance.now()
    await Promise.all(
      servers.map(async ({ url }) => {
        while ((await fetch(`${url}/readyz`).catch(() => undefined))?.status !== 200) await delay(50)
      }),
    )
    slowestReconnectMs = Math.max(slowestReconnectMs, Math.round(performance.now() - started))
    console.log(`${round + 1} of ${crashes} crashes`)
  }
  await standIn.control({ rules: [] })
  await atRest(operator, crashed)
  const reviewedCrashed = await review(operator, crashed)
  if (slowestReconnectMs > 10_000) process.exitCode = 1
  report('database killed', await judge(operator, standIn, [...tasks, ...frozen, ...crashed]), {
    crashes,
    slowestReconnectMs,
    reviewedCrashed,
  })
} finally {
  for (const { child } of servers) {
    child.kill('SIGCONT')
    await end(child, 'SIGKILL')
  }
  await standIn.close()
  await cluster.dispose()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
