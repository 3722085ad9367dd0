// npm run torture:pooler [-- --kills 20]: two servers share one PostgreSQL through five connections of PgBouncer in
// transaction mode, and are killed during batches.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { plenty } from './support/bench'
import { startCluster } from './support/cluster'
import { signUp } from './support/operator'
import { startPooler } from './support/pooler'
import { end, freePort, option, type Server, startStandIn } from './support/processes'
import { createLauncher } from './support/sharing'
import { atRest, judge, report, review } from './support/truth'

const kills = Number(option('kills', '20'))
const size = 40

const cluster = await startCluster(await freePort())
const pooler = cluster && (await startPooler(cluster, 5))
if (!cluster || !pooler) {
  console.log(`torture:pooler: no ${cluster ? 'pgbouncer' : 'initdb and postgres'} installed, so nothing was tested`)
  await cluster?.dispose()
  process.exit()
}
const folder = mkdtempSync(join(tmpdir(), 'acb-torture-'))
const standIn = await startStandIn(join(folder, 'posts.jsonl'))
await standIn.control({
  limits: plenty,
  windowSeconds: 2,
  duplicateFilter: false,
  rules: [{ match: { method: 'POST', path: '/2/tweets' }, do: { delayMs: 100 } }],
})
const launch = await createLauncher(2, folder, { DATABASE_URL: pooler.url, X_API_BASE_URL: standIn.url })
const servers: Server[] = []
try {
  servers.push(await launch(0), await launch(1))
  let turn = 0
  const operator = await signUp(() => {
    turn += 1
    return servers[turn % servers.length]?.url ?? ''
  }, size)
  const tasks: string[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    tasks.push(await operator.sendBatch(await operator.makeReplies(size), `pooled-${kill}`))
    await delay(Math.random() * 400)
    const victim = servers[kill % 2]
    if (victim) await end(victim.child, 'SIGKILL')
    servers[kill % 2] = await launch(kill % 2)
  }
  await atRest(operator, tasks)
  const reviewed = await review(operator, tasks)
  const [connections] = await cluster.query<{ count: string }>(
    "select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  )
  report('torture:pooler', await judge(operator, standIn, tasks), { kills, reviewed, connections: connections?.count })
} finally {
  for (const { child } of servers) await end(child, 'SIGKILL')
  await standIn.close()
  await pooler.dispose()
  await cluster.dispose()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
