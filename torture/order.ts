// npm run torture:order: verifies with strace that the database was synced before each POST /2/tweets.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startBench } from './support/bench'
import { end } from './support/processes'
import { atRest, judge, report } from './support/truth'

if (spawnSync('strace', ['-V']).status !== 0) {
  console.log('torture:order: no strace installed, so nothing was tested')
  process.exit()
}

const count = 50
const trace = join(mkdtempSync(join(tmpdir(), 'acb-strace-')), 'trace')
const calls = 'trace=openat,fsync,fdatasync,write,writev,sendto,sendmsg'
const strace = ['strace', '-D', '-f', '-qq', '-y', '-s', '80', '-e', calls, '-o', trace]
const bench = await startBench(count, { POSTING_CONCURRENCY: '1' }, strace)
try {
  const replies = await bench.operator.makeReplies(count)
  const task = await bench.operator.sendBatch(replies)
  await atRest(bench.operator, [task])
  const verdict = await judge(bench.operator, bench.standIn, [task])
  await end(bench.server.child, 'SIGTERM')
  await delay(1000)
  let synced = false
  let posts = 0
  let unsynced = 0
  for (const line of readFileSync(trace, 'utf8').split('\n')) {
    if (/\b(?:fsync|fdatasync)\(\d+<[^>]*auto-comment-bot\.db/.test(line)) synced = true
    if (!/\b(?:write|writev|sendto|sendmsg)\(\d+<[^>]*>.*POST \/2\/tweets/.test(line)) continue
    posts += 1
    if (!synced) unsynced += 1
    synced = false
  }
  if (posts !== count || unsynced > 0) process.exitCode = 1
  report('torture:order', verdict, { posted: posts, withoutSync: unsynced })
} finally {
  await bench.dispose()
}
process.exit()
