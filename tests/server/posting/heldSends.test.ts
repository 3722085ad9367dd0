import { afterEach, describe, expect, it } from 'vitest'
import { storePost } from '../../../server/features/composer/posts.store'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench, differentTexts, refusal } from '../../support/delivery'
import { sampleReading } from '../../support/serverFakes'
import { until } from '../../support/waiting'

describe.each(databasesHere())('held sends and manual replies on $name', (kind) => {
  let bench: Bench
  const prepare = async (accounts: number, texts: string[]) => {
    bench = await createBench(kind, accounts)
    return bench.addReplies(texts)
  }
  const batch = (reply_ids: string[], key?: string, group_name = 'Launch') =>
    bench.delivery.enqueueBatch(bench.ownerId, { reply_ids, group_name }, key)

  afterEach(() => bench.dispose())

  it('start only after the hold has ended, even after a restart, and not after a cancellation', async () => {
    const [first = '', second = '', third = '', fourth = ''] = await prepare(4, differentTexts(4))
    const held = { group_name: 'Launch', hold_seconds: 30 }
    const kept = await bench.delivery.enqueueBatch(bench.ownerId, { reply_ids: [first, second], ...held })
    const taken = await bench.delivery.enqueueBatch(bench.ownerId, { reply_ids: [third], ...held })
    const [item] = await bench.items(kept.task_id)
    const sentAt = Date.parse(item?.created_at ?? '')
    expect(Date.parse(item?.next_at ?? '') - sentAt).toBe(30_000)
    let aheadMs = 29_000
    const restarted = bench.restarted({}, bench.instanceFile, { clock: () => new Date(sentAt + aheadMs) })
    await restarted.start()
    await restarted.enqueueSolo(bench.ownerId, { reply_id: fourth, twitter_account_id: bench.accounts[3]?.id ?? 0 })
    await until(() => bench.x.posts.length > 0)
    const [waiting] = await bench.items(taken.task_id)
    await restarted.decideItem(bench.ownerId, taken.task_id, waiting?.id ?? 0, { action: 'cancel_waiting' })
    expect([waiting, ...(await bench.items(kept.task_id))].map((each) => each?.state)).toEqual(Array(3).fill('queued'))
    aheadMs = 31_000
    restarted.wake()
    await bench.atRest()
    const contents = (await bench.items(kept.task_id)).map(({ content }) => content)
    expect(
      bench.x.posts
        .slice(1)
        .map(({ sent }) => sent)
        .toSorted(),
    ).toEqual(contents.toSorted())
    const again = await batch([third])
    await bench.atRest()
    expect((await bench.items(again.task_id)).map(({ state }) => state)).toEqual(['completed'])
  })

  it('go through the same accounts again after they were taken back, except those that were used since', async () => {
    const [first = '', second = '', third = '', fourth = ''] = await prepare(5, differentTexts(4))
    const reply_ids = [first, second, third]
    const send = () => bench.delivery.enqueueBatch(bench.ownerId, { reply_ids, group_name: 'Launch', hold_seconds: 30 })
    const takeBack = async ({ task_id }: { task_id: string }) => {
      const items = await bench.items(task_id)
      await bench.delivery.decideItem(bench.ownerId, task_id, items[0]?.id ?? 0, { action: 'cancel_waiting' })
      return items.map(({ twitter_username }) => twitter_username)
    }
    expect(await takeBack(await send())).toEqual(['@user1', '@user2', '@user3'])
    const again = await send()
    const [held] = await bench.items(again.task_id)
    await until(() => Date.now() > Date.parse(held?.created_at ?? ''))
    await bench.delivery.enqueueSolo(bench.ownerId, {
      reply_id: fourth,
      twitter_account_id: bench.accounts[1]?.id ?? 0,
      hold_seconds: 30,
    })
    expect(await takeBack(again)).toEqual(['@user1', '@user2', '@user3'])
    expect(await takeBack(await send())).toEqual(['@user1', '@user3', '@user4'])
  })

  describe('with some replies for manual posting', () => {
    const sendSummoning = async (mentions: { id: string; username: string }[]) => {
      const [first = '', second = ''] = await prepare(2, differentTexts(2))
      const author = { id: '900', username: 'ida' }
      await storePost(bench.db, bench.ownerId, {
        ...sampleReading('1900000000000000001'),
        audience: { author, thread: author, mentions, replySettings: 'everyone' },
      })
      const delivery = bench.restarted({ replyRule: 'summoned' })
      const body = { reply_ids: [first, second], group_name: 'Launch', hold_seconds: 30 }
      const { task_id } = await delivery.enqueueBatch(bench.ownerId, body)
      const [held, manual] = await bench.items(task_id)
      const states = async () => (await bench.items(task_id)).map(({ state, error }) => [state, error])
      const takeBack = () => delivery.decideItem(bench.ownerId, task_id, held?.id ?? 0, { action: 'take_back' })
      return { delivery, body, task_id, held, manual, states, takeBack }
    }
    const sendMixed = async () => {
      const sent = await sendSummoning([{ id: '1', username: 'user1' }])
      expect([sent.held?.state, sent.manual?.state]).toEqual(['queued', 'handed_over'])
      return sent
    }
    const cancelled = ['failed', 'Cancelled by you. It was not sent.']

    it('are cancelled as a whole, and may be sent again', async () => {
      const { delivery, body, task_id, states, takeBack } = await sendMixed()
      await takeBack()
      expect(await states()).toEqual([cancelled, cancelled])
      const again = await delivery.enqueueBatch(bench.ownerId, body)
      expect(again.task_id).not.toBe(task_id)
      expect((await bench.items(again.task_id)).map(({ state }) => state)).toEqual(['queued', 'handed_over'])
    })

    it('do not change if all replies are manual, and none of them was held', async () => {
      const { states, takeBack } = await sendSummoning([])
      expect(await refusal(takeBack())).toEqual([409, 'No queued reply is left in this task.'])
      expect((await states()).map(([state]) => state)).toEqual(['handed_over', 'handed_over'])
    })

    it('do not change if the other replies were sent', async () => {
      const { manual, task_id, states, takeBack } = await sendMixed()
      await bench.db
        .updateTable('task_items')
        .set({ state: 'completed' })
        .where('task_id', '=', task_id)
        .where('id', '<>', manual?.id ?? 0)
        .execute()
      expect(await refusal(takeBack())).toEqual([409, 'No queued reply is left in this task.'])
      expect((await states()).map(([state]) => state)).toEqual(['completed', 'handed_over'])
    })

    it.each([
      ['X was opened for one', { opened_at: new Date().toISOString() }],
      ['one is looked for on X', { next_at: new Date().toISOString() }],
      ['one was at X before', { attempts: 1 }],
      ['a minute is over', { created_at: new Date(Date.now() - 61_000).toISOString() }],
    ])('cancel only waiting replies if %s', async (_why, values) => {
      const { manual, states, takeBack } = await sendMixed()
      await bench.db
        .updateTable('task_items')
        .set(values)
        .where('id', '=', manual?.id ?? 0)
        .execute()
      await takeBack()
      expect(await states()).toEqual([cancelled, ['handed_over', expect.any(String)]])
      expect(await refusal(takeBack())).toEqual([409, 'No queued reply is left in this task.'])
    })
  })
})
