import { setTimeout as delay } from 'node:timers/promises'
import { startSession } from '../server/features/session/sessions.store'
import { taskStreamPath } from '../src/schemas/history/taskStream'
import { processorSeconds } from '../torture/support/processes'
import { type Furnishing, inPieces, withProduct } from './furnishing'
import { insertTasks } from './tasks'

const consoles = 500
const seconds = 15
/** Milliseconds between two polls of a console without a stream. */
const pollInterval = 1500
const postsASecond = 8
const atMost = 5

/**
 * Measures what 500 open consoles of different operators cost a server, in percent of a core: with polling and with the
 * stream, at rest and while one operator's replies are sent.
 */
export const benchConsoles = async (): Promise<void> => {
  const rows = await withProduct(async (furnishing) => {
    const tokens = await signInAll(furnishing)
    const measured = {
      'asking every 1.5 s': await whilePolling(furnishing, tokens),
      'with streams, at rest': await whileStreaming(furnishing, tokens),
      [`with streams, ${postsASecond} posts/s of one`]: await whilePosting(furnishing, () =>
        whileStreaming(furnishing, tokens),
      ),
    }
    await furnishing.close()
    return measured
  })
  console.log(`\n${consoles} open consoles, SQLite: percent of a core (wanted with streams: under ${atMost})`)
  console.table(rows)
}

const signInAll = async ({ db, operator }: Furnishing): Promise<string[]> => {
  const rows = Array.from({ length: consoles - 1 }, (_, index) => ({
    ...{ email: `console${index}@example.com`, username: `console${index}`, password_hash: 'none' },
    ...{ created_at: '2026-03-01T08:00:00.000Z', is_admin: 0 as const, disabled_at: null },
  }))
  await inPieces(rows, (some) => db.insertInto('users').values(some).execute())
  const users = await db.selectFrom('users').select('id').where('password_hash', '=', 'none').execute()
  const tokens = [operator.token]
  for (const { id } of users) tokens.push((await startSession(db, id, false)).token)
  return tokens
}

const whilePolling = async ({ product }: Furnishing, tokens: string[]): Promise<number> => {
  const polls = tokens.map((token, index) => poll(product.url, token, (index / consoles) * pollInterval))
  await delay(2 * pollInterval)
  const share = await shareOf(product.process.pid)
  for (const stop of polls) stop()
  return share
}

const poll = (url: string, token: string, firstAfter: number): (() => void) => {
  let etag = ''
  let isOver = false
  const run = async () => {
    await delay(firstAfter)
    while (!isOver) {
      etag = await ask(url, token, etag)
      await delay(pollInterval)
    }
  }
  void run()
  return () => {
    isOver = true
  }
}

const ask = async (url: string, token: string, etag: string): Promise<string> => {
  const response = await fetch(`${url}/api/v1/tasks/open?ids=`, {
    headers: { authorization: `Bearer ${token}`, 'if-none-match': etag },
  })
  await response.arrayBuffer()
  return response.headers.get('etag') ?? etag
}

const whileStreaming = async ({ product }: Furnishing, tokens: string[]): Promise<number> => {
  const left = new AbortController()
  await Promise.all(tokens.map((token) => follow(product.url, token, left.signal)))
  await delay(1000)
  const share = await shareOf(product.process.pid)
  left.abort()
  await delay(1000)
  return share
}

const follow = async (url: string, token: string, signal: AbortSignal): Promise<void> => {
  const { body, status } = await fetch(`${url}/api/v1${taskStreamPath}`, {
    headers: { authorization: `Bearer ${token}` },
    signal,
  })
  if (status !== 200 || body === null) throw new Error(`the stream was answered with ${status}`)
  const read = async () => {
    let etag = ''
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      if (!piece.startsWith(':')) etag = await ask(url, token, etag)
    }
  }
  read().catch(() => undefined)
}

const whilePosting = async <T>(furnishing: Furnishing, measured: () => Promise<T>): Promise<T> => {
  const { db } = furnishing
  const [task = ''] = await insertTasks(furnishing, 20)
  let round = 0
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    const position = round++ % 10
    last = last.then(() =>
      db
        .updateTable('task_items')
        .set({ next_step: `Step ${round}` })
        .where('task_id', '=', task)
        .where('position', '=', position)
        .execute(),
    )
  }, 1000 / postsASecond)
  try {
    return await measured()
  } finally {
    clearInterval(timer)
    await last
  }
}

const shareOf = async (pid: number | undefined): Promise<number> => {
  const before = processorSeconds(pid)
  await delay(seconds * 1000)
  return Number((((processorSeconds(pid) - before) / seconds) * 100).toFixed(1))
}
