// npm run torture:restore: a backup is taken during a batch, the batch finishes, the backup is restored: nothing may be
// posted twice.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startBench } from './support/bench'
import { end } from './support/processes'
import { atRest, judge, report } from './support/truth'

const size = 200
const bench = await startBench(size)
const { operator, standIn, env, folder } = bench
try {
  const replies = await operator.makeReplies(size)
  await standIn.control({ duplicateFilter: false, rules: [{ match: { method: 'POST' }, do: { delayMs: 100 } }] })
  const task = await operator.sendBatch(replies)
  await delay(800)
  const backup = join(folder, 'backup.db')
  const made = spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/backup.ts', backup], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(made.stderr)
  const postedAtBackup = (await standIn.posts()).length
  await atRest(operator, [task])
  await end(bench.server.child, 'SIGTERM')

  const restored = spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/restore.ts', backup], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (restored.status !== 0) throw new Error(restored.stderr)
  await bench.restart()
  await atRest(operator, [task])
  report('torture:restore', await judge(operator, standIn, [task]), { postedAtBackup })
} finally {
  await bench.dispose()
}
process.exit()
