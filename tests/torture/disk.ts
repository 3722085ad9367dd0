// npm run torture:disk: the disk fills up mid-batch (a limit on file sizes): clear errors, nothing lost, and on again.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startBench } from './support/bench'
import { atRest, judge, report } from './support/truth'

if (spawnSync('prlimit', ['--version']).status !== 0) {
  console.log('torture:disk: no prlimit here, so nothing was shown')
  process.exit()
}

const size = 100
const bench = await startBench(size)
const { operator, standIn, env, server } = bench
const limit = (bytes: string) => {
  const set = spawnSync('prlimit', ['--pid', String(server.child.pid), `--fsize=${bytes}`])
  if (set.status !== 0) throw new Error(String(set.stderr))
}
try {
  const replies = await operator.makeReplies(size)
  const more = await operator.makeReplies(size)
  await standIn.control({ rules: [{ match: { method: 'POST' }, do: { delayMs: 100 } }] })
  const task = await operator.sendBatch(replies)
  await delay(500)
  const wal = statSync(join(env.DATA_DIR ?? '', 'auto-comment-bot.db-wal')).size
  limit(`${wal}:unlimited`)
  await delay(3000)
  const refused = await fetch(`${server.url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'full@example.com', username: 'full', password: 'a-long-passphrase-1' }),
  })
  const detail = await refused.text()
  limit('unlimited:unlimited')
  const later = await operator.sendBatch(more).catch(() => operator.sendBatch(more))
  await atRest(operator, [task, later])
  if (refused.status < 500 || !detail.includes('"detail"')) process.exitCode = 1
  const verdict = await judge(operator, standIn, [task, later])
  report('torture:disk', verdict, { refusedWith: refused.status, survived: server.child.exitCode === null })
} finally {
  await bench.dispose()
}
process.exit()
