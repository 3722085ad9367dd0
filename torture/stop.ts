// npm run torture:stop [-- --rounds 50]: SIGTERM with 50 items under way must end within 35 s and leave nothing
// unknown.
import { setTimeout as delay } from 'node:timers/promises'
import { startBench } from './support/bench'
import { end, option } from './support/processes'
import { atRest, judge, report } from './support/truth'

const rounds = Number(option('rounds', '50'))
const count = 50
const bench = await startBench(count, { POSTING_CONCURRENCY: String(count), X_TIMEOUT_SECONDS: '30' })
const { operator, standIn } = bench
const tasks: string[] = []
let slowestMs = 0
let unknown = 0
let wrongExits = 0
try {
  for (let round = 0; round < rounds; round += 1) {
    await standIn.control({ rules: [] })
    const replies = await operator.makeReplies(count)
    const before = (await standIn.requests()).length
    await standIn.control({ rules: [{ match: { method: 'POST', path: '/2/tweets' }, do: { delayMs: 1500 } }] })
    const task = await operator.sendBatch(replies)
    tasks.push(task)
    while ((await standIn.requests()).slice(before).filter(({ method }) => method === 'POST').length < count) {
      await delay(20)
    }
    const started = performance.now()
    const code = await end(bench.server.child, 'SIGTERM')
    slowestMs = Math.max(slowestMs, Math.round(performance.now() - started))
    if (code !== 0) wrongExits += 1
    await bench.restart()
    unknown += (await operator.task(task)).items.filter(({ status }) => status === 'unknown').length
    console.log(`${round + 1} of ${rounds}`)
  }
  await atRest(operator, tasks)
  if (slowestMs > 35_000 || unknown > 0 || wrongExits > 0) process.exitCode = 1
  report('torture:stop', await judge(operator, standIn, tasks), { rounds, slowestMs, unknown, wrongExits })
} finally {
  await bench.dispose()
}
process.exit()
