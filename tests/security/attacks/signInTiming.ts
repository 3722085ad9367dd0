// npm run attack:timing: prints the medians of refused sign-ins for known and unknown addresses.
import { ceilingSizes } from '../../../server/security/ceiling'
import { startServerProcess } from '../process'
import { addressAt, percentile, signIn } from './from'

/** One more wrong password slows the attacker down. */
const rounds = ceilingSizes.failures - 1
const addresses = { known: 'known@example.com', unknown: 'unknown@example.com' }

const server = await startServerProcess({ LOG_LEVEL: 'warn' })
const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
try {
  await server.call('POST', '/auth/register', {
    email: addresses.known,
    password: 'correct horse battery',
    username: 'known',
  })
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const { status, millis } = await signIn(server.url, addresses[kind], 'not the password', addressAt(round))
      if (status !== 401) throw new Error(`answered ${status}`)
      if (round >= 10) times[kind].push(millis)
    }
  }
} finally {
  await server.dispose()
}

const [known, unknown] = [percentile(times.known, 0.5), percentile(times.unknown, 0.5)]
const apart = (100 * Math.abs(known - unknown)) / Math.max(known, unknown)
console.log(`known   ${known.toFixed(1)} ms (median of ${times.known.length})`)
console.log(`unknown ${unknown.toFixed(1)} ms (median of ${times.unknown.length})`)
console.log(`apart   ${apart.toFixed(1)} %`)
process.exitCode = apart <= 10 ? 0 : 1
