import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sandboxAccounts, userIdOf } from '../../sandbox/accounts-data'
import { mulberry32 } from '../../sandbox/random'
import type { Rule } from '../../sandbox/x/control'
import { openServersTrail } from '../../scripts/serversDatabase'
import { readConfig } from '../../server/config'
import { checkTrail, type TrailCheck } from '../../server/db/trail/auditTrail'
import type { Spending, Total } from '../../src/schemas/usage/money'
import { type Operator, signUp, targetId } from './operator'
import { end, freePort, launchServer, startStandIn } from './processes'
import { atRest, judge, review, type Verdict } from './truth'

export interface KillOptions {
  kills: number
  lagMs: number
  duplicateFilter: boolean
  seed: number
  withinMs?: number
  batchSize?: number
  /** Every price of a reply occurs: the post names some of the accounts, and every fourth reply has a link. */
  atEveryPrice?: boolean
  say?: (line: string) => void
}

const appOwners = sandboxAccounts(5).map(({ username }) => username.replace('@', '').toLowerCase())

const postedPerKill = 12

const post = { method: 'POST', path: '/2/tweets' } as const

/** Faults of X in 15 % of the requests: X accepts the post or not, and its answer is lost, late or malformed. */
export const ambiguousFaults: Rule = {
  match: post,
  probability: 0.15,
  do: [
    { accept: true, answer: 'drop' },
    { accept: false, answer: 'drop' },
    { accept: true, answer: 'reset' },
    { accept: false, answer: 'reset' },
    { accept: true, answer: 'hang' },
    { accept: true, answer: 'half' },
    { accept: true, answer: 'html' },
    { accept: false, answer: 'redirect' },
    { accept: true, answer: 'withoutId' },
    { accept: true, answer: 'garbage' },
    { accept: true, answer: 'unavailable' },
    { accept: false, answer: 'unavailable' },
    { accept: false, answer: 'rateLimit' },
  ],
}

const spentBy = async (operator: Operator): Promise<Total> => {
  const { days } = await operator.call<Spending>('GET', '/x/spending')
  const sum = (part: keyof Total) => days.reduce((all, day) => all + day[part], 0)
  return { charged: sum('charged'), open: sum('open'), unpriced: sum('unpriced') }
}

const brokenReads: Rule = {
  match: { method: 'GET' },
  probability: 0.15,
  do: [{ answer: 'unavailable' }, { answer: 'drop' }, { answer: 'html' }],
}

/**
 * Sends batches while the server is killed at random, a quarter of the times before it serves, until `kills` are done;
 * then waits until everything is at rest.
 */
export const runKills = async ({
  kills,
  lagMs,
  duplicateFilter,
  seed,
  batchSize = 200,
  withinMs = Number.POSITIVE_INFINITY,
  atEveryPrice = false,
  say = () => undefined,
}: KillOptions): Promise<{
  verdict: Verdict
  kills: number
  batches: number
  /** Requests that a kill caught between their first byte and the record of X's answer. */
  interrupted: number
  reviewed: number
  seconds: number
  seed: number
  /** Micro-dollars: what the ledger records as charged and possibly charged, and what the stand-in charged. */
  money: Total & { bill: number }
  trail: TrailCheck
}> => {
  const started = Date.now()
  const random = mulberry32(seed)
  const folder = mkdtempSync(join(tmpdir(), 'acb-torture-'))
  const standIn = await startStandIn(join(folder, 'posts.jsonl'))
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    X_API_BASE_URL: standIn.url,
    X_TIMEOUT_SECONDS: '2',
    X_APP_OWNERS: appOwners.map(userIdOf).join(','),
    PROOF_SECONDS: '10',
    SETTLE_SECONDS: String(Math.max(2, Math.ceil(lagMs / 1000) + 1)),
  }
  const plenty = { createPost: 1e6, getPost: 1e6, getMe: 1e6, getUserPosts: 1e6, deletePost: 1e6 }
  await standIn.control({ limits: plenty, windowSeconds: 2, seed, duplicateFilter, visibilityLagMs: lagMs })
  await standIn.control({ people: Object.fromEntries(appOwners.map((name) => [name, { ownsApp: true }])) })
  if (atEveryPrice) {
    const named = sandboxAccounts(Math.min(8, batchSize), { group: '' }).map(({ username }) => username)
    await standIn.control({ planted: { [targetId]: { username: 'dana_asks', text: `${named.join(' ')} what now?` } } })
  }

  let server: ReturnType<typeof launchServer> | undefined
  try {
    server = launchServer(env)
    const operator = await signUp(() => `http://127.0.0.1:${port}`, batchSize)
    const tasks: string[] = []
    let done = 0
    while (done < kills && Date.now() < started + withinMs) {
      const replies = await operator.makeReplies(batchSize, atEveryPrice)
      await standIn.control({ rules: [ambiguousFaults, brokenReads, { match: post, do: { delayMs: 200 } }] })
      const send = operator.sendBatch(replies, `batch-${tasks.length}`)
      if (random() < 0.8) tasks.push(await send)
      for (let each = 0; each < batchSize / postedPerKill && done < kills; each += 1) {
        if (random() < 0.75) await server.spoke
        await delay(random() * 1000)
        await end(server.child, 'SIGKILL')
        done += 1
        server = launchServer(env)
      }
      const task = await send
      if (!tasks.includes(task)) tasks.push(task)
      await standIn.control({ rules: [ambiguousFaults, brokenReads] })
      say(`${done} of ${kills} kills, ${tasks.length * batchSize} items`)
    }
    await standIn.control({ rules: [] })
    say('waiting until all is at rest')
    await atRest(operator, tasks)
    const reviewed = await review(operator, tasks)
    // After a start each account is read before it posts, which settles the readings that a fault interrupted.
    await end(server.child, 'SIGTERM')
    server = launchServer(env)
    tasks.push(await operator.sendBatch(await operator.makeReplies(batchSize, atEveryPrice)))
    await atRest(operator, tasks)
    const verdict = await judge(operator, standIn, tasks)
    let interrupted = 0
    for (const task of tasks) {
      const attempts = (await operator.task(task)).items.flatMap((item) => item.attempts ?? [])
      interrupted += attempts.filter(({ outcome }) => outcome === 'interrupted').length
    }
    const seconds = Math.round((Date.now() - started) / 1000)
    const money = { ...(await spentBy(operator)), bill: (await standIn.bill()).total }
    const { db, close } = await openServersTrail(readConfig(env))
    const trail = await checkTrail(db).finally(close)
    return { money, trail, verdict, kills: done, batches: tasks.length, interrupted, reviewed, seconds, seed }
  } finally {
    if (server) await end(server.child, 'SIGKILL')
    await standIn.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
