// npm run torture:slow: while X takes 30 s for each answer, sends and reads must stay quick.
import { startBench } from './support/bench'
import { option } from './support/processes'
import { judge } from './support/truth'

const sends = Number(option('sends', '10'))
const size = 200
const bench = await startBench(size, { X_TIMEOUT_SECONDS: '30', POSTING_CONCURRENCY: '50' })
const { operator, standIn } = bench

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}
const p99 = (times: number[]): number =>
  Math.round([...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0)

try {
  const batches: string[][] = []
  for (let each = 0; each < sends; each += 1) batches.push(await operator.makeReplies(size))
  await standIn.control({ rules: [{ do: { delayMs: 30_000 } }] })
  const sendTimes: number[] = []
  const readTimes: number[] = []
  const tasks: string[] = []
  for (const batch of batches) {
    let task = ''
    sendTimes.push(
      await timed(async () => {
        task = await operator.sendBatch(batch)
      }),
    )
    tasks.push(task)
    for (let each = 0; each < 20; each += 1) {
      readTimes.push(await timed(() => operator.tasks()), await timed(() => operator.task(task)))
    }
  }
  const { wrongCounters } = await judge(operator, standIn, tasks)
  const result = { batchP99Ms: p99(sendTimes), readP99Ms: p99(readTimes), wrongCounters }
  const quick = result.batchP99Ms < 500 && result.readP99Ms < 250 && wrongCounters === 0
  console.table({ 'torture:slow': { items: size, sends, reads: readTimes.length, ...result } })
  console.log(`torture:slow: ${quick ? 'clean' : 'FAILED'}`)
  if (!quick) process.exitCode = 1
} finally {
  await bench.dispose()
}
process.exit()
