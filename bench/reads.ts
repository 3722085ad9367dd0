import autocannon from 'autocannon'
import { audit } from '../server/db/trail/audit'
import { processorSeconds } from '../torture/support/processes'
import { insertAccounts } from './accounts'
import { serveBytes, wireOf } from './bytes'
import { type Furnishing, withProduct } from './furnishing'
import { insertTasks } from './tasks'

const connections = 20
const seconds = 4
const warmingSeconds = 2
const accounts = 1_000
const tasks = 100
const auditLines = 200
const changesASecond = 20

interface Call {
  name: string
  path: string
  wanted: { unchanged: number; changed: number }
  change(round: number): Promise<unknown>
}

/**
 * Measures the calls that consoles repeat, beside a server that only sends the same bytes: repeated, unchanged (304),
 * and while the answer changes.
 */
export const benchReads = async (): Promise<void> => {
  const rows = await withProduct(async (furnishing) => {
    const measured = []
    for (const call of await callsOf(furnishing)) measured.push(await measure(furnishing, call))
    await furnishing.close()
    return measured
  })
  console.log(
    `\nReads again and again, SQLite, ${connections} connections; times the processor time of the same bytes from memory`,
  )
  console.table(rows)
}

const callsOf = async (furnishing: Furnishing): Promise<Call[]> => {
  const { db, ownerId } = furnishing
  const [task = ''] = await insertTasks(furnishing, tasks)
  await insertAccounts(db, ownerId, accounts)
  const { id } = await db.selectFrom('accounts').select('id').orderBy('id').executeTakeFirstOrThrow()
  for (let line = 0; line < auditLines; line++) await audit(db, ownerId, 'account.created', `@mara${line}`)
  const changeItem = (round: number) =>
    db
      .updateTable('task_items')
      .set({ next_step: `Step ${round}` })
      .where('task_id', '=', task)
      .where('position', '=', round % 10)
      .execute()
  const wanted = { unchanged: 3, changed: 6 }
  return [
    { name: `GET /tasks?limit=20, of ${tasks}`, path: '/tasks/?limit=20', wanted, change: changeItem },
    { name: 'GET /tasks/:id, 10 items', path: `/tasks/${task}`, wanted, change: changeItem },
    {
      name: 'GET /audit, 100 lines',
      path: '/audit?limit=100',
      wanted,
      change: (round) => audit(db, ownerId, 'account.changed', `@mara${round}`),
    },
    {
      name: `GET /twitter/accounts, ${accounts}`,
      path: '/twitter/accounts?group=',
      wanted: { unchanged: 1.5, changed: 6 },
      change: (round) =>
        db
          .updateTable('accounts')
          .set({ username: `@renamed${round}` })
          .where('id', '=', id)
          .execute(),
    },
  ]
}

const measure = async ({ product, operator }: Furnishing, { name, path, wanted, change }: Call) => {
  const url = `${product.url}/api/v1${path}`
  const { pid } = product.process
  const headers = { authorization: `Bearer ${operator.token}`, 'accept-encoding': 'gzip, deflate, br' }
  const wire = await wireOf(url, headers)
  const floor = await serveBytes(wire, product.dataDir)
  const before = await costOf(floor, headers)
  const again = await costOf({ url, pid }, headers)
  const known = wire.etag ? await costOf({ url, pid }, { ...headers, 'if-none-match': wire.etag }) : Number.NaN
  const changed = await whileChanging(change, () => costOf({ url, pid }, headers))
  const bytes = (before + (await costOf(floor, headers))) / 2
  floor.close()
  const times = (cost: number) => Number((cost / bytes).toFixed(1))
  return {
    call: name,
    KB: Number((wire.body.length / 1000).toFixed(1)),
    'bytes, µs': Math.round(bytes),
    unchanged: times(again),
    '304': times(known),
    'wanted at most': wanted.unchanged,
    [`${changesASecond} changes/s`]: times(changed),
    wanted: wanted.changed,
  }
}

/**
 * Microseconds of the server's processor time for a request: other load on the machine changes this less than the
 * elapsed time.
 */
const costOf = async (
  { url, pid }: { url: string; pid: number | undefined },
  headers: Record<string, string>,
): Promise<number> => {
  await load(url, headers, warmingSeconds)
  const before = processorSeconds(pid)
  const requests = await load(url, headers, seconds)
  return ((processorSeconds(pid) - before) * 1_000_000) / requests
}

const load = async (url: string, headers: Record<string, string>, duration: number): Promise<number> => {
  const { requests, errors, statusCodeStats } = await autocannon({ url, headers, connections, duration })
  const refused = Object.keys(statusCodeStats ?? {}).filter((code) => !['200', '304'].includes(code))
  if (errors > 0 || refused.length > 0) throw new Error(`${url}: ${errors} errors, answers ${refused.join(', ')}`)
  return requests.total
}

const whileChanging = async <T>(
  change: (round: number) => Promise<unknown>,
  measured: () => Promise<T>,
): Promise<T> => {
  let round = 0
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    last = last.then(() => change(round++))
  }, 1000 / changesASecond)
  try {
    return await measured()
  } finally {
    clearInterval(timer)
    await last
  }
}
