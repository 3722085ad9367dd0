import { afterEach, describe, expect, it } from 'vitest'
import { judgeAccounts } from '../../../server/features/composer/eligibility.store'
import { addPerson, deletePerson } from '../../../server/features/inbox/doNotReply.store'
import { listInbox, setDismissed } from '../../../server/features/inbox/list'
import { storeMentions } from '../../../server/features/inbox/storeMentions'
import { getTask } from '../../../server/posting/send/tasks'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench, differentTexts } from '../../support/delivery'

const tweetId = '1900000000000000001'
const words = { postBaseUrl: 'https://x.example', priceOf: (reads: number) => `${reads} reads` }

describe.each(databasesHere())('answers to a mention on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  const mentioned = async () => {
    const post = { id: tweetId, kind: 'mention', text: 'hey', authorId: '77', authorUsername: 'Zoe' } as const
    await bench.db.transaction().execute(async (trx) => {
      for (const account of bench.accounts.slice(0, 2)) {
        expect(await storeMentions(trx, account, [post, post], new Date())).toBe(1)
        expect(await storeMentions(trx, account, [{ ...post, text: 'later' }], new Date())).toBe(0)
      }
    })
  }
  const inbox = (state: 'unread' | 'answered' | 'dismissed' | 'all') =>
    listInbox(bench.db, bench.ownerId, { state, limit: 1 }, words)

  it('are sent once for each account, even by a batch, and mark the mention as answered', async () => {
    bench = await createBench(kind, 3)
    await mentioned()
    const [first = '', second = '', third = '', fourth = ''] = await bench.addReplies(differentTexts(4))
    const { task_id } = await bench.delivery.enqueueSolo(bench.ownerId, { reply_id: first, twitter_account_id: 1 })
    await expect(
      bench.delivery.enqueueSolo(bench.ownerId, { reply_id: second, twitter_account_id: 1 }),
    ).rejects.toMatchObject({
      statusCode: 422,
      detail: `@user1 already replies to this mention in task ${task_id}. X allows one reply per mention.`,
    })
    const asked = { tweetId, audience: undefined }
    expect(await judgeAccounts(bench.db, { ownerId: bench.ownerId, groupId: undefined }, asked, 'open')).toMatchObject({
      uncertain: 2,
      accounts: [
        {
          account_id: 1,
          answered_in: task_id,
          reason: `This account already replies to this mention in task ${task_id}. X allows one reply per mention.`,
        },
      ],
    })
    const batch = await bench.delivery.enqueueBatch(bench.ownerId, { reply_ids: [second, third], group_name: 'Launch' })
    const known = await bench.db.selectFrom('mentions').select(['id', 'account_id']).orderBy('account_id').execute()
    expect((await bench.items(batch.task_id)).map((item) => [item.account_id, item.mention_id])).toEqual([
      [2, known[1]?.id],
      [3, null],
    ])
    await expect(
      bench.delivery.enqueueBatch(bench.ownerId, { reply_ids: [fourth, first], group_name: 'Launch' }),
    ).rejects.toMatchObject({ statusCode: 409 })
    expect(await inbox('unread')).toMatchObject({ total: 0, unread: 0, mentions: [], next: null })
    await bench.db.updateTable('accounts').set({ is_active: 0 }).where('id', '=', 2).execute()
    const page = await inbox('answered')
    expect(page).toMatchObject({
      total: 2,
      mentions: [{ id: known[1]?.id, account_is_active: false, task_id: batch.task_id, state: 'answered' }],
    })
    const next = { state: 'answered', limit: 1, cursor: page.next ?? '' } as const
    expect(await listInbox(bench.db, bench.ownerId, next, words)).toMatchObject({
      mentions: [
        {
          id: known[0]?.id,
          account_is_active: true,
          task_id,
          link: `https://x.example/Zoe/status/${tweetId}`,
          text: 'hey',
        },
      ],
      next: null,
    })

    const [{ id: _, ...item } = { id: 0 }] = await bench.items(task_id)
    const twice = { ...item, reply_id: 'another', position: 1 } as Awaited<ReturnType<Bench['items']>>[number]
    await expect(bench.db.insertInto('task_items').values(twice).execute()).rejects.toThrow(/unique/i)
  })

  it.each([
    ['his name', { author_key: 'zoe', author_id: null }],
    ['his id', { author_key: 'renamed', author_id: '77' }],
  ])(
    'are impossible if the author is on the do-not-reply list by %s: the mention no longer waits, with the reason',
    async (_, told) => {
      bench = await createBench(kind, 2)
      const { db, ownerId } = bench
      await mentioned()
      await db.updateTable('mentions').set(told).where('account_id', '=', 2).execute()
      const listed = await db.transaction().execute(async (trx) => {
        const person = await addPerson(trx, ownerId, { username: 'zoe', reason: 'Told us.' })
        await trx.updateTable('do_not_reply').set({ x_user_id: '77' }).execute()
        return person
      })
      const declined = '@zoe is on your do-not-reply list (Told us). Remove them from the list to reply.'
      expect(await inbox('unread')).toMatchObject({ total: 0, unread: 0, mentions: [] })
      const dismissed = async (id: number | undefined, is: boolean) => setDismissed(db, ownerId, id ?? 0, is, words)
      const { total, unread, mentions } = await inbox('all')
      expect({ total, unread, mentions }).toMatchObject({
        total: 2,
        unread: 0,
        mentions: [{ state: 'unread', declined }],
      })
      expect(await dismissed(mentions[0]?.id, true)).toMatchObject({ state: 'dismissed', declined })
      expect(await inbox('dismissed')).toMatchObject({ total: 1 })
      expect(await dismissed(mentions[0]?.id, false)).toMatchObject({ state: 'unread', declined })
      await deletePerson(db, ownerId, listed.id)
      const again = await inbox('unread')
      expect([again.total, again.unread, again.mentions[0]]).toEqual([2, 2, expect.not.objectContaining({ declined })])
    },
  )

  it('that failed report another answer in the meantime, and are not sent again', async () => {
    bench = await createBench(kind, 1)
    await mentioned()
    const { db, ownerId, delivery } = bench
    const [first = '', second = ''] = await bench.addReplies(differentTexts(2))
    const { task_id } = await delivery.enqueueSolo(ownerId, { reply_id: first, twitter_account_id: 1 })
    const look = async () => (await getTask(db, ownerId, task_id)).items
    const [waiting] = await look()
    await delivery.decideItem(ownerId, task_id, Number(waiting?.id), { action: 'cancel' })
    expect(await look()).toMatchObject([{ status: 'cancelled', can_retry: true }])
    await delivery.enqueueSolo(ownerId, { reply_id: second, twitter_account_id: 1 })
    expect(await look()).toMatchObject([
      {
        status: 'cancelled',
        can_retry: false,
        next_step: 'Another reply of this media agent answers this mention. X allows one reply per mention.',
      },
    ])
    await expect(delivery.retryTask(ownerId, task_id)).rejects.toMatchObject({ statusCode: 409 })
  })

  it('are not sent if the author, without a name at first, wants to be left alone', async () => {
    bench = await createBench(kind, 1)
    const { db, ownerId, delivery } = bench
    const [account] = bench.accounts
    if (!account) throw new Error('an account is needed')
    const nameless = { id: tweetId, kind: 'mention', text: 'Please stop replying to me', authorId: '77' } as const
    const other = {
      id: '1900000000000000002',
      kind: 'mention',
      text: 'hi',
      authorId: '78',
      authorUsername: 'bob',
    } as const
    const told = (...posts: Parameters<typeof storeMentions>[2]) =>
      db.transaction().execute((trx) => storeMentions(trx, account, posts, new Date()))
    const listed = () => db.selectFrom('do_not_reply').select(['username', 'x_user_id']).execute()
    expect([await told(nameless, other), await listed()]).toEqual([2, []])
    const named = { ...nameless, authorUsername: 'Zoe', authorName: 'Zoe Z', authorId: undefined }
    expect([await told(named, other), await listed()]).toEqual([0, [{ username: '@Zoe', x_user_id: '77' }]])
    expect((await inbox('all')).mentions).toMatchObject([{ author_username: 'bob' }])
    const [reply_id = ''] = await bench.addReplies(differentTexts(1))
    await expect(delivery.enqueueSolo(ownerId, { reply_id, twitter_account_id: account.id })).rejects.toMatchObject({
      statusCode: 422,
    })
    await db.deleteFrom('do_not_reply').execute()
    expect([await told(named), await listed()]).toEqual([0, []])
  })

  it('are not sent if the author wants to be left alone, before and after queueing, until the author is off the list', async () => {
    bench = await createBench(kind, 2)
    await mentioned()
    const { delivery, ownerId, db } = bench
    const [first = '', second = ''] = await bench.addReplies(differentTexts(2))
    const { task_id } = await delivery.enqueueSolo(ownerId, { reply_id: first, twitter_account_id: 1 })
    const person = await db
      .transaction()
      .execute((trx) => addPerson(trx, ownerId, { username: 'zoe', reason: 'Wrote to us.' }))
    expect(person).toMatchObject({ username: '@zoe', x_user_id: '77' })

    const reason = '@zoe is on your do-not-reply list (Wrote to us). Remove them from the list to reply.'
    const solo = { reply_id: second, twitter_account_id: 2 }
    await expect(delivery.enqueueSolo(ownerId, solo)).rejects.toMatchObject({ statusCode: 422, detail: reason })
    const post = { author: { id: '77', username: 'renamed' } }
    expect(await judgeAccounts(db, { ownerId, groupId: undefined }, { tweetId, audience: post }, 'open')).toMatchObject(
      {
        allowed: 0,
        refused: 2,
        others: { verdict: 'refused', reason },
        declined: reason,
      },
    )
    const unread = { tweetId, audience: undefined }
    expect(await judgeAccounts(db, { ownerId, groupId: undefined }, unread, 'open')).toMatchObject({ declined: reason })
    await delivery.start()
    await bench.atRest()
    expect(await bench.items(task_id)).toMatchObject([{ state: 'failed', error: reason, can_retry: 1, attempts: 0 }])
    expect(bench.x.requests).toEqual([])
    expect((await getTask(db, ownerId, task_id)).items).toMatchObject([
      { error: reason, next_step: null, can_retry: false },
    ])

    await deletePerson(db, ownerId, person.id)
    await delivery.retryTask(ownerId, task_id)
    await bench.atRest()
    expect(await bench.items(task_id)).toMatchObject([{ state: 'completed', error: null }])
  })

  it('are not sent to X, however many wait for the same author', async () => {
    bench = await createBench(kind, 120)
    await mentioned()
    const { delivery, ownerId, db } = bench
    const taskId = await bench.sendBatch(120)
    await db.transaction().execute((trx) => addPerson(trx, ownerId, { username: 'zoe' }))
    await delivery.start()
    await bench.atRest()
    const states = (await bench.items(taskId)).map(({ state, attempts }) => `${state}, ${attempts}`)
    expect([states.length, ...new Set(states)]).toEqual([120, 'failed, 0'])
    expect(bench.x.requests).toEqual([])
  })
})
