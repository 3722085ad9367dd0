// npm run torture:manual [-- --items 24] [-- --kills 12] [-- --restores 3] [-- --seed 1] [-- --posts-alone]: a person
// posts replies on X's site at random moments, while the server is killed and an early backup restored. X's duplicate
// filter is off. With `--posts-alone` nothing is sent after the backup.
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { mulberry32 } from '../sandbox/random'
import { makeBackup } from '../scripts/backups/make'
import { restoreBackup } from '../scripts/backups/restore'
import type { ManualItems, TaskItem } from '../src/schemas/history/tasks'
import { startBench, type TortureBench } from './support/bench'
import { targetId } from './support/operator'
import { end, option } from './support/processes'
import { atRest, judge, report } from './support/truth'

const size = Number(option('items', '24'))
const kills = Number(option('kills', '12'))
const restores = Number(option('restores', '3'))
const seed = Number(option('seed', String(Date.now() % 100_000)))
const random = mulberry32(seed)
const spreadMs = kills * 1500

/** The person's action on an item, and their report of it. */
type Plan = 'posts' | 'does not post' | 'posts and says not'
const plans: Plan[] = process.argv.includes('--posts-alone')
  ? ['posts']
  : ['posts', 'posts', 'posts', 'posts', 'does not post', 'posts and says not']

const bench = await startBench(size, { X_REPLY_RULE: 'summoned' })
const { operator, standIn, env, folder } = bench
const place = { DATA_DIR: env.DATA_DIR ?? '', DATABASE_URL: undefined }

const postManually = async ({ twitter_username, content }: TaskItem) => {
  const form = { account: twitter_username ?? '', text: content ?? '', in_reply_to: targetId }
  const headers = { origin: standIn.url }
  const body = new URLSearchParams(form)
  const answer = await fetch(`${standIn.url}/intent/tweet`, { method: 'POST', redirect: 'manual', headers, body })
  if (answer.status !== 303) throw new Error(`the page did not post: ${answer.status} ${await answer.text()}`)
}

/**
 * Repeats the call until the server accepts it: the server is away most of the time, and a restore may undo the call.
 */
const insist = async (path: string, body?: object) => {
  for (;;) {
    const answer = await operator.attempt('POST', path, body)
    if (answer !== undefined && answer.status < 500) return
    await delay(100)
  }
}

const work = async (task: string, item: TaskItem, plan: Plan) => {
  const decide = (action: string) => insist(`/tasks/${task}/items/${item.id}/decision`, { action })
  await delay(random() * spreadMs)
  await decide('opened')
  await delay(random() * 1000)
  if (plan !== 'does not post') await postManually(item)
  if (plan === 'posts') return
  await decide('not_posted')
  await delay(random() * 500)
  await insist(`/tasks/${task}/retry`)
}

const killAndRestore = async ({ restart }: TortureBench) => {
  const kept = join(folder, 'kept.db')
  const restoreAt = new Set(
    Array.from({ length: restores }, (_, each) => Math.floor(((each + 1) * kills) / restores) - 1),
  )
  for (let kill = 0; kill < kills; kill += 1) {
    await delay(300 + random() * 1000)
    await end(bench.server.child, 'SIGKILL')
    if (kill === 0) makeBackup(place, kept)
    if (restoreAt.has(kill)) await restoreBackup(place, kept, new Date())
    await restart()
  }
}

try {
  await standIn.control({ duplicateFilter: false })
  const task = await operator.sendBatch(await operator.makeReplies(size))
  const queue = await operator.call<ManualItems>('GET', '/tasks/handed-over')
  const { items } = await operator.task(task)
  const planned = items.map((item, index) => ({ item, plan: plans[index % plans.length] ?? 'posts' }))
  await Promise.all([killAndRestore(bench), ...planned.map(({ item, plan }) => work(task, item, plan))])

  // The person repeats what a restore undid; other items must close without them.
  const wasShown = async () => new Set((await standIn.posts()).map(({ account, text }) => `@${account} ${text}`))
  const isOpenThough = ({ status, twitter_username, content }: TaskItem, shown: Set<string>) =>
    status !== 'completed' && shown.has(`${twitter_username?.toLowerCase()} ${content}`)
  const until = Date.now() + 90_000
  let left = size
  while (left > 0 && Date.now() < until) {
    await delay(500)
    const shown = await wasShown()
    left = (await operator.task(task)).items.filter((item) => isOpenThough(item, shown)).length
  }
  for (const { item, plan } of planned) {
    if (plan !== 'does not post') continue
    await insist(`/tasks/${task}/items/${item.id}/decision`, { action: 'not_posted' })
  }
  await insist(`/tasks/${task}/retry`)
  await atRest(operator, [task], 60_000)
  const verdict = await judge(operator, standIn, [task])
  const leftOpen = left
  report('torture:manual', verdict, { manual: queue.total, kills, restores, leftOpen, seed })
  if (leftOpen > 0 || queue.total !== size) {
    console.log('torture:manual: not every reply became manual, or a reply that X shows stayed open')
    process.exitCode = 1
  }
} finally {
  await bench.dispose()
}
process.exit()
