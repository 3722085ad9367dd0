// npm run attack:sign-ins: 5,000 sign-ins a minute, first from one address and then from many, while an operator reads
// lists and the owner of the attacked account signs in. Prints the times of both, and the server's highest memory.
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type ServerProcess, startServerProcess } from '../process'
import { addressAt, ask, percentile, signIn } from './from'

const seconds = Number(process.env.FLOOD_SECONDS ?? 60)
const everyMillis = 60_000 / 5000
const email = 'owner@example.com'
const password = 'correct horse battery'
const ownAddress = '127.0.0.77'

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const flood = async (server: ServerProcess, token: string, addressOf: (number: number) => string) => {
  const statuses = new Map<number, number>()
  const attempts: Promise<void>[] = []
  const reads: number[] = []
  const own: { status: number; millis: number }[] = []
  let memory = 0
  const end = performance.now() + seconds * 1000
  const during = async (work: () => Promise<void>) => {
    while (performance.now() < end) await work()
  }

  const attack = async () => {
    const started = performance.now()
    for (let number = 0; performance.now() < end; number += 1) {
      const attempt = signIn(
        server.url,
        number % 2 === 0 ? email : `u${number}@example.com`,
        'guess',
        addressOf(number),
      )
      attempts.push(attempt.then(({ status }) => void statuses.set(status, (statuses.get(status) ?? 0) + 1)))
      await delay(Math.max(0, started + (number + 1) * everyMillis - performance.now()))
    }
  }
  await Promise.all([
    attack(),
    during(async () => {
      const { status, millis } = await ask({ url: `${server.url}/api/v1/groups`, token, address: ownAddress })
      if (status !== 200) throw new Error(`a read answered ${status}`)
      reads.push(millis)
      memory = Math.max(memory, residentMegabytes(server.pid))
      await delay(50)
    }),
    during(async () => {
      own.push(await signIn(server.url, email, password, ownAddress))
      await delay(seconds * 100)
    }),
  ])
  await Promise.all(attempts)
  return { statuses: [...statuses].sort(([a], [b]) => a - b), reads, own, memory }
}

const report = (name: string, { statuses, reads, own, memory }: Awaited<ReturnType<typeof flood>>) => {
  const p99 = percentile(reads, 0.99)
  console.log(`${name}: ${statuses.map(([status, count]) => `${count} x ${status}`).join(', ')}`)
  console.log(
    `  reads of others: p50 ${percentile(reads, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (${reads.length})`,
  )
  console.log(`  the owner: ${own.map(({ status, millis }) => `${status} in ${millis.toFixed(0)} ms`).join(', ')}`)
  console.log(`  memory: ${memory.toFixed(0)} MB at most`)
  return p99 < 500 && own.every(({ status }) => status === 200)
}

const server = await startServerProcess({ LOG_LEVEL: 'error' })
try {
  await server.call('POST', '/auth/register', { email, password, username: 'owner' })
  const token: string = JSON.parse((await signIn(server.url, email, password, ownAddress)).body).access_token
  const isCalm = [
    report('from one address', await flood(server, token, () => addressAt(0))),
    report('from many addresses', await flood(server, token, (number) => addressAt(1 + number))),
  ]
  process.exitCode = isCalm.every(Boolean) ? 0 : 1
} finally {
  await server.dispose()
}
