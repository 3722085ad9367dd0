import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const preparation = `
  import { watchEventLoop } from '${resolve('server/jobs/watchdog.ts')}'
  const standStill = (ms) => { const end = Date.now() + ms; while (Date.now() < end); }
  const run = (ms) => new Promise((done) => setTimeout(done, ms))
  watchEventLoop({ beatMs: 100, longestMs: 2000 })
  await run(500)
`

/** @returns the signal that ended the process, and its last words */
const endOf = async (work: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'acb-watchdog-'))
  const file = join(folder, 'work.ts')
  writeFileSync(file, preparation + work)
  const child = spawn(process.execPath, ['scripts/run.mjs', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (piece) => {
    said += piece
  })
  const [, signal] = await once(child, 'close')
  rmSync(folder, { recursive: true })
  return [signal, said]
}

it('a process whose event loop stands still is ended', async () => {
  const ended = ['SIGKILL', 'The event loop has not run for 2 s. Ending the process.\n']
  expect(await endOf('standStill(60_000)')).toEqual(ended)
})

it('a process whose event loop stands still for shorter moments goes on', async () => {
  expect(await endOf('for (let times = 0; times < 5; times += 1) { standStill(500); await run(100) }')).toEqual([
    null,
    '',
  ])
})
