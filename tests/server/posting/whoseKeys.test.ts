import { afterEach, describe, expect, it } from 'vitest'
import { XError } from '../../../server/x/types'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench, credentialsOf } from '../../support/delivery'
import { lost } from '../../support/fakeX'
import { until } from '../../support/waiting'

describe.each(databasesHere())("the owner of a sender's keys on $name", (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  const states = async (task: string) => (await bench.items(task)).map(({ state }) => state)

  it('prevents sending through a media agent whose keys now belong to someone else', async () => {
    bench = await createBench(kind, 1)
    const task = await bench.sendBatch(1)
    await bench.db.updateTable('accounts').set({ x_user_id: '99' }).execute()
    await bench.delivery.start()
    await bench.atRest()
    const [item] = await bench.items(task)
    expect([item?.state, item?.error, bench.x.requests.length]).toEqual([
      'failed',
      'The keys of @user1 now belong to another user on X.',
      0,
    ])
  })

  it('needs a person for a lost answer if it is someone else now, even if they have posted the same', async () => {
    bench = await createBench(kind, 1, { settleMs: 60_000 })
    const task = await bench.sendBatch(1)
    const { content: text, target_tweet_id: inReplyTo } = await bench.only(task)
    await bench.x.createReply(credentialsOf('99'), { text, inReplyTo })
    bench.x.fate = () => lost(false)
    await bench.delivery.start()
    await until(async () => (await bench.only(task)).state === 'unknown')
    await bench.db.updateTable('accounts').set({ x_user_id: '99', access_token: '99' }).execute()
    await bench.db.updateTable('task_items').set({ next_at: new Date().toISOString() }).execute()
    await bench.atRest()
    expect(await bench.only(task)).toMatchObject({
      state: 'needs_review',
      error: 'X could not be checked for this reply: the keys of @user1 now belong to another user on X.',
      reply_tweet_id: null,
    })
  })

  it('completes no reply of the earlier owner by a post of the later one', async () => {
    bench = await createBench(kind, 1, { readFirst: true })
    const task = await bench.sendBatch(1)
    const { content: text, target_tweet_id: inReplyTo } = await bench.only(task)
    await bench.x.createReply(credentialsOf('99'), { text, inReplyTo })
    await bench.db.updateTable('accounts').set({ x_user_id: '99', access_token: '99' }).execute()
    await bench.delivery.start()
    await bench.atRest()
    expect(await bench.only(task)).toMatchObject({ state: 'failed', reply_tweet_id: null })
  })

  it('is requested from X before anything is sent if the keys were renewed since', async () => {
    bench = await createBench(kind, 1)
    const task = await bench.sendBatch(1)
    await bench.db.updateTable('accounts').set({ x_user_id: null, access_token: '99' }).execute()
    bench.x.readError = new XError('Service Unavailable', 503)
    await bench.delivery.start()
    await until(async () => (await bench.items(task))[0]?.error !== null)
    const [waiting] = await bench.items(task)
    bench.x.readError = undefined
    await bench.atRest()
    const [item] = await bench.items(task)
    expect([waiting?.state, waiting?.error]).toEqual([
      'queued',
      'X did not confirm whose keys @user1 has now: Service Unavailable',
    ])
    expect([item?.state, item?.error, bench.x.requests.length]).toEqual([
      'failed',
      'The keys of @user1 now belong to another user on X.',
      0,
    ])
  })

  it.each([true, false])(
    'prevents sending with keys of another handle that X never confirmed, with a reading first: %s',
    async (readFirst) => {
      bench = await createBench(kind, 2, { readFirst })
      await bench.db.updateTable('accounts').set({ x_user_id: null }).execute()
      for (const [id, access_token] of [
        [bench.accounts[0]?.id ?? 0, '2'],
        [bench.accounts[1]?.id ?? 0, '1'],
      ] as const) {
        await bench.db.updateTable('accounts').set({ access_token }).where('id', '=', id).execute()
      }
      const task = await bench.sendBatch(2)
      await bench.delivery.start()
      const told = () =>
        bench.db.selectFrom('accounts').select(['is_active', 'inactive_reason']).orderBy('id').execute()
      await until(async () => (await told()).every(({ is_active }) => is_active === 0))
      await until(async () => (await states(task)).every((state) => state === 'queued'))
      expect([await told(), bench.x.requests]).toEqual([
        [
          { is_active: 0, inactive_reason: 'These credentials belong to @user2' },
          { is_active: 0, inactive_reason: 'These credentials belong to @user1' },
        ],
        [],
      ])
    },
  )

  it.each([true, false])('is known before anything is sent, with a reading first: %s', async (readFirst) => {
    bench = await createBench(kind, 1, { readFirst })
    await bench.db.updateTable('accounts').set({ x_user_id: null }).execute()
    await bench.delivery.start()
    const task = await bench.sendBatch(1)
    await bench.atRest()
    const account = await bench.db.selectFrom('accounts').select(['is_active', 'x_user_id']).executeTakeFirst()
    expect([await states(task), account]).toEqual([['completed'], { is_active: 1, x_user_id: '1' }])
  })

  it('allows sending through a media agent with its own renewed keys', async () => {
    bench = await createBench(kind, 1)
    const task = await bench.sendBatch(1)
    await bench.db.updateTable('accounts').set({ x_user_id: null, api_key: 'newer' }).execute()
    await bench.delivery.start()
    await bench.atRest()
    expect(await states(task)).toEqual(['completed'])
  })
})
