import { afterEach, describe, expect, it, vi } from 'vitest'
import { createGeneration } from '../../../server/db/generation'
import { databasesHere } from '../../support/databases'
import { answer, lost } from '../../support/fakeX'
import { createReadFirstBench, type ReadFirstBench } from '../../support/readFirst'
import { until } from '../../support/waiting'

const hourMs = 3_600_000

describe.each(databasesHere())('wrong ids returned by X on $name', (kind) => {
  let bench: ReadFirstBench
  afterEach(() => bench.dispose())

  it("are replaced by the reply's id when the account is read", async () => {
    bench = await createReadFirstBench(kind, 1)
    bench.x.fate = () => ({ posts: true, outcome: answer(201, { data: { id: '20', text: 'of somebody else' } }) })
    await bench.delivery.start()
    await bench.sendBatch(1)
    await bench.atRest()
    const wrong = await bench.db.selectFrom('task_items').select('reply_tweet_id').executeTakeFirstOrThrow()
    await bench.delivery.stop()
    await bench.readAgain()
    const right = await bench.db.selectFrom('task_items').select(['state', 'reply_tweet_id']).executeTakeFirstOrThrow()
    expect([wrong.reply_tweet_id, right]).toEqual(['20', { state: 'completed', reply_tweet_id: bench.x.posts[0]?.id }])
  })

  it('need a person if the id is from another time and X shows no such reply', async () => {
    bench = await createReadFirstBench(kind, 1)
    bench.x.fate = () => ({ posts: false, outcome: answer(201, { data: { id: '20', text: 'of somebody else' } }) })
    await bench.delivery.start()
    await bench.sendBatch(1)
    await bench.atRest()
    await bench.delivery.stop()
    await bench.readAgain()
    const [item] = await bench.db.selectFrom('task_items').select(['state', 'reply_tweet_id', 'error']).execute()
    expect(item).toEqual({
      state: 'needs_review',
      reply_tweet_id: null,
      error: "X returned another post's ID, and X does not show this reply.",
    })
  })

  it('do not complete another item that got the same number after a restore', async () => {
    bench = await createReadFirstBench(kind, 2, { readFirst: false })
    const { db, x } = bench
    const generation = createGeneration(bench.instanceFile)
    const delivery = bench.restarted({}, bench.instanceFile, { generation })
    await delivery.start()
    vi.spyOn(generation, 'look').mockResolvedValue()
    x.fate = () => ({ posts: true, takesMs: 400 })
    const task = await bench.sendBatch(1, delivery)
    await until(() => x.posts.length === 1)
    const item = await bench.only(task)
    const row = await db.selectFrom('tasks').selectAll().where('id', '=', task).executeTakeFirstOrThrow()
    await db.deleteFrom('tasks').execute()
    await db
      .insertInto('tasks')
      .values({ ...row, id: 'another' })
      .execute()
    const later = '9999-01-01T00:00:00.000Z'
    const other = { ...item, task_id: 'another', content: 'Another reply', state: 'queued', next_at: later } as const
    await db.insertInto('task_items').values(other).execute()
    await delivery.stop()
    expect(await bench.only('another')).toMatchObject({ state: 'queued', reply_tweet_id: null })
  })

  it('do not hide the post of a reply that is being looked for, so that it is not sent again', async () => {
    bench = await createReadFirstBench(kind, 2, { readFirst: false, settleMs: 1500 })
    const { x } = bench
    x.fate = ({ userId }) =>
      userId === '1' ? lost(true) : { posts: true, outcome: answer(201, { data: { id: x.posts[0]?.id, text: 'x' } }) }
    const solo = async (content: string, account: number) => {
      const [reply_id = ''] = await bench.addReplies([content])
      const twitter_account_id = bench.accounts[account]?.id ?? 0
      return (await bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id })).task_id
    }
    await bench.delivery.start()
    const sought = await solo('The answer is lost', 0)
    await until(async () => (await bench.only(sought)).state === 'unknown')
    const other = await solo('X names another post', 1)
    await bench.atRest()
    expect(await bench.only(sought)).toMatchObject({ state: 'completed', reply_tweet_id: x.posts[0]?.id })
    expect(await bench.only(other)).toMatchObject({ state: 'needs_review', reply_tweet_id: null })
    expect(bench.texts()).toEqual(['The answer is lost', 'X names another post'])
  })

  it('do not match an earlier reply in the same words', async () => {
    bench = await createReadFirstBench(kind, 1)
    const account = bench.accounts[0]?.id ?? 0
    const solo = async (content: string) => {
      const [reply_id = ''] = await bench.addReplies([content])
      return bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: account })
    }
    await bench.delivery.start()
    const { task_id: earlier } = await solo('Well said')
    await bench.atRest()
    await solo('Something else')
    await bench.atRest()
    await bench.delivery.stop()
    const at = new Date(Date.now() - 48 * hourMs)
    const reply_tweet_id = String(BigInt(at.getTime() - 1_288_834_974_657) << 22n)
    const old = { reply_tweet_id, created_at: at.toISOString(), updated_at: at.toISOString() }
    await bench.db.updateTable('task_items').set(old).where('task_id', '=', earlier).execute()
    bench.x.posts = bench.x.posts.filter(({ sent }) => sent !== 'Well said')
    await solo('Well said')
    const putBack = await bench.snapshot()
    const first = bench.restarted()
    await first.start()
    await bench.atRest()
    await first.stop()
    await putBack()
    await bench.restarted().start()
    await bench.atRest()
    const ids = await bench.db.selectFrom('task_items').select('reply_tweet_id').orderBy('id').execute()
    expect(ids.map((item) => item.reply_tweet_id)).toEqual([reply_tweet_id, ...bench.x.posts.map(({ id }) => id)])
    expect(bench.texts()).toEqual(['Something else', 'Well said'])
  })
})
