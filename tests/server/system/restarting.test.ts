import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { restarting } from '../../../scripts/restarting.mjs'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const start = (script: string) => () => {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return child
}
const begun = async (number: number) => {
  while (children.length < number) await new Promise((resolve) => setTimeout(resolve, 10))
  const child = children[number - 1]
  if (child?.stdout) await once(child.stdout, 'data')
  return child
}
const runs = 'console.log("running"); setInterval(() => {}, 1000)'

it('starts one new process for any number of simultaneous changes', async () => {
  const server = restarting(start(runs))
  const first = await begun(1)
  for (let change = 0; change < 3; change += 1) server.restart()
  await begun(2)
  expect([children.length, first?.signalCode]).toEqual([2, 'SIGTERM'])
  server.restart()
  await begun(3)
  expect(children.map(({ signalCode }) => signalCode)).toEqual(['SIGTERM', 'SIGTERM', null])
})

it('starts another process after one that ended unexpectedly', async () => {
  const server = restarting(start('console.log("running")'))
  const first = await begun(1)
  if (first?.exitCode === null) await once(first, 'exit')
  server.restart()
  await begun(2)
  expect(children).toHaveLength(2)
})

it('starts no process after it was stopped, even in the middle of a change', async () => {
  const server = restarting(start(runs))
  const first = await begun(1)
  server.restart()
  server.stop()
  if (first) await once(first, 'exit')
  expect(children).toHaveLength(1)
})
