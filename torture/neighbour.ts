// npm run torture:neighbour [-- --short]: measures an operator's batch and reads while another operator makes as much
// load as possible.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { startBench, type TortureBench } from './support/bench'
import { startCluster } from './support/cluster'
import { hugePost } from './support/hugePost'
import { end, freePort, startUntil } from './support/processes'

const isShort = process.argv.includes('--short')
const size = isShort ? 40 : 200
const hostileSize = isShort ? 10 : 48
const limits = { timesAlone: 1.5, readP99Ms: 300, megabytes: 400 }
const post = { method: 'POST', path: '/2/tweets' } as const
/** Milliseconds of X for each post; eight of an operator are under way at once. */
const answerMs = 400
const hugeText = 'x'.repeat(3_500_000)

const p99 = (times: number[]): number =>
  Math.round(times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0)

const work = async ({ operator }: TortureBench) => {
  const replies = await operator.makeReplies(size)
  const started = performance.now()
  const task = await operator.sendBatch(replies)
  const reads: number[] = []
  for (let isDone = false; !isDone; await delay(20)) {
    const asked = performance.now()
    const { items } = await operator.task(task)
    reads.push(performance.now() - asked)
    isDone = items.every(({ status }) => status === 'completed')
    const listed = performance.now()
    await operator.call('GET', '/groups')
    reads.push(performance.now() - listed)
  }
  return { ms: Math.round(performance.now() - started), reads }
}

const startHostile = async (url: string): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'torture/support/hostile.ts', url, String(hostileSize)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the hostile operator ended with ${code}`))),
  ])
  return child
}

const peakMegabytes = (pid = 0): number =>
  Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)

/** How much of its wanted time a process ran on a processor (`/proc/PID/schedstat`): driver, neighbour and others take the rest. */
const startShare = (pid = 0) => {
  const read = () => readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number)
  const [ranBefore = 0, waitedBefore = 0] = read()
  return () => {
    const [ran = 0, waited = 0] = read()
    return Number(((ran - ranBefore) / (ran - ranBefore + waited - waitedBefore)).toFixed(2))
  }
}

const measure = async (name: string, env: Record<string, string>) => {
  const models = await startUntil(
    [process.execPath, 'scripts/run.mjs', 'torture/support/hugeAnswers.ts'],
    {},
    /(http:\/\/\S+ \S+)$/,
  )
  const [OPENAI_BASE_URL = '', OPENAI_API_KEY = ''] = models.url.split(' ')
  const bench = await startBench(size, { SIGN_UP: 'open', OPENAI_BASE_URL, OPENAI_API_KEY, ...env })
  let hostile: ChildProcess | undefined
  try {
    const huge = { status: 200, body: { data: { id: hugePost, text: hugeText } } }
    await bench.standIn.control({
      duplicateFilter: false,
      rules: [
        { match: post, do: { delayMs: answerMs } },
        { match: { path: `/2/tweets/${hugePost}` }, do: { answer: huge } },
      ],
    })
    // Reads before an account's first post would distort the run, so this batch makes them first.
    await work(bench)
    const shareAlone = startShare(bench.server.child.pid)
    const alone = await work(bench)
    const aloneShare = shareAlone()
    hostile = await startHostile(bench.server.url)
    hostile.stdin?.write('go\n')
    const shareBeside = startShare(bench.server.child.pid)
    const beside = await work(bench)
    const result = {
      aloneShare,
      besideShare: shareBeside(),
      aloneMs: alone.ms,
      besideMs: beside.ms,
      times: Number((beside.ms / alone.ms).toFixed(2)),
      reads: beside.reads.length,
      aloneP99Ms: p99(alone.reads),
      besideP99Ms: p99(beside.reads),
      megabytes: peakMegabytes(bench.server.child.pid),
    }
    console.table({ [`torture:neighbour ${name}`]: result })
    const { times, besideP99Ms, megabytes } = result
    return times <= limits.timesAlone && besideP99Ms < limits.readP99Ms && megabytes < limits.megabytes
  } finally {
    if (hostile) await end(hostile, 'SIGKILL')
    await bench.dispose()
    await end(models.child, 'SIGKILL')
  }
}

const outcomes = [await measure('SQLite', {})]
const cluster = await startCluster(await freePort())
if (cluster) {
  outcomes.push(await measure('PostgreSQL', { DATABASE_URL: cluster.url }))
  await cluster.dispose()
} else console.log('torture:neighbour: no initdb and postgres installed, so PostgreSQL was not tested')
const isClean = outcomes.every(Boolean)
console.log(`torture:neighbour: ${isClean ? 'clean' : 'FAILED'}`)
process.exit(isClean ? 0 : 1)
