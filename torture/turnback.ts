// npm run torture:turnback [-- --short] [-- --items 100] [-- --only clock]: resets the database to an earlier state in
// every way, even under running servers, with X's duplicate filter off. X's lists of posts decide: nothing may be
// posted twice.
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { messageOf } from '../server/messageOf'
import { startBench, type TortureBench } from './support/bench'
import { type Cluster, startCluster } from './support/cluster'
import { end, freePort, option, startServer } from './support/processes'
import { sharedKey } from './support/sharing'
import { atRest, isClean, judge, review } from './support/truth'

const isShort = process.argv.includes('--short')
const size = Number(option('items', isShort ? '12' : '100'))
const only = option('only', '')
const results: Record<string, object> = {}

const post = { method: 'POST' as const }
const slowly = { rules: [{ match: post, do: { delayMs: 100 } }], duplicateFilter: false }
/** Slow enough for a backup in the middle of a batch. */
const slower = { ...slowly, rules: [{ match: post, do: { delayMs: 1_000 } }] }

/** Waits until about a third of the batch is posted. */
const midBatch = async ({ standIn }: TortureBench) => {
  while ((await standIn.posts()).length < size / 3) await delay(20)
}

const dataDir = ({ env }: TortureBench) => env.DATA_DIR ?? ''

const sendBatch = async (bench: TortureBench, pace = slowly) => {
  const replies = await bench.operator.makeReplies(size)
  await bench.standIn.control(pace)
  return { replies, task: await bench.operator.sendBatch(replies) }
}

/** Retries items that failed because of the clock, as an operator would. */
const goOn = async ({ operator }: TortureBench, task: string) => {
  for (let round = 0; round < 100; round += 1) {
    await atRest(operator, [task])
    const { items } = await operator.task(task)
    if (items.every(({ status }) => status === 'completed')) return
    await operator.attempt('POST', `/tasks/${task}/retry`)
    await delay(200)
  }
}

/** Copies the whole folder, `instance.json` included, like a virtual machine's snapshot. */
const snapshot = async (bench: TortureBench): Promise<string> => {
  const { task } = await sendBatch(bench)
  await midBatch(bench)
  await end(bench.server.child, 'SIGKILL')
  const kept = join(bench.folder, 'snapshot')
  cpSync(dataDir(bench), kept, { recursive: true })
  await bench.restart()
  await atRest(bench.operator, [task])
  await end(bench.server.child, 'SIGKILL')
  rmSync(dataDir(bench), { recursive: true })
  cpSync(kept, dataDir(bench), { recursive: true })
  await bench.restart()
  return task
}

const copyBeside = async (bench: TortureBench): Promise<string> => {
  const { task } = await sendBatch(bench)
  await midBatch(bench)
  const copy = join(bench.folder, 'copy')
  cpSync(dataDir(bench), copy, { recursive: true })
  const started = await startServer({ ...bench.env, DATA_DIR: copy, PORT: String(await freePort()) }).catch(
    () => undefined,
  )
  if (started) {
    await atRest(bench.operator, [task])
    await end(started.child, 'SIGKILL')
  }
  return task
}

const run = (command: string, args: string[], env: Record<string, string> = {}) => {
  const { status, stderr, error } = spawnSync(command, args, { env: { ...process.env, ...env }, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
}

const command = ({ env }: TortureBench, name: string, ...args: string[]) =>
  run(process.execPath, ['scripts/run.mjs', `scripts/${name}.ts`, ...args], env)

const backUp = (bench: TortureBench): string => {
  const backup = join(bench.folder, `backup-${Date.now()}`)
  command(bench, 'backup', backup)
  return backup
}

const sentAgain = async (bench: TortureBench): Promise<string> => {
  const replies = await bench.operator.makeReplies(size)
  await bench.standIn.control(slowly)
  const backup = backUp(bench)
  await atRest(bench.operator, [await bench.operator.sendBatch(replies)])
  await end(bench.server.child, 'SIGTERM')
  const database = join(dataDir(bench), 'auto-comment-bot.db')
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${database}${suffix}`, { force: true })
  copyFileSync(backup, database)
  await bench.restart()
  return bench.operator.sendBatch(replies)
}

/** Everything since the last checkpoint is lost: the send, and all its records. */
const logDeleted = async (bench: TortureBench): Promise<string> => {
  const replies = await bench.operator.makeReplies(size)
  await end(bench.server.child, 'SIGTERM')
  await bench.restart()
  await bench.standIn.control(slowly)
  await bench.operator.sendBatch(replies)
  await midBatch(bench)
  await end(bench.server.child, 'SIGKILL')
  for (const suffix of ['-wal', '-shm']) rmSync(join(dataDir(bench), `auto-comment-bot.db${suffix}`), { force: true })
  await bench.restart()
  const task = await bench.operator.sendBatch(replies)
  await atRest(bench.operator, [task])
  // No reply since the kill proves that X's lists are complete, so a person decides about the replies they do not show.
  await review(bench.operator, [task])
  return task
}

const clockForward =
  (ms: number) =>
  async (bench: TortureBench): Promise<string> => {
    const file = join(bench.folder, 'shift')
    await end(bench.server.child, 'SIGTERM')
    await bench.restart({
      CLOCK_SHIFT_FILE: file,
      NODE_OPTIONS: `--import ${pathToFileURL(resolve('torture/support/shiftedClock.mjs')).href}`,
    })
    await bench.standIn.control({ visibilityLagMs: 1000 })
    const { task } = await sendBatch(bench)
    await midBatch(bench)
    writeFileSync(file, String(ms))
    await delay(3000)
    writeFileSync(file, '0')
    return task
  }

/** Puts a copy of all PostgreSQL files back while the server runs on, or for a server without memory. */
const databasePutBack =
  (isFresh: boolean) =>
  async (bench: TortureBench, cluster: Cluster): Promise<string> => {
    const { task } = await sendBatch(bench)
    await midBatch(bench)
    const copy = await cluster.copy()
    if (isFresh) {
      await atRest(bench.operator, [task])
      await end(bench.server.child, 'SIGKILL')
      rmSync(dataDir(bench), { recursive: true })
    } else {
      await delay(1200)
    }
    await cluster.putBack(copy)
    if (isFresh) await bench.restart()
    return task
  }

type PutBack = (bench: TortureBench, backup: string) => void

/** Restores as an administrator does manually. */
const sqliteRestore: PutBack = (bench, backup) =>
  run('sqlite3', [join(dataDir(bench), 'auto-comment-bot.db'), '.timeout 20000', `.restore ${backup}`])

/** Servers that work may meet it in a deadlock, which PostgreSQL ends. */
const pgRestore: PutBack = ({ env }, backup) => {
  const args = ['--clean', '--if-exists', '--single-transaction', `--dbname=${env.DATABASE_URL}`, backup]
  for (let tries = 1; ; tries += 1) {
    try {
      return run('pg_restore', args)
    } catch (error) {
      if (tries === 10) throw error
    }
  }
}

/** A backup from the middle of a batch comes back once all of it is posted. */
const openUnderServer =
  (putBack: PutBack) =>
  async (bench: TortureBench): Promise<string> => {
    const { task } = await sendBatch(bench, slower)
    await midBatch(bench)
    const backup = backUp(bench)
    await atRest(bench.operator, [task])
    putBack(bench, backup)
    return task
  }

/** A backup from before the send comes back, and the drafts are sent again at once. */
const againUnderServer =
  (putBack: PutBack) =>
  async (bench: TortureBench): Promise<string> => {
    const replies = await bench.operator.makeReplies(size)
    await bench.standIn.control(slowly)
    const backup = backUp(bench)
    await atRest(bench.operator, [await bench.operator.sendBatch(replies)])
    putBack(bench, backup)
    return bench.operator.sendBatch(replies)
  }

/** The server keeps the file that it opened. It must accept no change until its next start. */
const fileReplaced = async (bench: TortureBench): Promise<string> => {
  const replies = await bench.operator.makeReplies(size)
  await bench.standIn.control(slowly)
  const backup = backUp(bench)
  await atRest(bench.operator, [await bench.operator.sendBatch(replies)])
  renameSync(backup, join(dataDir(bench), 'auto-comment-bot.db'))
  const answer = await bench.operator.attempt('POST', '/groups', { name: 'lost', description: 'd' })
  if (answer?.status !== 503) throw new Error(`a write that would be lost was answered with ${answer?.status}`)
  await end(bench.server.child, 'SIGKILL')
  for (const suffix of ['-wal', '-shm']) rmSync(join(dataDir(bench), `auto-comment-bot.db${suffix}`), { force: true })
  await bench.restart()
  return bench.operator.sendBatch(replies)
}

/** A second server shares the database; it made half of the attempts, or none. */
const besideAnother =
  (made: 'half' | 'none') =>
  async (bench: TortureBench): Promise<string> => {
    const launch = async () =>
      startServer({ ...bench.env, DATA_DIR: join(bench.folder, 'second'), PORT: String(await freePort()) })
    let second = made === 'half' ? await launch() : undefined
    try {
      const { task } = await sendBatch(bench, slower)
      await midBatch(bench)
      const backup = backUp(bench)
      await atRest(bench.operator, [task])
      second ??= await launch()
      pgRestore(bench, backup)
      await goOn(bench, task)
      return task
    } finally {
      if (second) await end(second.child, 'SIGKILL')
    }
  }

/** No file of the server is left but its key and the backup; who was signed in then must sign in again. */
const everythingLost =
  (lose: (bench: TortureBench) => Promise<void>) =>
  async (bench: TortureBench): Promise<string> => {
    const { task } = await sendBatch(bench, slower)
    await midBatch(bench)
    const backup = backUp(bench)
    await atRest(bench.operator, [task])
    const { token } = bench.operator
    await end(bench.server.child, 'SIGKILL')
    await lose(bench)
    rmSync(dataDir(bench), { recursive: true })
    command(bench, 'restore', backup)
    await bench.restart()
    const headers = { authorization: `Bearer ${token}` }
    const { status } = await fetch(`http://127.0.0.1:${bench.env.PORT}/api/v1/groups`, { headers })
    if (status !== 401) throw new Error(`a session of before the restore was answered with ${status}`)
    return task
  }

const clusterLost = (bench: TortureBench, { query }: Cluster) =>
  everythingLost(async () => {
    await query('drop schema public cascade')
    await query('create schema public')
  })(bench)

const withKey = { CREDENTIALS_KEY: sharedKey }

const withCluster = async (play: (bench: TortureBench, cluster: Cluster) => Promise<string>, name: string) => {
  const cluster = await startCluster(await freePort())
  if (!cluster) return console.log(`${name}: no initdb and postgres installed, so nothing was tested`)
  try {
    const env = { DATABASE_URL: cluster.url, ...withKey }
    await trial(name, (bench) => play(bench, cluster), env)
  } finally {
    await cluster.dispose()
  }
}

const trial = async (
  name: string,
  play: (bench: TortureBench) => Promise<string>,
  env: Record<string, string> = {},
): Promise<void> => {
  const bench = await startBench(size, env)
  try {
    const task = await play(bench)
    await goOn(bench, task)
    const verdict = await judge(bench.operator, bench.standIn, [task])
    const clean = isClean(verdict) && verdict.failed === 0 && verdict.needsReview === 0
    const reads = (await bench.standIn.requests()).filter(
      ({ path }) => path.endsWith('/tweets') && path.includes('/users/'),
    )
    results[name] = { ...verdict, reads: reads.length, clean }
    console.log(`${name}: ${clean ? 'clean' : 'FAILED'}`)
    if (!clean) process.exitCode = 1
  } catch (error) {
    process.exitCode = 1
    console.log(`${name}: FAILED, ${messageOf(error)}`)
  } finally {
    await bench.dispose()
  }
}

const trials: [name: string, run: (name: string) => Promise<void>][] = [
  ['snapshot of the whole folder', (name) => trial(name, snapshot)],
  ['copy of the folder beside the original', (name) => trial(name, copyBeside)],
  ['backup from before a send, sent again', (name) => trial(name, sentAgain)],
  ['write-ahead log deleted, sent again', (name) => trial(name, logDeleted)],
  [
    'everything lost, restored by command',
    (name) =>
      trial(
        name,
        everythingLost(async () => undefined),
        withKey,
      ),
  ],
  ['file replaced under a server', (name) => trial(name, fileReplaced)],
  ['.restore under a server, open replies', (name) => trial(name, openUnderServer(sqliteRestore))],
  ['.restore under a server, sent again', (name) => trial(name, againUnderServer(sqliteRestore))],
  ['pg_restore under a server, open replies', (name) => withCluster(openUnderServer(pgRestore), name)],
  ['pg_restore under a server, sent again', (name) => withCluster(againUnderServer(pgRestore), name)],
  ['pg_restore under two servers', (name) => withCluster(besideAnother('half'), name)],
  ['pg_restore under two servers, one new', (name) => withCluster(besideAnother('none'), name)],
  ['PostgreSQL lost, restored by command', (name) => withCluster(clusterLost, name)],
  ['clock 4 min forward and back', (name) => trial(name, clockForward(4 * 60_000))],
  ['clock 1 h forward and back', (name) => trial(name, clockForward(60 * 60_000))],
  ['PostgreSQL put back, fresh DATA_DIR', (name) => withCluster(databasePutBack(true), name)],
  ['standby 1.2 s behind takes over', (name) => withCluster(databasePutBack(false), name)],
]

for (const [name, run] of trials.filter(([each]) => each.includes(only))) await run(name)
console.table(results)
process.exit()
