// npm run torture:inbox [-- --mentions 5000] [-- --kills 100] [-- --accounts 4] [-- --seed 1]: mentions arrive on X at random
// moments while the servers that read them are killed at random moments: two processes on one PostgreSQL, where there is
// one, else one process on SQLite. Afterwards each mention is there exactly once for each account that it names.
import { setTimeout as delay } from 'node:timers/promises'
import { userIdOf } from '../sandbox/accounts-data'
import { mulberry32 } from '../sandbox/random'
import type { Inbox } from '../src/schemas/inbox'
import { startBench } from './support/bench'
import { startCluster } from './support/cluster'
import { end, freePort, option, type Server, startServer } from './support/processes'

const mentions = Number(option('mentions', '5000'))
const kills = Number(option('kills', '100'))
const accountCount = Number(option('accounts', '4'))
const seed = Number(option('seed', String(Date.now() % 100_000)))
const random = mulberry32(seed)
const spreadMs = kills * 900

const cluster = await startCluster(await freePort())
const fast = {
  MENTIONS_SECONDS: '1',
  CREDENTIALS_KEY: Buffer.alloc(32, 7).toString('base64'),
  ...(cluster ? { DATABASE_URL: cluster.url } : {}),
}
const bench = await startBench(accountCount, fast)
const { operator, standIn, env, folder } = bench
const names = operator.accounts.map(({ username }) => username.replace('@', ''))

/** Every tenth mention names two of the accounts. */
const expected = new Map<string, number>(names.map((name) => [name, 0]))
const arrive = async () => {
  for (let sent = 0; sent < mentions; ) {
    const count = Math.min(mentions - sent, 1 + Math.floor(random() * (mentions / 50)))
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
  for (const { id, username } of operator.accounts) {
    const { total } = await operator.call<Inbox>('GET', `/inbox?account_id=${id}&limit=1`)
    totals.set(username.replace('@', ''), total)
  }
  return totals
}

/** Every tweet id that the account has, page by page. */
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

try {
  // What waits in the sandbox from its beginning comes on top of what arrives.
  for (const { id } of operator.accounts) await operator.call('PUT', `/inbox/watches/${id}`, { on: true })
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
  for (const { id, username } of operator.accounts) {
    const name = username.replace('@', '')
    const ids = await idsOf(id)
    const there = new Set(await standIn.mentionsOf(userIdOf(name)))
    doubled += ids.length - new Set(ids).size
    lost += [...there].filter((each) => !ids.includes(each)).length
    strange += ids.filter((each) => !there.has(each)).length
    stored += ids.length
  }
  const processes = servers.length
  console.log('torture:inbox', { mentions, kills, processes, stored, lost, doubled, strange, seed })
  if (lost + doubled + strange > 0 || stored < mentions) process.exitCode = 1
} finally {
  for (const { child } of servers) await end(child, 'SIGKILL')
  await bench.dispose()
  await cluster?.dispose()
}
process.exit()
