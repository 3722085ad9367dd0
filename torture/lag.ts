// npm run torture:lag [-- --short]: a fifth of X's answers is lost while X shows posts late, with X's duplicate filter
// off and a short settle time. Nothing may be posted twice. Prints the share of lost answers that a person must decide.
import { setTimeout as delay } from 'node:timers/promises'
import { startBench, type TortureBench } from './support/bench'
import { startCluster } from './support/cluster'
import { freePort } from './support/processes'
import { sharedKey } from './support/sharing'
import { atRest, judge, report } from './support/truth'

const isShort = process.argv.includes('--short')
const proofSeconds = isShort ? 20 : 600
const lags = isShort ? [0, 12] : [0, 12, 60, 180, 300]
const post = { method: 'POST' as const, path: '/2/tweets' }
const losses = {
  match: post,
  probability: 0.3,
  do: [
    { accept: true, answer: 'drop' as const },
    { accept: false, answer: 'drop' as const },
    { accept: true, answer: 'unavailable' as const },
    { accept: false, answer: 'unavailable' as const },
  ],
}

const outcomes = async ({ operator }: TortureBench, tasks: string[]) => {
  const items = (await Promise.all(tasks.map((id) => operator.task(id)))).flatMap((task) => task.items)
  const lost = items.filter(({ attempts = [] }) => attempts.some(({ outcome }) => outcome === 'ambiguous'))
  const decided = lost.filter(({ status }) => status === 'needs_review').length
  return {
    lostAnswers: lost.length,
    forPerson: decided,
    share: `${Math.round((100 * decided) / Math.max(1, lost.length))} %`,
  }
}

/**
 * `busy`: replies with answers follow while X shows posts late. `quiet`: none follow. `alone`: there is one account, so
 * nothing proves an absence.
 */
const kinds = ['busy', 'quiet', 'alone'] as const
type Kind = (typeof kinds)[number]

const trial = async (env: Record<string, string>, lagSeconds: number, kind: Kind) => {
  const size = kind === 'alone' ? 1 : isShort ? 30 : 60
  const bench = await startBench(size, { SETTLE_SECONDS: '2', PROOF_SECONDS: String(proofSeconds), ...env })
  const { operator, standIn } = bench
  try {
    await standIn.control({
      duplicateFilter: false,
      visibilityLagMs: lagSeconds * 1000,
      rules: [kind === 'alone' ? { ...losses, probability: 1 } : losses],
    })
    const send = async () => operator.sendBatch(await operator.makeReplies(size))
    const tasks = [await send()]
    while (
      (await operator.task(tasks[0] ?? '')).items.some(({ status }) => status === 'queued' || status === 'posting')
    ) {
      await delay(100)
    }
    await standIn.control({ rules: [] })
    for (let sent = 0; kind === 'busy' && sent < 3; sent += 1) {
      await delay((lagSeconds * 1000) / 4)
      tasks.push(await send())
    }
    await atRest(operator, tasks, (proofSeconds + lagSeconds + 60) * 1000)
    return { verdict: await judge(operator, standIn, tasks), shares: await outcomes(bench, tasks) }
  } finally {
    await bench.dispose()
  }
}

type EnvOf = (name: string) => Promise<Record<string, string>>

const all: Record<string, object> = {}
const run = async (database: string, envOf: EnvOf) => {
  for (const kind of kinds) {
    const name = (lag: number) => `${database}, ${lag} s late, ${kind}`
    const played = lags.map(async (lag) => trial(await envOf(`lag${lag}${kind}`), lag, kind))
    for (const [index, { verdict, shares }] of (await Promise.all(played)).entries()) {
      const title = name(lags[index] ?? 0)
      report(title, verdict, shares)
      if (shares.lostAnswers === 0) {
        console.log(`${title}: no answer was lost, so nothing was tested`)
        process.exitCode = 1
      }
      all[title] = { items: verdict.items, duplicates: verdict.duplicates, ...shares }
    }
  }
}

const cluster = await startCluster(await freePort())
try {
  await run('SQLite', async () => ({}))
  if (!cluster) console.log('torture:lag: no initdb and postgres installed, so only SQLite was tested')
  else {
    await run('PostgreSQL', async (name) => {
      await cluster.query(`create database ${name}`)
      return { DATABASE_URL: cluster.url.replace(/postgres$/, name), CREDENTIALS_KEY: sharedKey }
    })
  }
} finally {
  await cluster?.dispose()
}
console.table(all)
process.exit()
