// npm run torture:classes [-- --items 50]: injects every row of the table of X's answers.
import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from '../sandbox/x/control'
import type { ProblemName } from '../sandbox/x/problems'
import type { OwnAccount as Account } from '../src/schemas/accounts/accounts'
import { startBench } from './support/bench'
import { option } from './support/processes'
import { atRest, isClean, judge, report } from './support/truth'

interface Row {
  name: string
  fault: Fault
  outcome: string
  end: 'completed' | 'failed' | 'handed_over'
  says?: RegExp
  canBeManual?: boolean
  /** After two replies in a row to different posts, the refusal counts for the account, which then pauses. */
  ofAccount?: boolean
}

const refusedAsInvalid = { outcome: 'refused', end: 'failed', says: /Change the text/, canBeManual: true } as const

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
  { name: '413', fault: { accept: false, answer: 'payloadTooLarge' }, ...refusedAsInvalid },
  { name: '415', fault: { accept: false, answer: 'unsupportedMediaType' }, ...refusedAsInvalid },
  { name: '422', fault: { accept: false, answer: 'unprocessable' }, ...refusedAsInvalid },
  { name: '401 once', fault: { accept: false, answer: 'unauthorized' }, outcome: 'doubted', end: 'completed' },
  {
    name: '401 with a wrong clock',
    fault: { accept: false, answer: 'unauthorized', clockSkewSeconds: 600 },
    outcome: 'skewed',
    end: 'failed',
  },
]

type Refused = Omit<Row, 'name' | 'fault'> & { answer: ProblemName }

/** Every known refusal of X, in each of its forms: as recorded, as a problem, in `errors[]` and by its code. */
const refusals: Refused[] = [
  { answer: 'notSummoned', outcome: 'refused', end: 'handed_over' },
  { answer: 'notSummonedSinceJuly', outcome: 'refused', end: 'handed_over' },
  { answer: 'inNewWords', outcome: 'refused', end: 'handed_over' },
  { answer: 'unknownAuth', outcome: 'unsent', end: 'completed' },
  { answer: 'userNotEnrolled', outcome: 'revoked', end: 'failed', says: /developer account/ },
  { answer: 'spendingLimit', outcome: 'paused', end: 'completed' },
  { answer: 'quoteNotAllowed', outcome: 'refused', end: 'failed', says: /quoted post/, canBeManual: true },
  { answer: 'mentionsNotAllowed', outcome: 'refused', end: 'failed', says: /@mentions/, canBeManual: true },
  { answer: 'authorLimits', outcome: 'refused', end: 'failed', says: /limits who may reply/, canBeManual: true },
  { answer: 'duplicate', outcome: 'refused', end: 'failed', says: /Change the text/ },
  { answer: 'duplicateByCode', outcome: 'refused', end: 'failed', says: /Change the text/ },
  {
    answer: 'notPermitted',
    outcome: 'refused',
    end: 'failed',
    says: /transaction ID/,
    canBeManual: true,
    ofAccount: true,
  },
  { answer: 'notPermittedReadOnly', outcome: 'revoked', end: 'failed', says: /Read and write/ },
  { answer: 'readOnlyApp', outcome: 'revoked', end: 'failed', says: /new access tokens/ },
  {
    answer: 'unsupportedAuth',
    outcome: 'refused',
    end: 'failed',
    says: /wrong type/,
    canBeManual: true,
    ofAccount: true,
  },
  { answer: 'clientForbidden', outcome: 'paused', end: 'completed' },
  { answer: 'twoCashtags', outcome: 'refused', end: 'failed', says: /one cashtag/, canBeManual: true },
  { answer: 'targetGone', outcome: 'refused', end: 'failed', says: /Check the post/ },
  { answer: 'suspended', outcome: 'revoked', end: 'failed', says: /appeal/ },
  { answer: 'suspendedByCode', outcome: 'revoked', end: 'failed', says: /appeal/ },
  { answer: 'locked', outcome: 'revoked', end: 'failed', says: /unlock/ },
  { answer: 'looksAutomated', outcome: 'rested', end: 'completed' },
  { answer: 'dailyLimit', outcome: 'rested', end: 'completed' },
  { answer: 'blockedByAuthor', outcome: 'refused', end: 'failed', says: /Give up/ },
  { answer: 'featureForbidden', outcome: 'revoked', end: 'failed', says: /Check in Media Agent/ },
  { answer: 'videoTooLong', outcome: 'refused', end: 'failed', says: /video/ },
  { answer: 'tooLong', outcome: 'refused', end: 'failed', says: /280/ },
  { answer: 'tooLongForbidden', outcome: 'refused', end: 'failed', says: /280/ },
  { answer: 'creditsDepleted', outcome: 'paused', end: 'completed' },
  { answer: 'creditsDepletedOlder', outcome: 'paused', end: 'completed' },
  { answer: 'usageCap', outcome: 'paused', end: 'completed' },
  { answer: 'spendCap', outcome: 'paused', end: 'completed' },
  { answer: 'rateLimit', outcome: 'limited', end: 'completed' },
  { answer: 'rateLimitByCode', outcome: 'limited', end: 'completed' },
]

const inEachForm = ({ answer, ...row }: Refused): Row[] =>
  ([undefined, 'detail', 'errors', 'code'] as const).map((form) => ({
    ...row,
    name: `${answer}${form ? `, ${form}` : ''}`,
    fault: { accept: false, answer, ...(form ? { form } : {}) },
  }))

const count = Number(option('items', '50'))
const wanted = option('only', '')
const bench = await startBench(count, { POSTING_CONCURRENCY: '50', X_TIMEOUT_SECONDS: '5' })
const { operator, standIn } = bench
const tasks: string[] = []
const results: Record<string, object> = {}

const post = { method: 'POST', path: '/2/tweets' } as const
const firstTarget = 1_990_000_000_000_000_100n

const nothing = async (): Promise<void> => undefined

/** X's answer about an account and a post is the next verdict, so each send answers a post of its own. */
const send = async (before = nothing): Promise<string> => {
  const target = String(firstTarget + BigInt(tasks.length))
  await standIn.control({ planted: { [target]: { username: 'dana_asks', text: 'What do you brew today?' } } })
  await operator.turnTo(target)
  const replies = await operator.makeReplies(count)
  await before()
  const task = await operator.sendBatch(replies)
  tasks.push(task)
  return task
}

/** Sends `count` items, each of which meets the fault once, and reads their outcomes. */
const meet = async (
  { name, fault, outcome, end, says, canBeManual = false, ofAccount = false }: Row,
  { before = nothing, after = nothing }: { before?: () => Promise<void>; after?: () => Promise<void> } = {},
) => {
  const task = await send(async () => {
    await standIn.control({
      rules: operator.accounts.map(({ username }) => ({ match: { ...post, account: username }, times: 1, do: fault })),
    })
    await before()
  })
  await after()
  if (['paused', 'rested', 'doubted'].includes(outcome)) await goOn(task)
  await atRest(operator, [task])
  const { items } = await operator.task(task)
  const met = items.filter((item) => item.attempts?.some((attempt) => attempt.outcome === outcome)).length
  const ended = items.filter((item) => item.status === end).length
  const advised = items.filter(
    ({ status, next_step, intent_url, can_hand_over }) =>
      (status === 'handed_over') === (intent_url !== null) &&
      (status !== 'failed' || ((says?.test(next_step ?? '') ?? true) && can_hand_over === canBeManual)),
  ).length
  const active = (await operator.call<Account[]>('GET', '/twitter/accounts')).filter(
    ({ is_active }) => is_active,
  ).length
  const right = met === count && ended === count && advised === count && active === (outcome === 'revoked' ? 0 : count)
  results[name] = { class: outcome, met, end, ended, advised, active, right }
  if (!right) process.exitCode = 1
  if (ofAccount) await atRest(operator, [await send()])
  if (outcome === 'revoked') for (const account of operator.accounts) await operator.verifyAccount(account.id)
  console.log(
    `${name}: ${right ? 'right' : `WRONG, ${met} met it, ${ended} ${end}, ${advised} advised, ${active} accounts active`}`,
  )
}

/** Paused apps and accounts resume by Retry; items that were held then meet the fault in turn. */
const goOn = async (task: string) => {
  for (let round = 0; round < 200; round += 1) {
    const { items } = await operator.task(task)
    if (items.every(({ status }) => status === 'completed')) return
    await operator.attempt('POST', `/tasks/${task}/retry`)
    await delay(300)
  }
}

try {
  const all = [...rows, ...refusals.flatMap(inEachForm)]
  for (const row of all.filter(({ name }) => name.includes(wanted))) await meet(row)
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
