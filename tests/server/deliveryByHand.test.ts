import { afterEach, describe, expect, it } from 'vitest'
import { never } from '../../server/delivery/itemEvents'
import { forgetFuture, lookByHand } from '../../server/delivery/recover'
import { decide as decideItem } from '../../server/delivery/review'
import { listHandedOver } from '../../server/delivery/tasks'
import type { DeliveryConfig } from '../../server/delivery/types'
import { HttpProblem } from '../../server/problems'
import { XError } from '../../server/x/types'
import type { DecisionBody } from '../../src/schemas/tasks'
import { databases } from '../support/databases'
import { type Bench, createBench, differentTexts, openTestCredentials } from '../support/delivery'
import { problem } from '../support/fakeX'
import { until } from '../support/waiting'

const byHand = 'Open it in X, post it there as this account, and come back.'
const target = '1900000000000000001'
const notSummoned = problem(
  403,
  'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
)

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken',
    (error: unknown) => {
      if (error instanceof HttpProblem) return `${error.statusCode} ${error.detail}`
      throw error
    },
  )

describe.each(databases)('posting by hand on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  /** A batch to a post that mentions @user2 alone, through as many accounts. */
  const handOver = async (count: number, config: Partial<DeliveryConfig> = {}) => {
    bench = await createBench(kind, count, { replyRule: 'summoned', ...config })
    await bench.db
      .insertInto('posts')
      .values({
        owner_id: bench.ownerId,
        tweet_id: target,
        text: 'Who knows, @user2?',
        author_username: 'asker',
        author_name: 'Asker',
        fetched_at: new Date().toISOString(),
        standing: JSON.stringify({
          author: { id: '900', username: 'asker' },
          thread: { id: '900', username: 'asker' },
          mentions: [{ id: '2', username: 'user2' }],
          replySettings: 'everyone',
        }),
      })
      .execute()
    const reply_ids = await bench.addReplies(differentTexts(count))
    await bench.delivery.start()
    const { task_id } = await bench.delivery.enqueueBatch(bench.ownerId, { reply_ids, group_name: 'Launch' })
    await bench.atRest()
    return task_id
  }
  const itemOf = async (task: string, username = '@user1') => {
    const item = (await bench.items(task)).find(({ twitter_username }) => twitter_username === username)
    if (!item) throw new Error(`no item of ${username}`)
    return item
  }
  const decide = async (task: string, decision: DecisionBody) =>
    bench.delivery.decideItem(bench.ownerId, task, (await itemOf(task)).id, decision)
  const stateOf = async (task: string) => (await itemOf(task)).state
  const isIn = (task: string, state: string) => until(async () => (await stateOf(task)) === state)
  /** As a person does on X's own page: no request of ours. */
  const postByHand = async (task: string, changed: { text?: string; inReplyTo?: string; userId?: string } = {}) => {
    const { content } = await itemOf(task)
    const { text = content, inReplyTo = target, userId = '1' } = changed
    const before = bench.x.requests.length
    await bench.x.createReply({ ...credentials, access_token: userId }, { text, inReplyTo })
    bench.x.requests.length = before
    const id = bench.x.posts.at(-1)?.id
    if (id === undefined) throw new Error('nothing was posted')
    return id
  }

  it('leaves to a person what the API would refuse, and sends the rest', async () => {
    const task = await handOver(3)
    const items = await bench.items(task)
    expect(items.map(({ twitter_username, state }) => [twitter_username, state])).toEqual([
      ['@user2', 'completed'],
      ['@user1', 'handed_over'],
      ['@user3', 'handed_over'],
    ])
    expect(bench.x.requests.map(({ userId }) => userId)).toEqual(['2'])
    const waiting = await itemOf(task)
    expect([waiting.error, waiting.next_step, waiting.next_at]).toEqual([
      'X would refuse it by API: The post neither mentions nor quotes it.',
      byHand,
      never,
    ])
    const { items: queue, total } = await listHandedOver(bench.db, bench.ownerId)
    expect([queue.map(({ twitter_username }) => twitter_username), total]).toEqual([['@user1', '@user3'], 2])
    expect(queue[0]?.post).toEqual({ tweet_id: target, text: 'Who knows, @user2?', author_username: 'asker' })
  })

  it('leaves to a person what X refused for its rule about replies', async () => {
    bench = await createBench(kind, 1)
    bench.x.fate = () => ({ posts: false, outcome: notSummoned })
    const reply_ids = await bench.addReplies(differentTexts(1))
    await bench.delivery.start()
    const { task_id } = await bench.delivery.enqueueBatch(bench.ownerId, { reply_ids, group_name: 'Launch' })
    await isIn(task_id, 'handed_over')
    expect((await itemOf(task_id)).error).toContain('not been mentioned')
  })

  it('closes itself once X shows the post, without another word of the person', async () => {
    const task = await handOver(2)
    const id = await postByHand(task)
    expect(await stateOf(task)).toBe('handed_over')
    await decide(task, { action: 'opened' })
    await isIn(task, 'completed')
    expect([(await itemOf(task)).reply_tweet_id, bench.x.posts.length]).toEqual([id, 2])
  })

  it('reads nothing of X until its page is opened, and no more than ten times then', async () => {
    const task = await handOver(2)
    let reads = 0
    const { getUserPosts } = bench.x
    bench.x.getUserPosts = (...asked) => {
      reads += 1
      return getUserPosts(...asked)
    }
    bench.delivery.wake()
    await decide(task, { action: 'opened' })
    await until(async () => (await itemOf(task)).clean_reads > 1)
    await bench.db
      .updateTable('task_items')
      .set({ clean_reads: 9, next_at: new Date().toISOString() })
      .where('state', '=', 'handed_over')
      .execute()
    bench.delivery.wake()
    await until(async () => (await itemOf(task)).next_at === never)
    expect([await stateOf(task), reads > 1]).toEqual(['handed_over', true])
  })

  it('takes the link of the post once X confirmed author, target and words', async () => {
    const task = await handOver(2)
    const id = await postByHand(task)
    await decide(task, { action: 'posted', tweet_url: `https://x.com/user1/status/${id}` })
    const { state, reply_tweet_id } = await itemOf(task)
    expect([state, reply_tweet_id]).toEqual(['completed', id])
  })

  it('says at its field what is wrong with a link, and loses nothing', async () => {
    const task = await handOver(2)
    const posted = (tweet_url: string) => refusal(decide(task, { action: 'posted', tweet_url }))
    const others = await postByHand(task, { userId: '2' })
    const elsewhere = await postByHand(task, { inReplyTo: '5', text: 'Elsewhere' })
    const reworded = await postByHand(task, { text: 'In other words' })
    expect([
      await posted('no link at all'),
      await posted(others),
      await posted(elsewhere),
      await posted(reworded),
      await posted('2000000000000000009'),
    ]).toEqual([
      '422 tweet_url: must be a link to one post on X',
      '422 tweet_url: that post is not by @user1',
      '422 tweet_url: that post does not reply to the same post',
      '422 tweet_url: that post says other words than this reply',
      '422 tweet_url: X shows no such post, or it was deleted: Could not find tweet with id: [2000000000000000009].',
    ])
    expect(await stateOf(task)).toBe('handed_over')
  })

  it('has nothing against being asked once more for what X has shown meanwhile', async () => {
    const task = await handOver(2)
    await postByHand(task)
    await decide(task, { action: 'opened' })
    await isIn(task, 'completed')
    const said: string[] = []
    for (const action of ['check_again', 'opened', 'not_posted'] as const)
      said.push(await refusal(decide(task, { action })))
    expect(said).toEqual(['taken', 'taken', '409 This item is not posted by hand.'])
  })

  it('has nothing against being asked where X shows it before the question is stored', async () => {
    const task = await handOver(2)
    await postByHand(task)
    const { id: itemId } = await itemOf(task)
    let isRead = false
    const db = bench.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isRead) return result
        isRead = true
        await decide(task, { action: 'opened' })
        await isIn(task, 'completed')
        return result
      },
    })
    const { x, ownerId, dialect } = bench
    const store = { db, dialect, clock: () => new Date() }
    const asked = decideItem(
      store,
      { x, openCredentials: openTestCredentials, settleMs: 0 },
      { ownerId, taskId: task, itemId },
      { action: 'check_again' },
    )
    expect(await refusal(asked)).toBe('taken')
  })

  it('says what to do where X refuses the keys that the link is read with, keeps it, and reads by the app where it can', async () => {
    const task = await handOver(2)
    const tweet_url = await postByHand(task)
    const read = bench.x.getPost
    let byApp: XError | undefined = new XError('Posts cannot be read without an account')
    let error = new XError('Unauthorized', 401, {}, 'unauthorized')
    bench.x.getPost = async (id, as) => {
      if (as !== 'app' && !('app' in as)) throw error
      if (byApp) throw byApp
      return read(id, as)
    }
    const confirm = async () => refusal(decide(task, { action: 'posted', tweet_url }))
    expect(await confirm()).toBe(
      '409 X does not let @user1 in, so nobody can look at the post: Unauthorized. Nothing is lost: connect it again in Media Agent, then confirm the link here.',
    )
    error = new XError('Your account is suspended', 403, {}, 'suspended')
    expect(await confirm()).toContain('409 X does not let @user1 in, so nobody can look at the post: Your account is')
    error = new XError('Service Unavailable', 503)
    expect([await confirm(), await stateOf(task)]).toEqual(['502 Service Unavailable', 'handed_over'])
    error = new XError('Unauthorized', 401)
    byApp = undefined
    expect([await confirm(), await stateOf(task), (await itemOf(task)).reply_tweet_id]).toEqual([
      'taken',
      'completed',
      tweet_url,
    ])
  })

  it('fails with the reason where it was not posted, and Retry sends it once X was read twice', async () => {
    const task = await handOver(2)
    await decide(task, { action: 'not_posted' })
    const failed = await itemOf(task)
    expect([failed.state, failed.can_retry, failed.error]).toEqual([
      'failed',
      1,
      'Not posted by hand. X would refuse it by API: The post neither mentions nor quotes it.',
    ])
    await bench.delivery.retryTask(bench.ownerId, task)
    expect(await stateOf(task)).toBe('unknown')
    await isIn(task, 'completed')
    expect(bench.x.posts.filter(({ authorId }) => authorId === '1')).toHaveLength(1)
  })

  it('never sends by Retry what was posted by hand all the same', async () => {
    const task = await handOver(2)
    const id = await postByHand(task)
    await decide(task, { action: 'not_posted' })
    await bench.delivery.retryTask(bench.ownerId, task)
    await isIn(task, 'completed')
    expect([(await itemOf(task)).reply_tweet_id, bench.x.requests.length]).toEqual([id, 1])
  })

  it('asks the operator where the account answered the post by hand in other words', async () => {
    const task = await handOver(2)
    await postByHand(task, { text: 'In other words' })
    await decide(task, { action: 'not_posted' })
    await bench.delivery.retryTask(bench.ownerId, task)
    await isIn(task, 'needs_review')
    expect([(await itemOf(task)).error, bench.x.requests.length]).toEqual([
      expect.stringContaining('X shows another reply of this account to the same post'),
      1,
    ])
  })

  it('sends the words in no other task either, while only a person said that they were not posted', async () => {
    const task = await handOver(2)
    await decide(task, { action: 'not_posted' })
    const { reply_id, account_id } = await itemOf(task)
    const again = (account: number | null | undefined) =>
      refusal(bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: account ?? 0 }))
    expect([await again(account_id), await again(bench.accounts[1]?.id)]).toEqual([
      `422 Reply 1 was given to a person to post as @user1, in task ${task}. Retry it there, which looks on X for it first, or rewrite it.`,
      `422 Reply 1 says what another account said to this post, in task ${task}. X forbids that: rewrite it.`,
    ])
  })

  it('lets a person post what X refused for another reason, and takes Retry from it meanwhile', async () => {
    bench = await createBench(kind, 1)
    bench.x.fate = () => ({ posts: false, outcome: problem(403, 'You are not permitted to perform this action.') })
    const reply_ids = await bench.addReplies(differentTexts(1))
    await bench.delivery.start()
    const { task_id: task } = await bench.delivery.enqueueBatch(bench.ownerId, { reply_ids, group_name: 'Launch' })
    await isIn(task, 'failed')
    await bench.db.updateTable('task_items').set({ resends: 1 }).execute()
    await decide(task, { action: 'hand_over' })
    expect((await itemOf(task)).next_at).not.toBe(never)
    expect([await stateOf(task), await refusal(bench.delivery.retryTask(bench.ownerId, task))]).toEqual([
      'handed_over',
      '409 Nothing in this task can be sent again.',
    ])
  })

  it('hands over nothing that no person could post either, and decides nothing that is not by hand', async () => {
    bench = await createBench(kind, 1)
    bench.x.fate = () => ({ posts: false, outcome: problem(403, 'User has been blocked from the author.') })
    const reply_ids = await bench.addReplies(differentTexts(1))
    await bench.delivery.start()
    const { task_id: task } = await bench.delivery.enqueueBatch(bench.ownerId, { reply_ids, group_name: 'Launch' })
    await isIn(task, 'failed')
    const actions = ['hand_over', 'opened', 'not_posted', 'give_up'] as const
    const said: string[] = []
    for (const action of actions) said.push(await refusal(decide(task, { action })))
    expect(said).toEqual([
      '409 This item cannot be posted by hand.',
      '409 This item is not posted by hand.',
      '409 This item is not posted by hand.',
      '409 This item needs no review.',
    ])
  })

  it('leaves it to the link where X cannot be read', async () => {
    const task = await handOver(2)
    bench.x.readError = new XError('Forbidden', 403)
    await decide(task, { action: 'opened' })
    await until(async () => (await itemOf(task)).next_at === never)
    const { state, next_step } = await itemOf(task)
    expect([state, next_step]).toEqual([
      'handed_over',
      'X cannot be asked for it: paste the link of the post, or say that it was not posted.',
    ])
    bench.x.readError = new XError('Service Unavailable', 503)
    await decide(task, { action: 'check_again' })
    expect((await itemOf(task)).next_step).toBe(byHand)
    await bench.delivery.stop()
    await bench.db.updateTable('task_items').set({ next_at: never }).where('state', '=', 'handed_over').execute()
    await bench.db.updateTable('task_items').set({ opened_at: new Date().toISOString() }).execute()
    await bench.restarted().start()
    await until(async () => (await itemOf(task)).clean_reads > 10)
    expect(await itemOf(task)).toMatchObject({ next_at: never, next_step: byHand })
  })

  it('looks on X once when it starts for what was opened, since whoever was told may be gone', async () => {
    const task = await handOver(2)
    await decide(task, { action: 'opened' })
    await bench.delivery.stop()
    await bench.db.updateTable('task_items').set({ next_at: never }).where('state', '=', 'handed_over').execute()
    const id = await postByHand(task)
    await bench.restarted().start()
    await isIn(task, 'completed')
    expect((await itemOf(task)).reply_tweet_id).toBe(id)
  })

  it('reads once for each account of which X’s page was opened in the last week, and for no other', async () => {
    const tasks = [await handOver(4)]
    const reply_ids = await bench.addReplies(differentTexts(8).slice(4))
    tasks.push((await bench.delivery.enqueueBatch(bench.ownerId, { reply_ids, group_name: 'Launch' })).task_id)
    await bench.atRest()
    await bench.delivery.stop()
    const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()
    const given: [task: number, username: string, handed_over_at: string, opened_at: string | null][] = [
      [0, '@user1', ago(3), ago(2)],
      [1, '@user1', ago(2.5), ago(1)],
      [0, '@user3', ago(5), null],
      [1, '@user3', ago(4), null],
      [0, '@user4', ago(30), ago(20)],
      [1, '@user4', ago(29), ago(8)],
    ]
    const looked = async (since: 'opened_at' | 'handed_over_at') => {
      for (const [task, username, handed_over_at, opened_at] of given) {
        const { id } = await itemOf(tasks[task] ?? '', username)
        await bench.db
          .updateTable('task_items')
          .set({ handed_over_at, opened_at, next_at: never })
          .where('id', '=', id)
          .execute()
      }
      const store = { db: bench.db, dialect: bench.dialect, clock: () => new Date() }
      await lookByHand(store, since)
      await forgetFuture({ ...store, clock: () => new Date(Date.now() - 60_000) })
      const items = await Promise.all(given.map(([task, username]) => itemOf(tasks[task] ?? '', username)))
      return items.map(({ next_at }) => next_at !== never)
    }
    expect(await looked('opened_at')).toEqual([true, false, false, false, false, false])
    expect(await looked('handed_over_at')).toEqual([true, false, true, false, false, false])
  })

  it('goes on by the link where the media agent was deleted', async () => {
    const task = await handOver(2)
    const id = await postByHand(task)
    await bench.db.deleteFrom('accounts').where('username', '=', '@user1').execute()
    bench.delivery.wake()
    await until(async () => (await itemOf(task)).next_step?.includes('paste the link') === true)
    expect(await refusal(decide(task, { action: 'check_again' }))).toBe(
      '422 The media agent @user1 was deleted: paste the link or say that it was not posted.',
    )
    await decide(task, { action: 'posted', tweet_url: id })
    expect(await stateOf(task)).toBe('completed')
  })

  it('asks X at once after a backup was restored', async () => {
    const task = await handOver(2)
    const id = await postByHand(task)
    await bench.delivery.stop()
    await bench.db.updateTable('instance').set({ value: 'elsewhere' }).where('key', '=', 'instance_id').execute()
    await bench.restarted().start()
    await isIn(task, 'completed')
    expect((await itemOf(task)).reply_tweet_id).toBe(id)
  })
})

const credentials = {
  client_id: 'x',
  client_secret: 'x',
  api_key: 'x',
  api_secret: 'x',
  access_token: '1',
  access_token_secret: 'x',
}
