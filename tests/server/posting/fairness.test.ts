import { afterEach, describe, expect, it } from 'vitest'
import { openSender } from '../../../server/db/database'
import { createFairness } from '../../../server/fairness'
import { databases, databasesHere, sqlite } from '../../support/databases'
import { type Bench, createBench, credentialsOf } from '../../support/delivery'
import { withResolvers } from '../../support/withResolvers'

describe('the operator whose reply is sent next', () => {
  it('has the fewest running replies, then was served longest ago', async () => {
    const turns = createFairness(2)
    const ended = withResolvers()
    const forever = new Promise<void>(() => undefined)
    expect(turns.order([3, 1, 2])).toEqual([1, 2, 3])
    turns.serve(1, ended.promise)
    turns.serve(2, forever)
    turns.serve(3, forever)
    turns.serve(3, forever)
    expect(turns.order([1, 2, 4])).toEqual([4, 1, 2])
    ended.resolve()
    await ended.promise
    expect(turns.order([1, 2, 4])).toEqual([4, 1, 2])
    turns.serve(1, forever)
    expect(turns.order([1, 2])).toEqual([2, 1])
  })

  it('is nobody at the limit of simultaneous posts, even if one of them fails', async () => {
    const turns = createFairness(2)
    const fails = Promise.reject(new Error('X is away'))
    turns.serve(1, new Promise(() => undefined))
    turns.serve(1, fails)
    expect(turns.order([1, 2])).toEqual([2])
    await expect(fails).rejects.toThrow('X is away')
    expect(turns.order([1, 2])).toEqual([2, 1])
  })

  it('has fewer running replies, if fewer are allowed at the moment', () => {
    const turns = createFairness(2)
    turns.serve(1, new Promise(() => undefined))
    expect(turns.order([1, 2], 1)).toEqual([2])
    expect(turns.order([1, 2], 9)).toEqual([2, 1])
  })
})

const addNeighbour = async ({ db }: Bench) => {
  const dated = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
  const { id: owner_id } = await db
    .insertInto('users')
    .values({ email: 'b@example.com', username: 'b', password_hash: 'x', created_at: dated.created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: twitter_account_id } = await db
    .insertInto('accounts')
    .values({
      ...dated,
      ...credentialsOf('9'),
      owner_id,
      username: '@neighbour',
      username_key: 'neighbour',
      is_active: 1,
      x_user_id: '9',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const content = 'Only these words'
  await db
    .insertInto('replies')
    .values({ ...dated, id: 'bbbbbbbbbbbb', owner_id, tweet_id: '19', generated_content: content, content })
    .execute()
  return { owner_id, twitter_account_id }
}

describe.each(databasesHere())("one operator's reply beside another's batch on $name", (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  it('is sent after the first reply of the batch', async () => {
    bench = await createBench(kind, 6, { concurrency: 1, concurrencyOfAll: 1 })
    const { owner_id, twitter_account_id } = await addNeighbour(bench)
    const firstIsThere = withResolvers()
    const release = withResolvers()
    const { createReply } = bench.x
    bench.x.createReply = async (...request) => {
      const answer = createReply(...request)
      firstIsThere.resolve()
      await release.promise
      return answer
    }
    await bench.delivery.start()
    await bench.sendBatch(6)
    await firstIsThere.promise
    await bench.delivery.enqueueSolo(owner_id, { reply_id: 'bbbbbbbbbbbb', twitter_account_id })
    release.resolve()
    await bench.atRest()
    expect(bench.x.requests.map(({ userId }) => userId)).toEqual(['1', '9', '2', '3', '4', '5', '6'])
  })

  it('is sent while X answers none of the batch', async () => {
    bench = await createBench(kind, 6, { concurrency: 2 })
    const { owner_id, twitter_account_id } = await addNeighbour(bench)
    const { createReply } = bench.x
    const release = withResolvers()
    const isFull = withResolvers()
    const isSent = withResolvers()
    bench.x.createReply = async (...request) => {
      const answer = createReply(...request)
      const sent = bench.x.requests.map(({ userId }) => userId)
      if (sent.length === 2) isFull.resolve()
      if (sent.at(-1) === '9') isSent.resolve()
      else await release.promise
      return answer
    }
    await bench.delivery.start()
    await bench.sendBatch(6)
    await isFull.promise
    await bench.delivery.enqueueSolo(owner_id, { reply_id: 'bbbbbbbbbbbb', twitter_account_id })
    await isSent.promise
    expect(bench.x.requests.map(({ userId }) => userId)).toEqual(['1', '2', '9'])
    release.resolve()
    await bench.atRest()
    expect(bench.x.requests).toHaveLength(7)
  })

  it("is checked while X does not list the batch's media agents", async () => {
    bench = await createBench(kind, 6, { concurrency: 2, readFirst: true })
    const { owner_id, twitter_account_id } = await addNeighbour(bench)
    const { getUserPosts } = bench.x
    const release = withResolvers()
    const isFull = withResolvers()
    const isRead = withResolvers()
    const read: string[] = []
    bench.x.getUserPosts = async (access, userId, ...rest) => {
      read.push(userId)
      if (read.length === 2) isFull.resolve()
      if (userId === '9') isRead.resolve()
      else await release.promise
      return getUserPosts(access, userId, ...rest)
    }
    await bench.delivery.start()
    await bench.sendBatch(6)
    await isFull.promise
    await bench.delivery.enqueueSolo(owner_id, { reply_id: 'bbbbbbbbbbbb', twitter_account_id })
    await isRead.promise
    release.resolve()
    // The database decides which of two simultaneous readings begins.
    expect([read.slice(0, 2).toSorted(), read.slice(2, 3)]).toEqual([['1', '2'], ['9']])
    await bench.atRest()
    expect(bench.x.requests).toHaveLength(7)
  })
})

describe.each(databasesHere())('checks of unanswered replies on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  it('alternate between operators, even for manual replies', async () => {
    bench = await createBench(kind, 6)
    const { db, delivery, x } = bench
    const { owner_id, twitter_account_id } = await addNeighbour(bench)
    await bench.sendBatch(6)
    await delivery.enqueueSolo(owner_id, { reply_id: 'bbbbbbbbbbbb', twitter_account_id })
    const due = (second: number) => ({ next_at: `2026-01-01T00:00:0${second}.000Z` })
    await db
      .updateTable('task_items')
      .set({ state: 'unknown', ...due(0) })
      .execute()
    const last = db.updateTable('task_items').where('account_id', '=', bench.accounts[5]?.id ?? 0)
    await last.set({ state: 'handed_over', ...due(1) }).execute()
    await db.updateTable('task_items').set(due(2)).where('owner_id', '=', owner_id).execute()
    const release = withResolvers()
    const isFull = withResolvers()
    const read: string[] = []
    x.getUserPosts = async (_access, userId) => {
      read.push(userId)
      if (read.length === 4) isFull.resolve()
      await release.promise
      return { posts: [], isWhole: true }
    }
    await delivery.start()
    await isFull.promise
    const first = read.slice(0, 4)
    release.resolve()
    expect([first.includes('9'), first.includes('6')]).toEqual([true, true])
  })
})

const [, postgres] = databases

it.runIf(postgres)('work on PostgreSQL while calls use all of their connections', async () => {
  const bench = await createBench(postgres ?? sqlite, 2)
  const sender = openSender('url' in bench.location ? bench.location.url : '', () => undefined)
  const delivery = bench.restarted({}, bench.instanceFile, { sender })
  await bench.sendBatch(2, delivery)
  const isSent = withResolvers()
  const { createReply } = bench.x
  bench.x.createReply = (...request) => {
    if (bench.x.requests.length === 1) isSent.resolve()
    return createReply(...request)
  }
  const release = withResolvers()
  const held = Array.from({ length: 10 }, () => bench.db.transaction().execute(() => release.promise))
  await delivery.start()
  await isSent.promise
  release.resolve()
  await Promise.all(held)
  await bench.atRest()
  await delivery.stop()
  await sender.destroy()
  await bench.dispose()
})

it('let a send be answered before the sender looks for work', async () => {
  const bench = await createBench(sqlite, 1)
  await bench.delivery.start()
  const task = await bench.sendBatch(1)
  for (let step = 0; step < 1000; step += 1) await Promise.resolve()
  expect((await bench.items(task)).map(({ state }) => state)).toEqual(['queued'])
  await bench.atRest()
  expect((await bench.items(task)).map(({ state }) => state)).toEqual(['completed'])
  await bench.dispose()
})
