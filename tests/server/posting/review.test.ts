import { afterEach, describe, expect, it } from 'vitest'
import type { Row } from '../../../server/db/schema'
import { getTask } from '../../../server/posting/send/tasks'
import { XError } from '../../../server/x/types'
import type { DecisionBody } from '../../../src/schemas/history/tasks'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench, differentTexts, refusal } from '../../support/delivery'
import { firstThen, lost } from '../../support/fakeX'
import { until } from '../../support/waiting'

describe.each(databasesHere())('decisions of the operator on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  const reviewable = async (posted: boolean) => {
    bench = await createBench(kind, 2, { autoResend: false })
    bench.x.lagMs = Number.POSITIVE_INFINITY
    bench.x.fate = () => lost(posted)
    await bench.delivery.start()
    const task = await bench.sendBatch(1)
    await bench.atRest()
    bench.x.fate = () => ({ posts: true })
    for (const post of bench.x.posts) post.visibleAt = 0
    return task
  }
  const decide = async (task: string, decision: DecisionBody, owner = bench.ownerId) =>
    bench.delivery.decideItem(owner, task, (await bench.only(task)).id, decision)
  const audited = async () =>
    (await bench.db.selectFrom('audit').select(['action', 'subject', 'detail']).orderBy('id').execute()).slice(1)

  it('check again', async () => {
    const task = await reviewable(true)
    await decide(task, { action: 'check_again' })
    await bench.atRest()
    const item = await bench.only(task)
    expect([item.state, item.reply_tweet_id, bench.x.requests.length]).toEqual(['completed', bench.x.posts[0]?.id, 1])
    expect(await audited()).toEqual([{ action: 'item.check_again', subject: `${task}/${item.id}`, detail: null }])
  })

  it('check one reply of a media agent at a time', async () => {
    bench = await createBench(kind, 1, { autoResend: false })
    bench.x.lagMs = Number.POSITIVE_INFINITY
    bench.x.fate = () => lost(false)
    const account = await bench.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    await bench.delivery.start()
    const tasks: string[] = []
    for (const reply_id of await bench.addReplies(differentTexts(2))) {
      const solo = { reply_id, twitter_account_id: account.id }
      tasks.push((await bench.delivery.enqueueSolo(bench.ownerId, solo)).task_id)
    }
    await bench.atRest()
    bench.x.readError = new XError('Service Unavailable', 503)
    const [first = '', second = ''] = tasks
    await decide(first, { action: 'check_again' })
    expect(await refusal(decide(second, { action: 'check_again' }))).toEqual([
      409,
      'Another reply of this media agent is being checked. Try again when its outcome is known.',
    ])
    expect([(await bench.only(first)).state, (await bench.only(second)).state]).toEqual(['unknown', 'needs_review'])
  })

  it('accept the link of the post when X has confirmed author and target', async () => {
    const task = await reviewable(true)
    const id = bench.x.posts[0]?.id ?? ''
    await decide(task, { action: 'posted', tweet_url: `https://x.com/user1/status/${id}?s=20` })
    const item = await bench.only(task)
    expect([item.state, item.reply_tweet_id]).toEqual(['completed', id])
    expect(await audited()).toEqual([{ action: 'item.posted', subject: `${task}/${item.id}`, detail: id }])
  })

  it('refuse a link that is not a post, has another author or target, or is not visible on X', async () => {
    const task = await reviewable(true)
    const [post] = bench.x.posts
    if (!post) throw new Error('no post')
    const others = { ...post, id: '2000000000000000001', authorId: '2', authorUsername: 'user2' }
    const elsewhere = { ...post, id: '2000000000000000002', inReplyTo: '5' }
    bench.x.posts.push(others, elsewhere)
    const posted = (tweet_url: string) => refusal(decide(task, { action: 'posted', tweet_url }))
    const refusals = [
      await posted('https://example.com/user1/status/1'),
      await posted(others.id),
      await posted(elsewhere.id),
      await posted('2000000000000000009'),
    ]
    bench.x.readError = new XError('Service Unavailable', 503)
    expect([...refusals, await posted(post.id)]).toEqual([
      [422, 'tweet_url: must be a link to one post on X'],
      [422, 'tweet_url: that post is not by @user1'],
      [422, 'tweet_url: that post replies to a different post'],
      [
        422,
        'tweet_url: X shows no such post, or the post was deleted: Could not find tweet with id: [2000000000000000009].',
      ],
      [502, 'Service Unavailable'],
    ])
    expect([(await bench.only(task)).state, await audited()]).toEqual(['needs_review', []])
  })

  it('send again', async () => {
    const task = await reviewable(false)
    await decide(task, { action: 'send_again' })
    await bench.atRest()
    const item = await bench.only(task)
    expect([item.state, item.attempts, bench.x.posts.length]).toEqual(['completed', 2, 1])
    expect(await audited()).toEqual([{ action: 'item.send_again', subject: `${task}/${item.id}`, detail: null }])
  })

  it('cancel waiting replies, even two at once and during other sends: none is sent until it is retried', async () => {
    bench = await createBench(kind, 6)
    const task_id = await bench.sendBatch(6)
    const [first, second] = await bench.items(task_id)
    const decideOn = (item: { id: number } | undefined, action: 'cancel' | 'cancel_waiting') =>
      refusal(bench.delivery.decideItem(bench.ownerId, task_id, item?.id ?? 0, { action }))
    const gone = [409, 'This reply is no longer queued, so it cannot be cancelled.']
    const twice = await Promise.all([decideOn(first, 'cancel'), decideOn(first, 'cancel')])
    expect(twice.filter(Boolean)).toEqual([gone])
    await bench.delivery.start()
    await Promise.all([decideOn(second, 'cancel_waiting'), decideOn(second, 'cancel_waiting')])
    await bench.atRest()
    const items = await bench.items(task_id)
    const sentTexts = bench.x.posts.map(({ sent }) => sent).toSorted()
    const posted = items.filter(({ state }) => state === 'completed')
    expect(sentTexts).toEqual(posted.map(({ content }) => content).toSorted())
    const rest = items.filter(({ state }) => state !== 'completed')
    expect(rest.map(({ state, error, attempts, can_retry }) => [state, error, attempts, can_retry])).toEqual(
      rest.map(() => ['failed', 'Cancelled by you. It was not sent.', 0, 1]),
    )
    expect(rest.map(({ id }) => id)).toContain(first?.id)
    await bench.delivery.retryTask(bench.ownerId, task_id)
    await bench.atRest()
    expect([bench.x.posts.length, (await bench.items(task_id)).every(({ state }) => state === 'completed')]).toEqual([
      6,
      true,
    ])
    expect(await decideOn(first, 'cancel')).toEqual(gone)
    expect(await decideOn(second, 'cancel_waiting')).toEqual([409, 'No queued reply is left in this task.'])
  })

  it('cancel nothing of another task, and nothing that X may already have', async () => {
    bench = await createBench(kind, 3)
    const [doubted = '', clean = '', other = ''] = await bench.addReplies(differentTexts(3))
    const send = (reply_ids: string[]) =>
      bench.delivery.enqueueBatch(bench.ownerId, { reply_ids, group_name: 'Launch' })
    const { task_id } = await send([doubted, clean])
    const { task_id: elsewhere } = await send([other])
    await bench.db.updateTable('task_items').set({ resends: 1 }).where('reply_id', '=', doubted).execute()
    const [inDoubt, waiting] = (await getTask(bench.db, bench.ownerId, task_id)).items
    expect([inDoubt?.can_cancel, waiting?.can_cancel]).toEqual([false, true])
    const decideOn = (id: number | string | undefined, action: 'cancel' | 'cancel_waiting') =>
      refusal(bench.delivery.decideItem(bench.ownerId, task_id, Number(id), { action }))
    expect(await decideOn(inDoubt?.id, 'cancel')).toEqual([409, expect.stringContaining('cannot be cancelled')])
    expect(await decideOn(inDoubt?.id, 'cancel_waiting')).toBeUndefined()
    const states = async (task: string) => (await bench.items(task)).map(({ state }) => state)
    expect([await states(task_id), await states(elsewhere)]).toEqual([['queued', 'failed'], ['queued']])
    expect(await decideOn(waiting?.id, 'cancel_waiting')).toEqual([409, 'No queued reply is left in this task.'])
    expect(
      await bench.db.selectFrom('audit').select(['subject', 'detail']).where('action', 'like', 'item.%').execute(),
    ).toEqual([{ subject: task_id, detail: '1 item' }])
  })

  it('give up, permanently', async () => {
    const task = await reviewable(false)
    await decide(task, { action: 'give_up' })
    const item = await bench.only(task)
    expect([item.state, item.can_retry]).toEqual(['failed', 0])
    expect(await refusal(bench.delivery.retryTask(bench.ownerId, task))).toEqual([
      409,
      'Nothing in this task can be retried.',
    ])
    expect(await audited()).toEqual([{ action: 'item.give_up', subject: `${task}/${item.id}`, detail: null }])
  })

  it("decide only about replies that need review, and only about the operator's own", async () => {
    const task = await reviewable(false)
    const strangers = await refusal(decide(task, { action: 'give_up' }, bench.ownerId + 1))
    await decide(task, { action: 'give_up' })
    expect([strangers, await refusal(decide(task, { action: 'send_again' }))]).toEqual([
      [404, 'Item was not found'],
      [409, 'This reply needs no review.'],
    ])
  })

  it('allow only the link or giving up when the media agent is gone', async () => {
    const task = await reviewable(true)
    await bench.db.deleteFrom('accounts').where('username', '=', '@user1').execute()
    bench.delivery.wake()
    await until(async () => (await bench.only(task)).next_step?.includes('check again') === false)
    const gone = [422, "The media agent @user1 was deleted: add it again, paste the post's link or give up."]
    expect([
      await refusal(decide(task, { action: 'check_again' })),
      await refusal(decide(task, { action: 'send_again' })),
    ]).toEqual([gone, gone])
    await decide(task, { action: 'posted', tweet_url: bench.x.posts[0]?.id ?? '' })
    expect((await bench.only(task)).state).toBe('completed')
  })

  it('check an orphaned reply through a new account of the same operator for the same user on X', async () => {
    const task = await reviewable(true)
    const { id: _, ...account } = bench.accounts[0] ?? {}
    await bench.db.deleteFrom('accounts').where('username', '=', '@user1').execute()
    bench.delivery.wake()
    await until(async () => (await bench.only(task)).next_step?.includes('check again') === false)
    const add = (change: object) =>
      bench.db
        .insertInto('accounts')
        .values({ ...(account as Row<'accounts'>), ...change })
        .returning('id')
        .executeTakeFirstOrThrow()
    await add({ x_user_id: '2', username_key: 'other' })
    expect((await refusal(decide(task, { action: 'check_again' })))?.[0]).toBe(422)
    const { id } = await add({})
    await decide(task, { action: 'check_again' })
    await bench.atRest()
    expect(await bench.only(task)).toMatchObject({
      state: 'completed',
      account_id: id,
      reply_tweet_id: bench.x.posts[0]?.id,
    })
  })

  it('do not retry a reply that was sent in another task since', async () => {
    bench = await createBench(kind, 1)
    bench.x.fate = ({ count }) =>
      count === 1
        ? {
            posts: false,
            outcome: { kind: 'answer', status: 400, headers: {}, body: { detail: 'no' }, bodyReadable: true },
          }
        : { posts: true }
    const reply_ids = await bench.addReplies(differentTexts(1))
    await bench.delivery.start()
    const first = await bench.delivery.enqueueBatch(bench.ownerId, { reply_ids, group_name: 'Launch' })
    await bench.atRest()
    await bench.delivery.enqueueBatch(bench.ownerId, { reply_ids, group_name: 'Launch' })
    await bench.atRest()
    expect(await refusal(bench.delivery.retryTask(bench.ownerId, first.task_id))).toEqual([
      409,
      'Nothing in this task can be retried.',
    ])
    expect(bench.x.posts).toHaveLength(1)
  })

  describe('about the same words for two media agents and one post', () => {
    const refused = { kind: 'answer', status: 400, headers: {}, body: { detail: 'no' }, bodyReadable: true } as const
    const sayThrough = async (number: number, reply_id: string) => {
      const twitter_account_id = bench.accounts[number]?.id ?? 0
      return (await bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id })).task_id
    }

    it('do not retry a text that another account has posted since', async () => {
      bench = await createBench(kind, 2)
      bench.x.fate = firstThen({ posts: false, outcome: refused })
      const [first = '', second = ''] = await bench.addReplies(['Well said!', 'Well said!'])
      await bench.delivery.start()
      const task = await sayThrough(0, first)
      await bench.atRest()
      await sayThrough(1, second)
      await bench.atRest()
      expect(await refusal(bench.delivery.retryTask(bench.ownerId, task))).toEqual([
        409,
        'Nothing in this task can be retried.',
      ])
      expect(bench.x.posts.map(({ authorId }) => authorId)).toEqual(['2'])
    })

    it('accept one of two simultaneous retries', async () => {
      bench = await createBench(kind, 2)
      bench.x.fate = ({ count }) => (count <= 2 ? { posts: false, outcome: refused } : { posts: true })
      const [first = '', second = ''] = await bench.addReplies(['Well said!', 'Well said!'])
      await bench.delivery.start()
      const tasks: string[] = []
      for (const [number, reply] of [first, second].entries()) {
        tasks.push(await sayThrough(number, reply))
        await bench.atRest()
      }
      const refusals = await Promise.all(tasks.map((task) => refusal(bench.delivery.retryTask(bench.ownerId, task))))
      await bench.atRest()
      expect([refusals.filter((each) => each === undefined).length, bench.x.posts.length]).toEqual([1, 1])
    })

    it('count a given-up reply as sent', async () => {
      const task = await reviewable(true)
      await decide(task, { action: 'give_up' })
      const [again = ''] = await bench.addReplies([(await bench.only(task)).content])
      expect(await refusal(sayThrough(1, again))).toEqual([
        422,
        `Another account already sent the words of reply 1 to this post, in task ${task}. X forbids repeats: rewrite it.`,
      ])
    })

    it('do not count a reply as sent if its media agent was deleted before', async () => {
      bench = await createBench(kind, 2)
      const [first = '', second = ''] = await bench.addReplies(['Well said!', 'Well said!'])
      await sayThrough(0, first)
      await bench.db.deleteFrom('accounts').where('username', '=', '@user1').execute()
      await bench.delivery.start()
      await bench.atRest()
      const task = await sayThrough(1, second)
      await bench.atRest()
      expect((await bench.only(task)).state).toBe('completed')
    })
  })
})
