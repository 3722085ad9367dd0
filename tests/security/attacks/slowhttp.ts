// npm run attack:slowhttp: slowhttptest (slow headers, slow bodies, slow reading, ranges) against a server of its own
// on loopback, while somebody else asks `/readyz` every second. Prints the times of the latter.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { startServerProcess } from '../process'
import { ask, percentile } from './from'

const seconds = Number(process.env.SLOW_SECONDS ?? 45)
const program = 'slowhttptest'
const connections = '1000'
const attacks: Record<string, string[]> = {
  'slow headers': ['-H', '-i', '5'],
  'slow bodies': ['-B', '-i', '5', '-s', '8192'],
  'slow reading': ['-X', '-w', '1', '-y', '8', '-n', '5', '-z', '8', '-k', '3'],
  'overlapping ranges': ['-R', '-a', '5', '-b', '3000'],
}

const server = await startServerProcess({ LOG_LEVEL: 'error' })
let isCalm = true
try {
  for (const [name, args] of Object.entries(attacks)) {
    const url = `${server.url}/api/v1/${name === 'slow bodies' ? 'auth/login' : 'openapi.json'}`
    const options = ['-c', connections, '-r', '500', '-l', String(seconds), '-u', url, '-p', '3']
    const tool = spawn(program, [...args, ...options], { stdio: 'ignore' })
    const missing = once(tool, 'error').then(([error]) => {
      throw new Error(
        `slowhttptest is not installed on this machine (Debian: apt-get install slowhttptest). Nothing was tried. ${error.code}`,
      )
    })
    const ended = once(tool, 'exit')
    const met: { status: number; millis: number }[] = []
    const end = performance.now() + seconds * 1000
    while (performance.now() < end && tool.exitCode === null) {
      met.push(await Promise.race([missing, ask({ url: `${server.url}/readyz` })]))
      await delay(1000)
    }
    tool.kill('SIGTERM')
    await Promise.race([missing, ended])
    const answered = met.filter(({ status }) => status === 200)
    const slowest = percentile(
      answered.map(({ millis }) => millis),
      1,
    )
    console.log(`${name}: ${answered.length} of ${met.length} answered 200, the slowest after ${slowest.toFixed(0)} ms`)
    isCalm &&= answered.length === met.length && met.length > 0 && slowest < 2000
  }
} finally {
  await server.dispose()
}
process.exitCode = isCalm ? 0 : 1
