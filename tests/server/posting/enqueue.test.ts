import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { checkTrail } from '../../../server/db/trail/auditTrail'
import { digestOf } from '../../../server/db/trail/digest'
import { storePost } from '../../../server/features/composer/posts.store'
import type { BatchBody } from '../../../src/schemas/composer/replies'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench, differentTexts, refusal } from '../../support/delivery'
import { somebodyWaits } from '../../support/locks'
import { sampleReading } from '../../support/serverFakes'

const hashOf = (index: number) => createHash('sha256').update(String(index)).digest('base64')

describe.each(databasesHere())('sends on $name', (kind) => {
  let bench: Bench
  const prepare = async (accounts: number, texts: string[]) => {
    bench = await createBench(kind, accounts)
    return bench.addReplies(texts)
  }
  const taskCount = async () => (await bench.db.selectFrom('tasks').select('id').execute()).length
  const batch = (reply_ids: string[], key?: string, group_name = 'Launch') =>
    bench.delivery.enqueueBatch(bench.ownerId, { reply_ids, group_name }, key)
  const solo = (reply_id: string, twitter_account_id: number, key?: string) =>
    bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id }, key)

  afterEach(() => bench.dispose())

  it('assign replies to the accounts that were used least recently', async () => {
    const [first = '', second = '', third = '', ...rest] = await prepare(4, differentTexts(5))
    const solos = await solo(first, bench.accounts[0]?.id ?? 0)
    await solo(second, bench.accounts[2]?.id ?? 0)
    const { task_id } = await batch([third, ...rest])
    expect((await bench.items(solos.task_id)).map((item) => item.twitter_username)).toEqual(['@user1'])
    expect((await bench.items(task_id)).map((item) => [item.reply_id, item.twitter_username])).toEqual([
      [third, '@user2'],
      [rest[0], '@user4'],
      [rest[1], '@user1'],
    ])
  })

  it('send a reply through each of 1,203 accounts at once', async () => {
    const replies = await prepare(
      1_203,
      Array.from({ length: 1_203 }, (_, index) => hashOf(index)),
    )
    const { task_id } = await batch(replies, 'one key')
    const items = await bench.items(task_id)
    expect(new Set(items.map((item) => item.account_id)).size).toBe(1_203)
    expect(items.map((item) => item.reply_id)).toEqual(replies)
    expect(await batch(replies, 'one key')).toEqual({ task_id })
  })

  it('assign replies first to accounts whose replies X accepts, then to the others as before', async () => {
    const replies = await prepare(5, differentTexts(4))
    const author = { id: '900', username: 'ida' }
    const mentions = [{ id: '5', username: 'user5' }, { username: 'USER4' }]
    await storePost(bench.db, bench.ownerId, {
      ...sampleReading('1900000000000000001'),
      audience: { author, thread: author, mentions, replySettings: 'everyone' },
    })
    const { task_id } = await bench
      .restarted({ replyRule: 'summoned' })
      .enqueueBatch(bench.ownerId, { reply_ids: replies, group_name: 'Launch' })
    expect((await bench.items(task_id)).map((item) => item.twitter_username)).toEqual([
      '@user4',
      '@user5',
      '@user1',
      '@user2',
    ])
  })

  it("use a reply's text after an earlier change is stored", async () => {
    const [reply = ''] = await prepare(1, ['As it was written'])
    const { sending } = await bench.db.transaction().execute(async (trx) => {
      await trx.updateTable('replies').set({ content: 'As it was changed' }).where('id', '=', reply).execute()
      const sending = solo(reply, bench.accounts[0]?.id ?? 0)
      await somebodyWaits(bench)
      return { sending }
    })
    const [item] = await bench.items((await sending).task_id)
    expect(item?.content).toBe('As it was changed')
  })

  it('refuse more replies than active accounts before anything is stored', async () => {
    const replies = await prepare(3, differentTexts(3))
    await bench.db
      .updateTable('accounts')
      .set({ is_active: 0 })
      .where('id', '=', bench.accounts[1]?.id ?? 0)
      .execute()
    expect(await refusal(batch(replies))).toEqual([
      422,
      '3 replies need as many active media agents, and group Launch has 2.',
    ])
    expect(await taskCount()).toBe(0)
  })

  it("are refused with 404 for missing and for other operators' records alike", async () => {
    const [reply = ''] = await prepare(1, differentTexts(1))
    const strangers = await bench.db
      .insertInto('users')
      .values({ email: 'b@example.com', username: 'b', password_hash: 'x', created_at: new Date().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const asStranger = (work: 'group' | 'account' | 'reply') => {
      const account = bench.accounts[0]?.id ?? 0
      if (work === 'group') return bench.delivery.enqueueBatch(strangers.id, { reply_ids: ['x'], group_name: 'Launch' })
      return bench.delivery.enqueueSolo(strangers.id, {
        reply_id: work === 'reply' ? reply : 'x',
        twitter_account_id: account,
      })
    }
    expect([
      await refusal(batch([reply], undefined, 'Nobody')),
      await refusal(batch(['nothing'])),
      await refusal(solo(reply, 999)),
      await refusal(asStranger('group')),
      await refusal(asStranger('reply')),
      await refusal(asStranger('account')),
      await taskCount(),
    ]).toEqual([
      [404, 'Group Nobody does not exist.'],
      [404, 'Reply nothing does not exist.'],
      [404, 'Media agent 999 does not exist.'],
      [404, 'Reply x does not exist.'],
      [404, `Reply ${reply} does not exist.`],
      [404, 'Reply x does not exist.'],
      0,
    ])
  })

  it('refuse near-identical replies, and name them', async () => {
    const replies = await prepare(6, [
      'What a lovely morning for a long walk by the river!',
      'Something else entirely.',
      'what a lovely morning for a long walk, by the river',
      '@you What a lovely morning for a long walk by the rivers! https://example.com',
      'Nobody asked for this.',
      'Something else, entirely!',
    ])
    expect(await refusal(batch(replies))).toEqual([
      422,
      'X forbids near-identical replies. Rewrite all but one of replies 1, 3 and 4; all but one of replies 2 and 6.',
    ])
    expect(await taskCount()).toBe(0)
  })

  it('refuse words that another account already used for the same post, unless that reply failed', async () => {
    const [said = '', new_ = ''] = await prepare(2, ['Well said!', 'Something else entirely.'])
    const [one, other] = bench.accounts.map(({ id }) => id)
    const { task_id } = await solo(said, one ?? 0)
    const [again = '', elsewhere = '', third = ''] = await bench.addReplies(['Well said!', 'Well said!', 'Well said!'])
    await bench.db.updateTable('replies').set({ tweet_id: '2' }).where('id', '=', elsewhere).execute()
    expect(await refusal(solo(again, other ?? 0))).toEqual([
      422,
      `Another account already sent the words of reply 1 to this post, in task ${task_id}. X forbids repeats: rewrite it.`,
    ])
    expect(await taskCount()).toBe(1)
    expect(await refusal(solo(elsewhere, other ?? 0))).toBeUndefined()
    expect(await refusal(solo(again, one ?? 0))).toBeUndefined()
    await bench.db.updateTable('task_items').set({ state: 'failed', can_retry: 1 }).execute()
    expect(await refusal(batch([new_, third]))).toBeUndefined()
  })

  it('refuse another text or account than the operator read, and accept the same', async () => {
    const [one = '', two = ''] = await prepare(3, differentTexts(2))
    const [read, other] = differentTexts(2)
    const [first, second, third] = bench.accounts.map(({ id }) => id)
    const send = (expected: BatchBody['expected']) =>
      bench.delivery.enqueueBatch(bench.ownerId, { reply_ids: [one, two], group_name: 'Launch', expected })
    expect(await refusal(send([{ content: read ?? '' }, { content: 'What stood here before' }]))).toEqual([
      412,
      'Reply 2 was changed elsewhere, so nothing was sent. Read it again.',
    ])
    const as = (...ids: (number | undefined)[]) =>
      [read, other].map((content = '', index) => ({ content, account_id: ids[index] }))
    await bench.db
      .updateTable('accounts')
      .set({ is_active: 0 })
      .where('id', '=', third ?? 0)
      .execute()
    expect(await refusal(send(as(first, third)))).toEqual([
      412,
      'Reply 2 would now be sent as @user2, not as the media agent that was shown. Nothing was sent; check the list again.',
    ])
    const solo = { reply_id: one, twitter_account_id: first ?? 0, expected: [{ content: 'Older' }] }
    expect(await refusal(bench.delivery.enqueueSolo(bench.ownerId, solo))).toEqual([
      412,
      'Reply 1 was changed elsewhere, so nothing was sent. Read it again.',
    ])
    expect(await taskCount()).toBe(0)
    await bench.db.updateTable('accounts').set({ is_active: 1 }).execute()
    expect(await refusal(send(as(first, first)))).toEqual([
      412,
      'Reply 2 would now be sent as @user2, not as the media agent that was shown. Nothing was sent; check the list again.',
    ])
    const { task_id } = await send(as(third, second).map((each) => ({ ...each, content: ` ${each.content}\n` })))
    expect((await bench.items(task_id)).map(({ account_id }) => account_id)).toEqual([third, second])
    expect(await send([{ content: 'Typed since' }])).toEqual({ task_id })
  })

  it('refuse a reply that is listed twice, and by its number a reply that is already being sent', async () => {
    const [first = '', second = ''] = await prepare(2, differentTexts(2))
    const listedTwice = await refusal(batch([first, first]))
    const { task_id } = await batch([first])
    expect([listedTwice, await refusal(batch([second, first])), await refusal(batch([first], 'other key'))]).toEqual([
      [422, `Reply ${first} is listed more than once.`],
      [409, `Reply 2 is already being sent or was sent, in task ${task_id}.`],
      [409, `Reply 1 is already being sent or was sent, in task ${task_id}.`],
    ])
  })

  it('refuse an account that X rejects, with the reason', async () => {
    const [reply = ''] = await prepare(1, differentTexts(1))
    await bench.db.updateTable('accounts').set({ is_active: 0, inactive_reason: 'Unauthorized' }).execute()
    expect(await refusal(solo(reply, bench.accounts[0]?.id ?? 0))).toEqual([422, '@user1 is inactive: Unauthorized'])
  })

  it.each([
    ['with a key', 'key-1'],
    ['without one', undefined],
  ])('create one task for 200 identical simultaneous sends, %s', async (_name, key) => {
    const replies = await prepare(3, differentTexts(3))
    const answers = await Promise.all(Array.from({ length: 200 }, () => batch(replies, key)))
    expect(new Set(answers.map(({ task_id }) => task_id)).size).toBe(1)
    expect([await taskCount(), (await bench.items(answers[0]?.task_id ?? '')).length]).toEqual([1, 3])
  })

  it('refuse a repeated key whose send was cancelled as a whole, and send with another key', async () => {
    const replies = await prepare(2, differentTexts(2))
    const { task_id } = await batch(replies, 'key-1')
    const [one, two] = await bench.items(task_id)
    const cancelItem = (id = 0) => bench.delivery.decideItem(bench.ownerId, task_id, id, { action: 'cancel' })
    await cancelItem(one?.id)
    expect(await batch(replies, 'key-1')).toEqual({ task_id })
    await cancelItem(two?.id)
    expect(await refusal(batch(replies, 'key-1'))).toEqual([
      409,
      `Task ${task_id} was cancelled and posted nothing. Send again with a new Idempotency-Key.`,
    ])
    await bench.delivery.start()
    await batch(replies, 'key-2')
    await bench.atRest()
    expect(bench.x.posts).toHaveLength(2)
  })

  it('answer a repeated key with its task forever, and refuse that key for another send', async () => {
    const [first = '', second = ''] = await prepare(2, differentTexts(2))
    const sent = await batch([first], 'key-1')
    await bench.db.updateTable('task_items').set({ state: 'failed' }).execute()
    expect([await batch([first], 'key-1'), await refusal(batch([second], 'key-1'))]).toEqual([
      sent,
      [422, 'This Idempotency-Key was already used for another send.'],
    ])
  })

  it('send a reply again after its item failed', async () => {
    const [reply = ''] = await prepare(1, differentTexts(1))
    const sent = await batch([reply])
    await bench.db.updateTable('task_items').set({ state: 'failed' }).execute()
    const again = await batch([reply])
    expect(again.task_id).not.toBe(sent.task_id)
  })

  it('leave a line in the audit trail that names replies and accounts, and reveals later changes of texts', async () => {
    const texts = differentTexts(2)
    const replies = await prepare(2, texts)
    const { task_id } = await batch(replies)
    const lines = await bench.db.selectFrom('audit').select(['owner_id', 'action', 'subject', 'detail']).execute()
    expect(lines).toEqual([
      {
        owner_id: bench.ownerId,
        action: 'batch.sent',
        subject: task_id,
        detail: `${replies[0]} as @user1, ${replies[1]} as @user2; texts ${digestOf(texts)}`,
      },
    ])
    expect((await checkTrail(bench.db)).broken).toEqual([])
    await bench.db.updateTable('task_items').set({ content: 'Never sent' }).where('position', '=', 1).execute()
    expect((await checkTrail(bench.db)).broken).toEqual([`Task ${task_id}: its texts differ from the sent ones`])
  })
})
