// npm run torture:locked [-- --seconds 12]: another program holds SQLite's write lock during a batch. Reads must work,
// writes must end in 503 with the reason after 5 s and work again within a second of the release, and nothing may be
// posted twice.

import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Sqlite from 'libsql'
import { startBench } from './support/bench'
import { option } from './support/processes'
import { atRest, judge, report } from './support/truth'

const size = 60
const heldMs = Number(option('seconds', '12')) * 1000
const bench = await startBench(size)
const { operator, standIn, env } = bench

const keepCalling = (method: string, path: string, body: () => object | undefined) => {
  const calls: { status: number; reason: string; startedAt: number; took: number }[] = []
  let stopped = false
  const call = async () => {
    while (!stopped) {
      const startedAt = performance.now()
      const answer = await operator.attempt(method, path, body())
      calls.push({
        status: answer?.status ?? 0,
        reason: answer?.text ?? '',
        startedAt,
        took: performance.now() - startedAt,
      })
      await delay(50)
    }
  }
  const done = call()
  return async () => {
    stopped = true
    await done
    return calls
  }
}

const slowest = (calls: { took: number }[]) => Math.round(Math.max(0, ...calls.map(({ took }) => took)))

try {
  await standIn.control({ duplicateFilter: false, rules: [{ match: { method: 'POST' }, do: { delayMs: 100 } }] })
  const task = await operator.sendBatch(await operator.makeReplies(size))
  await delay(300)
  let made = 0
  const other = new Sqlite(join(env.DATA_DIR ?? '', 'auto-comment-bot.db'))
  // The server may be writing at this moment.
  other.pragma('busy_timeout = 10000')
  other.exec('begin immediate')
  const stopReading = keepCalling('GET', '/groups', () => undefined)
  const stopWriting = keepCalling('POST', '/groups', () => {
    made += 1
    return { name: `Group ${made}`, description: 'd' }
  })
  await delay(heldMs)
  other.exec('rollback')
  const released = performance.now()
  await delay(2000)
  const reads = await stopReading()
  const writes = await stopWriting()
  other.close()
  await atRest(operator, [task])
  const restMs = Math.round(performance.now() - released)
  const refused = writes.filter(({ status }) => status === 503)
  const first = writes.find(({ status, startedAt, took }) => status === 201 && startedAt + took > released)
  const againMs = first ? Math.round(Math.max(0, first.startedAt + first.took - released)) : Number.POSITIVE_INFINITY
  const numbers = {
    reads: reads.length,
    readsFailed: reads.filter(({ status }) => status !== 200).length,
    slowestRead: slowest(reads),
    refused: refused.length,
    slowestRefusal: slowest(refused),
    againMs,
    restMs,
  }
  const right =
    numbers.readsFailed === 0 &&
    refused.length > 0 &&
    refused.every(({ reason }) => reason.includes('Another program locks the database')) &&
    againMs < 1000
  if (!right) process.exitCode = 1
  report('torture:locked', await judge(operator, standIn, [task]), numbers)
} finally {
  await bench.dispose()
}
process.exit()
