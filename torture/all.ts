// npm run torture:all [-- --short] [-- --only kill,stop]: runs every torture command in its full or short size and
// prints one table. The last line names the folder with each command's output.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { option } from './support/processes'
import { shortSizes } from './support/sizes'

const isShort = process.argv.includes('--short')
const names = option('only', Object.keys(shortSizes).join(',')).split(',')
const unknown = names.filter((name) => !(name in shortSizes))
if (unknown.length > 0) throw new Error(`--only: no command is called ${unknown.join(', ')}`)
const limitMs = isShort ? 600_000 : Number.POSITIVE_INFINITY
const folder = mkdtempSync(join(tmpdir(), 'acb-torture-all-'))

/** The group includes the servers that the command started. */
const kill = ({ pid }: ChildProcess) => {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL')
}

const run = async (name: string, sizes: string[]): Promise<boolean> => {
  const log = openSync(join(folder, `${name}.log`), 'w')
  const child = spawn(process.execPath, ['scripts/run.mjs', `torture/${name}.ts`, ...sizes], {
    stdio: ['ignore', log, log],
    detached: true,
  })
  const interrupted = () => {
    kill(child)
    process.exit(130)
  }
  process.once('SIGINT', interrupted)
  const late = Number.isFinite(limitMs) ? setTimeout(() => kill(child), limitMs) : undefined
  const [code] = await once(child, 'exit')
  clearTimeout(late)
  process.off('SIGINT', interrupted)
  closeSync(log)
  return code === 0
}

const results: Record<string, { sizes: string; seconds: number; clean: boolean }> = {}
for (const name of names) {
  const sizes = isShort ? (shortSizes[name] ?? []) : []
  const started = performance.now()
  const clean = await run(name, sizes)
  const seconds = Math.round((performance.now() - started) / 1000)
  results[name] = { sizes: sizes.join(' '), seconds, clean }
  console.log(`${name}: ${clean ? 'clean' : 'FAILED'}, ${seconds} s`)
}
console.table(results)
const all = Object.values(results)
const seconds = all.reduce((sum, each) => sum + each.seconds, 0)
const failed = all.filter(({ clean }) => !clean).length
console.log(`torture:all: ${all.length - failed} clean, ${failed} failed, ${seconds} s; ${folder}`)
process.exitCode = failed === 0 ? 0 : 1
