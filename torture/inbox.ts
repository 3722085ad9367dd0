// npm run torture:inbox [-- --mentions 5000] [-- --kills 100] [-- --accounts 4] [-- --seed 1] [-- --at-once]: mentions
// arrive at random moments, or all at once, while the servers that read them and hold X's stream are killed: two
// processes on PostgreSQL if it is installed, otherwise one on SQLite. The stream is cut, repeats events and reorders
// them. Half of the accounts are connected by consent and get events. At the end each mention must exist once for each
// account that it names.
import { setTimeout as delay } from 'node:timers/promises'
import { sandboxAccounts, userIdOf } from '../sandbox/accounts-data'
import { mulberry32 } from '../sandbox/random'
import { sandboxBearerToken } from '../sandbox/x/authentication'
import { sandboxApp } from '../sandbox/x/oauth2'
import type { OwnAccount as Account } from '../src/schemas/accounts/accounts'
import type { Inbox } from '../src/schemas/inbox/inbox'
import { startBench } from './support/bench'
import { startCluster } from './support/cluster'
import { consentAs } from './support/consent'
import { end, freePort, option, type Server, startServer } from './support/processes'
import { sharedKey } from './support/sharing'

const mentions = Number(option('mentions', '5000'))
const kills = Number(option('kills', '100'))
const accountCount = Number(option('accounts', '4'))
const seed = Number(option('seed', String(Date.now() % 100_000)))
const atOnce = process.argv.includes('--at-once')
const random = mulberry32(seed)
const spreadMs = kills * 900

const cluster = await startCluster(await freePort())
const fast: Record<string, string> = {
  MENTIONS_SECONDS: '1',
  X_CLIENT_ID: sandboxApp.clientId,
  X_CLIENT_SECRET: sandboxApp.clientSecret,
  X_BEARER_TOKEN: sandboxBearerToken,
  CREDENTIALS_KEY: sharedKey,
  ...(cluster ? { DATABASE_URL: cluster.url } : {}),
}
// X lists 800 mentions of an account; older ones come only through the stream.
const bench = await startBench(atOnce ? 0 : Math.ceil(accountCount / 2), fast)
const { operator, standIn, env, folder } = bench
const consenting = sandboxAccounts(accountCount).slice(operator.accounts.length)
for (const { username } of consenting) {
  const { url } = bench.server
  const outcome = await consentAs(url, operator.call, (body) => operator.post(url, '/x/consents', body), username)
  if (outcome !== 'connected') throw new Error(`${username} could not be connected: ${outcome}`)
}
const accounts = await operator.call<Account[]>('GET', '/twitter/accounts')
const names = accounts.map(({ username }) => username.replace('@', ''))

const expected = new Map<string, number>(names.map((name) => [name, 0]))
const arrive = async () => {
  for (let sent = 0; sent < mentions; ) {
    const count = atOnce ? mentions : Math.min(mentions - sent, 1 + Math.floor(random() * (mentions / 50)))
    const arrivals = Array.from({ length: count }, (_, index) => {
      const number = sent + index
      const first = names[Math.floor(random() * names.length)] ?? ''
      const second = number % 10 === 0 ? names.find((name) => name !== first) : undefined
      for (const name of [first, ...(second ? [second] : [])]) expected.set(name, (expected.get(name) ?? 0) + 1)
      return { username: `fan_${number}`, text: `Number ${number} for @${first}${second ? ` and @${second}` : ''}` }
    })
    await standIn.control({ arrivals })
    sent += count
    await delay((random() * spreadMs * 2) / 50)
  }
}

const servers: Server[] = [bench.server]
const other = { ...env, PORT: String(await freePort()), DATA_DIR: `${folder}/other` }
if (cluster) servers.push(await startServer(other))

const killAtRandom = async () => {
  for (let kill = 0; kill < kills; kill += 1) {
    await delay(100 + random() * 500)
    const index = Math.floor(random() * servers.length)
    const victim = servers[index]
    if (!victim) continue
    await end(victim.child, 'SIGKILL')
    if (index === 0) await bench.restart()
    servers[index] = index === 0 ? bench.server : await startServer(other)
  }
}

const counted = async () => {
  const totals = new Map<string, number>()
  for (const { id, username } of accounts) {
    const { total } = await operator.call<Inbox>('GET', `/inbox?account_id=${id}&limit=1`)
    totals.set(username.replace('@', ''), total)
  }
  return totals
}

const idsOf = async (accountId: number): Promise<string[]> => {
  const ids: string[] = []
  let cursor = ''
  for (;;) {
    const page = await operator.call<Inbox>('GET', `/inbox?account_id=${accountId}${cursor}`)
    ids.push(...page.mentions.map(({ tweet_id }) => tweet_id))
    if (page.next === null) return ids
    cursor = `&cursor=${encodeURIComponent(page.next)}`
  }
}

/** Waits until the stream covers all accounts that it can cover. */
const untilListed = async () => {
  for (;;) {
    const { watches } = await operator.call<Inbox>('GET', '/inbox?limit=1')
    if (watches.filter(({ by }) => by === 'stream').length === consenting.length) return
    await delay(200)
  }
}

try {
  // The sandbox's own mentions come on top of those that arrive.
  for (const { id } of accounts) await operator.call('PUT', `/inbox/watches/${id}`, { on: true })
  await untilListed()
  await standIn.control({ stream: { seed, cutMidEvent: atOnce ? 0 : 0.002, duplicate: 0.05, outOfOrder: 0.05 } })
  await Promise.all([arrive(), killAtRandom()])
  const until = Date.now() + 180_000
  const isComplete = async () => {
    const totals = await counted()
    return [...expected].every(([name, count]) => (totals.get(name) ?? 0) >= count)
  }
  while (!(await isComplete()) && Date.now() < until) await delay(1000)
  await delay(3000)

  let doubled = 0
  let lost = 0
  let strange = 0
  let stored = 0
  for (const { id, username } of accounts) {
    const name = username.replace('@', '')
    const ids = await idsOf(id)
    const there = new Set(await standIn.mentionsOf(userIdOf(name)))
    doubled += ids.length - new Set(ids).size
    lost += [...there].filter((each) => !ids.includes(each)).length
    strange += ids.filter((each) => !there.has(each)).length
    stored += ids.length
  }
  const processes = servers.length
  const { lines } = await standIn.bill()
  const byStream = lines.filter(({ path }) => path === '/2/activity/stream').length
  const connections = (await standIn.requests()).filter(({ path }) => path === '/2/activity/stream').length
  console.log('torture:inbox', {
    mentions,
    kills,
    atOnce,
    processes,
    stored,
    byStream,
    connections,
    lost,
    doubled,
    strange,
    seed,
  })
  if (lost + doubled + strange > 0 || stored < mentions) process.exitCode = 1
} finally {
  for (const { child } of servers) await end(child, 'SIGKILL')
  await bench.dispose()
  await cluster?.dispose()
}
process.exit()
