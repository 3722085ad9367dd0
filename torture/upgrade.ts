// npm run torture:upgrade [-- --rounds 4 --from REVISION]: servers of the previous release are replaced one by one on
// one PostgreSQL while they send. An old server that starts beside new ones must work too.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { plenty } from './support/bench'
import { startCluster } from './support/cluster'
import { type Operator, signUp } from './support/operator'
import { end, freePort, option, type Server, serverCommand, startStandIn } from './support/processes'
import { buildRelease, previousRelease } from './support/releases'
import { createLauncher } from './support/sharing'
import { atRest, judge, report } from './support/truth'

const rounds = Number(option('rounds', '4'))
const size = 60
const reads = ['/tasks/?limit=20', '/twitter/accounts', '/groups', '/ai-roles', '/audit', '/auth/me', '/inbox', '/meta']

const cluster = await startCluster(await freePort())
if (!cluster) {
  console.log('torture:upgrade: no initdb and postgres installed, so nothing was tested')
  process.exit()
}
const folder = mkdtempSync(join(tmpdir(), 'acb-upgrade-'))
const previous = buildRelease(option('from', previousRelease()), join(folder, 'previous'))
const current = serverCommand().at(-1) ?? ''

/** Counts answers that report a failed server, except those of a server that stops or starts. */
const readAll = async (operator: Operator): Promise<number> => {
  const answers = await Promise.all(reads.map((path) => operator.attempt('GET', path)))
  return answers.filter((answer) => answer !== undefined && answer.status >= 500 && answer.status !== 503).length
}

const upgrade = async (round: number) => {
  const standIn = await startStandIn(join(folder, `posts${round}.jsonl`))
  await standIn.control({
    limits: plenty,
    windowSeconds: 2,
    duplicateFilter: false,
    rules: [{ match: { method: 'POST', path: '/2/tweets' }, do: { delayMs: 150 } }],
  })
  await cluster.query(`create database round${round}`)
  const url = new URL(cluster.url)
  url.pathname = `/round${round}`
  const start = await createLauncher(2, join(folder, `round${round}`), {
    DATABASE_URL: url.href,
    X_API_BASE_URL: standIn.url,
    X_TIMEOUT_SECONDS: '2',
  })
  const launch = (slot: number, file: string): Promise<Server> => {
    process.env.TORTURE_SERVER = file
    return start(slot)
  }
  const servers = [await launch(0, previous.file), await launch(1, previous.file)]
  let turn = 0
  const operator = await signUp(
    () => {
      turn += 1
      return servers[turn % servers.length]?.url ?? ''
    },
    size,
    `upgrade${round}`,
  )
  const tasks: string[] = []
  let failures = 0
  const send = async () => {
    tasks.push(await operator.sendBatch(await operator.makeReplies(size), `batch-${tasks.length}`))
    failures += await readAll(operator)
  }
  /** Stops a server like a process manager, or like a power cut. */
  const replace = async (slot: number, file: string, signal: NodeJS.Signals) => {
    const server = servers[slot]
    if (server) await end(server.child, signal)
    servers[slot] = await launch(slot, file)
    failures += await readAll(operator)
  }
  await send()
  await delay(Math.random() * 500)
  await replace(0, current, round % 2 === 0 ? 'SIGTERM' : 'SIGKILL')
  await send()
  await delay(Math.random() * 500)
  const backAgain = await replace(1, previous.file, 'SIGKILL').then(
    () => 'works',
    (error: Error) => /Database: .*/.exec(error.message)?.[0] ?? error.message.slice(0, 200),
  )
  if (backAgain === 'works') {
    await send()
    await delay(Math.random() * 500)
  }
  await replace(1, current, 'SIGTERM')
  await send()
  await atRest(operator, tasks)
  for (let again = 0; again < servers.length; again += 1) failures += await readAll(operator)
  const verdict = await judge(operator, standIn, tasks)
  for (const { child } of servers) await end(child, 'SIGKILL')
  await standIn.close()
  return { verdict, failures, backAgain }
}

try {
  for (let round = 0; round < rounds; round += 1) {
    const { verdict, failures, backAgain } = await upgrade(round)
    report(`torture:upgrade, ${previous.revision} beside this`, verdict, { round, failures, backAgain })
    if (failures > 0 || verdict.failed > 0 || verdict.needsReview > 0) process.exitCode = 1
  }
} finally {
  await cluster.dispose()
  previous.remove()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
