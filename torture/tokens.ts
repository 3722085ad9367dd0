// npm run torture:tokens [-- --kills 40] [-- --full]: servers are killed and X's answers lost around refresh and
// exchange, with one process on SQLite, then two on PostgreSQL. Access tokens live 3 s, so each account renews its
// tokens all the time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sandboxAccounts } from '../sandbox/accounts-data'
import { mulberry32 } from '../sandbox/random'
import type { Rule } from '../sandbox/x/control'
import { sandboxApp, type TokenEvent } from '../sandbox/x/oauth2'
import type { OwnAccount as Account } from '../src/schemas/accounts/accounts'
import { plenty } from './support/bench'
import { startCluster } from './support/cluster'
import { consentAs } from './support/consent'
import { type Operator, signUp } from './support/operator'
import { end, freePort, launchServer, option, startStandIn } from './support/processes'
import { sharedKey } from './support/sharing'
import { atRest, isClean, judge, report, review } from './support/truth'

const isFull = process.argv.includes('--full')
const kills = Number(option('kills', isFull ? '500' : '40'))
const random = mulberry32(Number(option('seed', '11')))
const half = 12

const lostTokens: Rule = {
  match: { method: 'POST', path: '/2/oauth2/token' },
  probability: 0.25,
  do: [
    { accept: true, answer: 'drop' },
    { accept: false, answer: 'drop' },
    { accept: true, answer: 'reset' },
    { accept: true, answer: 'unavailable' },
    { accept: false, answer: 'unavailable' },
    { accept: true, answer: 'half' },
    { accept: false, answer: 'rateLimit' },
  ],
}
const slowTokens: Rule = { match: { method: 'POST', path: '/2/oauth2/token' }, do: { delayMs: 60 } }

const run = async (name: string, processes: number, databaseUrl: string | undefined) => {
  const folder = mkdtempSync(join(tmpdir(), 'acb-torture-'))
  const standIn = await startStandIn(join(folder, 'posts.jsonl'))
  await standIn.control({ limits: plenty, windowSeconds: 2, tokenSeconds: 3 })
  const ports = await Promise.all(Array.from({ length: processes }, freePort))
  const launch = (index: number) =>
    launchServer({
      PORT: String(ports[index]),
      DATA_DIR: join(folder, `data${index}`),
      CREDENTIALS_KEY: sharedKey,
      X_API_BASE_URL: standIn.url,
      X_POST_BASE_URL: standIn.url,
      X_CLIENT_ID: sandboxApp.clientId,
      X_CLIENT_SECRET: sandboxApp.clientSecret,
      X_TIMEOUT_SECONDS: '2',
      SETTLE_SECONDS: '2',
      PROOF_SECONDS: '10',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    })
  const servers = ports.map((_, index) => launch(index))
  let turn = 0
  const urlOf = () => {
    turn += 1
    return `http://127.0.0.1:${ports[turn % ports.length]}`
  }
  try {
    await servers[0]?.spoke
    const operator = await signUp(urlOf, half, `tokens${processes}`)
    const consent = (username: string) => connect(operator, urlOf, username)
    for (const { username } of sandboxAccounts(half, { from: half })) await consent(username)
    await standIn.control({ rules: [lostTokens, slowTokens] })
    const moved = operator.accounts.map(({ id }) => id)
    await untilMoved(operator, moved)

    const tasks: string[] = []
    let done = 0
    let lost = 0
    let unexplained = 0
    let strays = 0
    /** Acts like an operator who reads "Connect this account again". */
    const reconnect = async () => {
      const accounts = await operator.call<Account[]>('GET', '/twitter/accounts')
      for (const account of accounts.filter(({ is_active }) => !is_active)) {
        lost += 1
        if (moved.includes(account.id)) strays += 1
        if (!isExplained(await standIn.tokens(), account.username)) unexplained += 1
        await consent(account.username)
      }
    }
    /** The server refuses a batch for all accounts while one of them is not connected. */
    const sendOnceAllAreConnected = async (replies: string[], key: string): Promise<string> => {
      for (;;) {
        await reconnect()
        const sent = await operator.sendBatch(replies, key).catch((error: unknown) => String(error))
        if (/^[0-9a-f]{12}$/.test(sent)) return sent
        if (!sent.includes('active media agents')) throw new Error(sent)
      }
    }
    while (done < kills) {
      await standIn.control({ rules: [lostTokens, slowTokens] })
      const replies = await operator.makeReplies(half * 2)
      const send = sendOnceAllAreConnected(replies, `batch-${tasks.length}`)
      for (let each = 0; each < 5 && done < kills; each += 1) {
        const victim = Math.floor(random() * processes)
        if (random() < 0.8) await servers[victim]?.spoke
        await delay(random() * 1200)
        const server = servers[victim]
        if (server) await end(server.child, 'SIGKILL')
        done += 1
        servers[victim] = launch(victim)
      }
      tasks.push(await send)
      await standIn.control({ rules: [] })
      await reconnect()
      console.log(`${name}: ${done} of ${kills} kills, ${lost} connected again`)
    }
    await standIn.control({ rules: [] })
    for (let round = 0; round < 20; round += 1) {
      await delay(500)
      await reconnect()
    }
    await atRest(operator, tasks, 60_000)
    const reviewed = await review(operator, tasks)
    const active = (await operator.call<Account[]>('GET', '/twitter/accounts')).filter(({ is_active }) => is_active)
    const events = await standIn.tokens()
    const count = (kind: TokenEvent['kind']) => events.filter((event) => event.kind === kind).length
    const reused = usedAfterSuccessor(events)
    const verdict = await judge(operator, standIn, tasks)
    const ok = strays === 0 && unexplained === 0 && reused === 0 && active.length === half * 2
    report(name, verdict, {
      kills: done,
      reviewed,
      refreshed: count('refreshed'),
      exchanged: count('exchanged'),
      answersLostForGood: lost,
      unexplained,
      movedThatLostTheirs: strays,
      usedAfterSuccessor: reused,
      active: `${active.length} of ${half * 2}`,
    })
    if (!ok || !isClean(verdict)) process.exitCode = 1
    console.log(`${name}: tokens ${ok ? 'clean' : 'FAILED'}`)
  } finally {
    for (const { child } of servers) await end(child, 'SIGKILL')
    await standIn.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Repeats until it works: the server may be away, or X may not answer. */
const connect = async (operator: Operator, urlOf: () => string, username: string) => {
  for (const until = Date.now() + 180_000; Date.now() < until; ) {
    const url = urlOf()
    const outcome = await consentAs(
      url,
      operator.call,
      (body) => operator.post(url, '/x/consents', body),
      username,
    ).catch(() => undefined)
    if (outcome === 'connected' || outcome === 'renewed') return
    await delay(1000)
  }
  throw new Error(`${username} could not be connected`)
}

const untilMoved = async ({ call }: Operator, ids: number[]) => {
  for (const id of ids) {
    while (!(await call<{ moved: boolean }>('POST', `/twitter/accounts/${id}/move`)).moved) await delay(100)
  }
}

/** X used a refresh token up and its answer was lost: nobody presented any token of the new pair. */
const isExplained = (events: TokenEvent[], username: string): boolean => {
  const own = events.filter((event) => event.username === username.replace(/^@/, '').toLowerCase())
  const given = own.findLast(({ issued }) => issued !== undefined)
  return given !== undefined && own.every(({ presented }) => presented !== given.issued)
}

/** Refresh tokens that were presented after their successor, which must have been stored by then. */
const usedAfterSuccessor = (events: TokenEvent[]): number => {
  const successor = new Map<string, string>()
  const presented = new Set<string>()
  let wrong = 0
  for (const { kind, presented: token, issued } of events) {
    const next = successor.get(token)
    if (kind !== 'used' && next !== undefined && presented.has(next)) wrong += 1
    if (kind === 'refreshed' && issued !== undefined) successor.set(token, issued)
    presented.add(token)
  }
  return wrong
}

if (!process.argv.includes('--postgres-only')) await run('one process on SQLite', 1, undefined)
const cluster = await startCluster(await freePort())
if (cluster) {
  try {
    await run('two processes on PostgreSQL', 2, cluster.url)
  } finally {
    await cluster.dispose()
  }
} else console.log('no initdb and postgres installed, so two processes were not tested')
process.exit()
