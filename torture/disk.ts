// npm run torture:disk: during a batch, files are limited in size, the disk is full, and fsync fails. Errors must be
// clear, nothing answered may be lost or posted twice, and sending must resume.
import { setTimeout as delay } from 'node:timers/promises'
import { startBench } from './support/bench'
import { type Breakage, breakages } from './support/breakages'
import { end } from './support/processes'
import { atRest, judge, report, review } from './support/truth'

const size = 100
const brokenMs = 3000
const bench = await startBench(size)
const { operator, standIn } = bench
const tasks: string[] = []
const written: string[] = []
const results: Record<string, object> = {}

const keepWriting = (name: string) => {
  const answers: Record<string, number> = {}
  let stopped = false
  let unclear = 0
  const write = async () => {
    for (let each = 0; !stopped; each += 1) {
      const group = `${name} ${each}`
      const answer = await operator.attempt('POST', '/groups', { name: group, description: 'd'.repeat(900) })
      const status = String(answer?.status ?? 'none')
      answers[status] = (answers[status] ?? 0) + 1
      if (answer?.status === 201) written.push(group)
      else if (answer && !(answer.status === 503 && answer.text.includes('disk is full or failing'))) unclear += 1
      await delay(20)
    }
  }
  const done = write()
  return async () => {
    stopped = true
    await done
    return { answers, unclear }
  }
}

const suffer = async ({ name, start, kills }: Breakage) => {
  const replies = await operator.makeReplies(size)
  const more = await operator.makeReplies(size)
  await standIn.control({ rules: [{ match: { method: 'POST' }, do: { delayMs: 100 } }] })
  const batch = await operator.sendBatch(replies)
  await delay(500)
  const stop = await start(bench.server.child.pid ?? 0, bench.env.DATA_DIR ?? '')
  if (typeof stop === 'string') {
    console.log(`${name}: ${stop}, so nothing was tested`)
    tasks.push(batch)
    return
  }
  const stopWriting = keepWriting(name)
  await delay(brokenMs)
  if (kills) await end(bench.server.child, 'SIGKILL')
  await stop()
  const before = written.length
  if (kills) await bench.restart()
  tasks.push(batch, await operator.sendBatch(more))
  while (written.length < before + 5) await delay(50)
  const { answers, unclear } = await stopWriting()
  await standIn.control({ rules: [] })
  await atRest(operator, tasks)
  const goesOn = kills || bench.server.child.exitCode === null
  const right = (answers['503'] ?? 0) > 0 && unclear === 0 && goesOn
  results[name] = { ...answers, unclear, goesOn, right }
  if (!right) process.exitCode = 1
  console.log(`${name}: ${right ? 'right' : 'WRONG'}`)
}

try {
  for (const breakage of breakages) await suffer(breakage)
  const reviewed = await review(operator, tasks)
  const kept = new Set((await operator.call<{ name: string }[]>('GET', '/groups')).map(({ name }) => name))
  const lostGroups = written.filter((group) => !kept.has(group)).length
  if (lostGroups > 0) process.exitCode = 1
  console.table(results)
  report('torture:disk', await judge(operator, standIn, tasks), { written: written.length, lostGroups, reviewed })
} finally {
  await bench.dispose()
}
process.exit()
