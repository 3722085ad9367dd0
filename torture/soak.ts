// npm run torture:soak [-- --minutes 30 --consoles 500]: consoles stay open while one operator sends batches and X
// fails at random: nothing may be doubled or lost, and the server's memory must stay flat.
import { setMaxListeners } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { startBench } from './support/bench'
import { openConsole } from './support/console'
import { ambiguousFaults } from './support/kills'
import { signUp } from './support/operator'
import { option, processorSeconds } from './support/processes'
import { atRest, judge, report, review } from './support/truth'

const minutes = Number(option('minutes', '30'))
const consoleCount = Number(option('consoles', '500'))
const size = 40
/** The server refuses more streams of one operator. */
const consolesOfOne = 20
/** Caches are full after a tenth of the time; growth beyond this factor is a leak. */
const flat = 1.15
/** A garbage collector's rhythm is not a leak. */
const slackMegabytes = 24
const sampleMs = 2000

const bench = await startBench(size, { SIGN_UP: 'open' })
const { operator, standIn, server } = bench
const residentMegabytes = (): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const stop = new AbortController()
setMaxListeners(0, stop.signal)
const tasks: string[] = []
const memory: number[] = []
let told = 0
try {
  await standIn.control({ duplicateFilter: false, rules: [{ ...ambiguousFaults, probability: 0.04 }] })
  const watchers = [operator]
  while (watchers.length * consolesOfOne < consoleCount) {
    watchers.push(await signUp(() => server.url, 1, `watcher${watchers.length}`))
  }
  const consoles = Array.from({ length: consoleCount }, (_, index) =>
    openConsole(server.url, watchers[index % watchers.length] ?? operator, stop.signal, () => {
      told += 1
    }),
  )
  const started = Date.now()
  const until = started + minutes * 60_000
  const sampling = (async () => {
    while (Date.now() < until) {
      memory.push(residentMegabytes())
      await delay(sampleMs)
    }
  })()
  while (Date.now() < until) {
    const task = await operator.sendBatch(await operator.makeReplies(size), `soak-${tasks.length}`)
    tasks.push(task)
    await atRest(operator, [task])
    await delay(1000)
  }
  await sampling
  const seconds = (Date.now() - started) / 1000
  const cores = processorSeconds(server.child.pid) / seconds
  stop.abort()
  await Promise.all(consoles)
  const reviewed = await review(operator, tasks)
  const tenth = Math.ceil(memory.length / 10)
  const early = median(memory.slice(tenth, 2 * tenth))
  const late = median(memory.slice(-tenth))
  const isFlat = late <= Math.max(early * flat, early + slackMegabytes)
  report('torture:soak', await judge(operator, standIn, tasks), {
    minutes,
    consoles: consoleCount,
    told,
    reviewed,
    earlyMegabytes: Math.round(early),
    lateMegabytes: Math.round(late),
    cores: Number(cores.toFixed(2)),
  })
  if (!isFlat) {
    console.log('torture:soak: the memory grew')
    process.exitCode = 1
  }
} finally {
  stop.abort()
  await bench.dispose()
}
process.exit()
