import { afterEach, describe, expect, it } from 'vitest'
import { deleteOperator } from '../../../server/features/security/operators.store'
import type { XOutcome } from '../../../server/x/types'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench, credentialsOf, differentTexts, silent } from '../../support/delivery'
import { lost, problem } from '../../support/fakeX'
import { until } from '../../support/waiting'

describe.each(databasesHere())('the recovery of a server at its start on $name', (kind) => {
  let bench: Bench
  /** Requests that X does not answer before the test, or its end, does. */
  let held: ((outcome: XOutcome) => void)[] = []
  const heldRequest = () => new Promise<XOutcome>((resolve) => held.push(resolve))
  const unanswered: XOutcome = { kind: 'lost', reason: 'read ECONNRESET' }
  afterEach(() => {
    bench.x.createReply = async () => unanswered
    for (const end of held) end(unanswered)
    held = []
    return bench.dispose()
  })

  const states = async (task: string) => (await bench.items(task)).map(({ state }) => state)
  /** A process that dies during a request; `posts` is true if X accepted it. Its lease has expired when the server looks again. */
  const dieWhilePosting = async (posts: boolean) => {
    const { createReply } = bench.x
    bench.x.createReply = async (...call) => {
      if (posts) await createReply(...call)
      return heldRequest()
    }
    await bench.delivery.start()
    const task = await bench.sendBatch(1)
    await until(async () => (await states(task))[0] === 'posting' && (!posts || bench.x.posts.length === 1))
    bench.x.createReply = createReply
    await bench.db
      .updateTable('task_items')
      .set({ lease_epoch: 'dead', lease_until: new Date(Date.now() - 1000).toISOString() })
      .execute()
    return task
  }

  it.each([
    ['took', true, 1],
    ['never got', false, 2],
  ])('checks on X what a dead process was sending and X %s', async (_name, posts, attempts) => {
    bench = await createBench(kind, 1)
    const task = await dieWhilePosting(posts)
    bench.restarted().wake()
    await bench.restarted().start()
    await bench.atRest()
    const [item] = await bench.items(task)
    expect([item?.state, item?.attempts, bench.x.posts.length]).toEqual(['completed', attempts, 1])
    expect((await bench.attempts(item?.id ?? 0)).map(({ outcome }) => outcome)[0]).toBe('interrupted')
  })

  it('checks X only after the time in which X shows posts', async () => {
    const settleMs = 3_600_000
    bench = await createBench(kind, 1, { settleMs })
    const task = await dieWhilePosting(true)
    await bench.restarted().start()
    await until(async () => (await states(task))[0] === 'unknown')
    const [item] = await bench.items(task)
    expect(Date.parse(item?.next_at ?? '') - Date.parse(item?.updated_at ?? '')).toBe(settleMs)
  })

  it('continues with all others if the lease of one is damaged, and checks that reply on X', async () => {
    bench = await createBench(kind, 2)
    const task = await bench.sendBatch(2)
    const damaged = { state: 'posting', lease_epoch: 'dead', lease_until: 'damaged', attempts: 1 } as const
    await bench.db.updateTable('task_items').set(damaged).where('position', '=', 0).execute()
    await bench.delivery.start()
    await bench.atRest()
    expect(await states(task)).toEqual(['completed', 'completed'])
    expect(bench.x.posts).toHaveLength(2)
  })

  it('accepts the late answer of a delayed process as proof', async () => {
    bench = await createBench(kind, 1)
    const { createReply } = bench.x
    bench.x.lagMs = Number.POSITIVE_INFINITY
    bench.x.createReply = async (...call) => {
      const outcome = await createReply(...call)
      await heldRequest()
      return outcome
    }
    await bench.delivery.start()
    const task = await bench.sendBatch(1)
    await until(() => held.length === 1)
    await bench.db.updateTable('task_items').set({ state: 'unknown', lease_epoch: null, lease_until: null }).execute()
    held[0]?.(unanswered)
    await until(async () => (await states(task))[0] === 'completed')
    const [item] = await bench.items(task)
    expect([item?.reply_tweet_id, bench.x.posts.length]).toEqual([bench.x.posts[0]?.id, 1])
  })

  it('never sends a claim that it does not know of, and queues the item again at once', async () => {
    bench = await createBench(kind, 1)
    const task = await bench.sendBatch(1)
    const { createReply } = bench.x
    const epochs: string[] = []
    bench.x.createReply = async (...call) => {
      const [item] = await bench.items(task)
      epochs.push(item?.lease_epoch ?? '')
      return createReply(...call)
    }
    const [second = ''] = await bench.addReplies(['A second one'])
    const other = bench.accounts[0]?.id ?? 0
    await bench.delivery.start()
    await bench.atRest()
    const { task_id } = await bench.delivery.enqueueSolo(bench.ownerId, { reply_id: second, twitter_account_id: other })
    await bench.atRest()
    await bench.db
      .updateTable('task_items')
      .set({
        state: 'posting',
        lease_epoch: epochs[0] ?? '',
        lease_until: '2999-01-01T00:00:00.000Z',
        reply_tweet_id: null,
      })
      .where('task_id', '=', task_id)
      .execute()
    bench.x.posts = bench.x.posts.filter(({ sent }) => sent !== 'A second one')
    bench.delivery.wake()
    await bench.atRest()
    expect([await states(task_id), bench.x.posts.length]).toEqual([['completed'], 2])
  })

  it('still knows its current request when an earlier request for the same item ends late', async () => {
    bench = await createBench(kind, 1, { leaseMs: 1000 })
    const lengthened = () => new Date(Date.now() + 60_000).toISOString()
    bench.x.createReply = async () => {
      if (held.length === 1) await bench.db.updateTable('task_items').set({ lease_until: lengthened() }).execute()
      return heldRequest()
    }
    await bench.delivery.start()
    const task = await bench.sendBatch(1)
    // The next look finds the ended lease, and no test waits for it.
    await until(() => {
      bench.delivery.wake()
      return held.length === 2
    })
    held[0]?.(unanswered)
    const [item] = await bench.items(task)
    await until(async () => (await bench.attempts(item?.id ?? 0))[0]?.outcome === 'ambiguous')
    for (let each = 0; each < 20; each += 1) {
      bench.delivery.wake()
      await bench.items(task)
    }
    const meanwhile = await states(task)
    const requests = held.length
    for (const end of held) end(unanswered)
    await until(async () => (await states(task))[0] !== 'posting')
    expect([meanwhile, requests]).toEqual([['posting'], 2])
  })

  it('checks every open item on X after a backup was restored', async () => {
    bench = await createBench(kind, 4)
    const task = await bench.sendBatch(4)
    const before = await bench.items(task)
    await bench.delivery.start()
    await bench.atRest()
    await bench.delivery.stop()
    await bench.db.deleteFrom('attempts').execute()
    for (const { id, ...row } of before) {
      await bench.db.updateTable('task_items').set(row).where('id', '=', id).execute()
    }
    await bench.restarted().start()
    await bench.atRest()
    expect([await states(task), bench.x.posts.length, bench.x.requests.length]).toEqual([
      Array.from({ length: 4 }, () => 'completed'),
      4,
      4,
    ])
  })

  it('checks several open items of one account on X after a backup was restored', async () => {
    bench = await createBench(kind, 1)
    const replies = await bench.addReplies(differentTexts(3))
    const account = bench.accounts[0]?.id ?? 0
    for (const reply_id of replies) {
      await bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: account })
    }
    const before = await bench.db.selectFrom('task_items').selectAll().execute()
    await bench.delivery.start()
    await until(() => bench.x.posts.length >= 2)
    await bench.delivery.stop()
    const posted = bench.x.posts.length
    await bench.db.deleteFrom('attempts').execute()
    for (const { id, ...row } of before) {
      await bench.db.updateTable('task_items').set(row).where('id', '=', id).execute()
    }
    await bench.restarted().start()
    await bench.atRest()
    const items = await bench.db.selectFrom('task_items').select(['state', 'restored_at']).execute()
    expect([items, posted >= 2, bench.x.posts.length]).toEqual([
      Array.from({ length: 3 }, () => ({ state: 'completed', restored_at: null })),
      true,
      3,
    ])
  })

  it('continues without checks if nothing was restored', async () => {
    bench = await createBench(kind, 3)
    await bench.delivery.start()
    await bench.sendBatch(3)
    await bench.atRest()
    await bench.delivery.stop()
    const [reply = ''] = await bench.addReplies(['One more for the road'])
    await bench.delivery.enqueueSolo(bench.ownerId, { reply_id: reply, twitter_account_id: bench.accounts[0]?.id ?? 0 })
    const reads: string[] = []
    const { getUserPosts } = bench.x
    bench.x.getUserPosts = (...call) => {
      reads.push(call[1])
      return getUserPosts(...call)
    }
    await bench.restarted().start()
    await bench.atRest()
    expect([reads, bench.x.posts.length]).toEqual([[], 4])
  })

  it('suspects no restore after the operator with the newest attempt was deleted', async () => {
    bench = await createBench(kind, 1)
    bench.x.fate = ({ userId }) => (userId === '1' ? { posts: false, outcome: problem(422, 'no') } : { posts: true })
    await bench.delivery.start()
    await bench.sendBatch(1)
    await bench.atRest()
    const [other = ''] = await bench.addReplies(['The newest of all'])
    const at = { created_at: new Date().toISOString(), updated_at: new Date().toISOString() }
    const { id } = await bench.db
      .insertInto('users')
      .values({ email: 'b@example.com', username: 'b', password_hash: 'x', created_at: at.created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: twitter_account_id } = await bench.db
      .insertInto('accounts')
      .values({
        ...{ owner_id: id, username: '@user2', username_key: 'user2' },
        ...credentialsOf('2'),
        ...at,
        is_active: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await bench.db.updateTable('replies').set({ owner_id: id }).where('id', '=', other).execute()
    await bench.delivery.enqueueSolo(id, { reply_id: other, twitter_account_id })
    await bench.atRest()
    await bench.delivery.stop()
    await bench.db.updateTable('users').set({ disabled_at: at.created_at }).where('id', '=', id).execute()
    await bench.db.transaction().execute((trx) => deleteOperator(trx, id))
    const warned: object[] = []
    await bench.restarted({}, bench.instanceFile, { log: { ...silent, warn: (said) => warned.push(said) } }).start()
    const left = await bench.db.selectFrom('task_items').select(['state', 'can_retry']).execute()
    expect([left, warned]).toEqual([[{ state: 'failed', can_retry: 1 }], []])
  })

  it('fails queued replies of a deleted media agent, and checks possibly posted ones', async () => {
    bench = await createBench(kind, 2, { settleMs: 3_600_000 })
    bench.x.fate = () => lost(true)
    const replies = await bench.addReplies(differentTexts(2))
    const account = bench.accounts[0]?.id ?? 0
    const tasks: { task_id: string }[] = []
    for (const reply_id of replies) {
      tasks.push(await bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: account }))
    }
    await bench.delivery.start()
    await until(async () => (await states(tasks[0]?.task_id ?? ''))[0] === 'unknown')
    await bench.db.deleteFrom('accounts').where('id', '=', account).execute()
    bench.delivery.wake()
    await bench.atRest()
    expect([
      await states(tasks[0]?.task_id ?? ''),
      await states(tasks[1]?.task_id ?? ''),
      bench.x.posts.length,
    ]).toEqual([['needs_review'], ['failed'], 1])
  })
})
