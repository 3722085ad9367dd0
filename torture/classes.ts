// npm run torture:classes [-- --items 50]: every row of the classification table, injected by the stand-in.
import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from '../sandbox/x/control'
import { startBench } from './support/bench'
import { option } from './support/processes'
import { atRest, isClean, judge, report } from './support/truth'

interface Row {
  name: string
  fault: Fault
  outcome: string
  /** What has to become of every item once the fault is over. */
  end: 'completed' | 'failed'
}

const rows: Row[] = [
  { name: 'drop before', fault: { accept: false, answer: 'drop' }, outcome: 'ambiguous', end: 'completed' },
  { name: 'drop after', fault: { accept: true, answer: 'drop' }, outcome: 'ambiguous', end: 'completed' },
  { name: '503 before', fault: { accept: false, answer: 'unavailable' }, outcome: 'ambiguous', end: 'completed' },
  { name: '503 after', fault: { accept: true, answer: 'unavailable' }, outcome: 'ambiguous', end: 'completed' },
  { name: '500', fault: { accept: false, answer: 'internal' }, outcome: 'ambiguous', end: 'completed' },
  { name: '502', fault: { accept: true, answer: 'badGateway' }, outcome: 'ambiguous', end: 'completed' },
  { name: '408', fault: { accept: false, answer: 'requestTimeout' }, outcome: 'ambiguous', end: 'completed' },
  { name: '409', fault: { accept: false, answer: 'conflict' }, outcome: 'ambiguous', end: 'completed' },
  { name: 'hang', fault: { accept: true, answer: 'hang' }, outcome: 'ambiguous', end: 'completed' },
  { name: 'reset', fault: { accept: true, answer: 'reset' }, outcome: 'ambiguous', end: 'completed' },
  { name: 'half JSON', fault: { accept: true, answer: 'half' }, outcome: 'ambiguous', end: 'completed' },
  { name: 'HTML 200', fault: { accept: true, answer: 'html' }, outcome: 'ambiguous', end: 'completed' },
  { name: '302', fault: { accept: false, answer: 'redirect' }, outcome: 'ambiguous', end: 'completed' },
  { name: '201 without id', fault: { accept: true, answer: 'withoutId' }, outcome: 'ambiguous', end: 'completed' },
  { name: 'not HTTP', fault: { accept: true, answer: 'garbage' }, outcome: 'ambiguous', end: 'completed' },
  { name: '403 duplicate', fault: { accept: true, answer: 'duplicate' }, outcome: 'duplicate', end: 'completed' },
  { name: '429', fault: { accept: false, answer: 'rateLimit' }, outcome: 'limited', end: 'completed' },
  { name: '402', fault: { accept: false, answer: 'creditsDepleted' }, outcome: 'paused', end: 'completed' },
  { name: 'usage cap', fault: { accept: false, answer: 'usageCap' }, outcome: 'paused', end: 'completed' },
  { name: '403 client', fault: { accept: false, answer: 'clientForbidden' }, outcome: 'paused', end: 'completed' },
  { name: '400', fault: { accept: false, answer: 'tooLong' }, outcome: 'refused', end: 'failed' },
  { name: '413', fault: { accept: false, answer: 'payloadTooLarge' }, outcome: 'refused', end: 'failed' },
  { name: '415', fault: { accept: false, answer: 'unsupportedMediaType' }, outcome: 'refused', end: 'failed' },
  { name: '422', fault: { accept: false, answer: 'unprocessable' }, outcome: 'refused', end: 'failed' },
  { name: '403 not summoned', fault: { accept: false, answer: 'notSummoned' }, outcome: 'refused', end: 'failed' },
  { name: '403 target gone', fault: { accept: false, answer: 'targetGone' }, outcome: 'refused', end: 'failed' },
  { name: '401', fault: { accept: false, answer: 'unauthorized' }, outcome: 'revoked', end: 'failed' },
  {
    name: '401 with a wrong clock',
    fault: { accept: false, answer: 'unauthorized', clockSkewSeconds: 600 },
    outcome: 'skewed',
    end: 'failed',
  },
  { name: '403 read-only app', fault: { accept: false, answer: 'readOnlyApp' }, outcome: 'revoked', end: 'failed' },
  { name: '403 not permitted', fault: { accept: false, answer: 'notPermitted' }, outcome: 'revoked', end: 'failed' },
  { name: '403 wrong auth', fault: { accept: false, answer: 'unsupportedAuth' }, outcome: 'revoked', end: 'failed' },
]

const count = Number(option('items', '50'))
const wanted = option('only', '')
const bench = await startBench(count, { POSTING_CONCURRENCY: '50', X_TIMEOUT_SECONDS: '5' })
const { operator, standIn } = bench
const tasks: string[] = []
const results: Record<string, object> = {}

const post = { method: 'POST', path: '/2/tweets' } as const

const nothing = async () => undefined

/** Sends `count` items, each of which meets the fault once, and reads what each became. */
const meet = async (
  { name, fault, outcome, end }: Row,
  { before = nothing, after = nothing }: { before?: () => Promise<void>; after?: () => Promise<void> } = {},
) => {
  const replies = await operator.makeReplies(count)
  await standIn.control({
    rules: operator.accounts.map(({ username }) => ({ match: { ...post, account: username }, times: 1, do: fault })),
  })
  await before()
  const task = await operator.sendBatch(replies)
  tasks.push(task)
  await after()
  if (outcome === 'paused') await goOn(task)
  await atRest(operator, [task])
  const { items } = await operator.task(task)
  const met = items.filter((item) => item.attempts?.some((attempt) => attempt.outcome === outcome)).length
  const ended = items.filter((item) => item.status === end).length
  const right = met === count && ended === count
  results[name] = { class: outcome, met, end, ended, right }
  if (!right) process.exitCode = 1
  if (outcome === 'revoked') for (const account of operator.accounts) await operator.verifyAccount(account.id)
  console.log(`${name}: ${right ? 'right' : `WRONG, ${met} met it, ${ended} ${end}`}`)
}

/** A paused app goes on once the operator says so; those that were held until then meet the fault, and so on. */
const goOn = async (task: string) => {
  for (let round = 0; round < 200; round += 1) {
    const { items } = await operator.task(task)
    if (items.every(({ status }) => status === 'completed')) return
    await operator.attempt('POST', `/tasks/${task}/retry`)
    await delay(300)
  }
}

try {
  for (const row of rows.filter(({ name }) => name.includes(wanted))) await meet(row)
  if ('connection refused'.includes(wanted)) {
    const row: Row = { name: 'connection refused', fault: {}, outcome: 'unsent', end: 'completed' }
    await meet(row, { before: standIn.close, after: standIn.reopen })
  }
  const verdict = await judge(operator, standIn, tasks)
  console.table(results)
  report('torture:classes', verdict)
  if (!isClean(verdict)) process.exitCode = 1
} finally {
  await bench.dispose()
}
process.exit()
