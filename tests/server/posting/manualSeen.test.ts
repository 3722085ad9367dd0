import { afterEach, describe, expect, it } from 'vitest'
import { never } from '../../../server/posting/protocol/itemEvents'
import { checkManual, forgetFuture } from '../../../server/posting/verify/recover'
import { decide as decideItem } from '../../../server/posting/verify/review'
import { XError } from '../../../server/x/types'
import { databasesHere } from '../../support/databases'
import { differentTexts, openTestCredentials, refusal } from '../../support/delivery'
import { advice, manualPosting } from '../../support/manualPosting'
import { until } from '../../support/waiting'

describe.each(databasesHere())('posting manually when X shows the post, on $name', (kind) => {
  const { bench, dispose, makeManual, itemOf, decide, stateOf, isIn, postManually } = manualPosting(kind)
  afterEach(dispose)

  it("causes no reading of X until X's page is opened, and then at most ten", async () => {
    const task = await makeManual(2)
    let reads = 0
    const { getUserPosts } = bench().x
    bench().x.getUserPosts = (...asked) => {
      reads += 1
      return getUserPosts(...asked)
    }
    bench().delivery.wake()
    await decide(task, { action: 'opened' })
    await until(async () => (await itemOf(task)).clean_reads > 1)
    await bench()
      .db.updateTable('task_items')
      .set({ clean_reads: 9, next_at: new Date().toISOString() })
      .where('state', '=', 'handed_over')
      .execute()
    bench().delivery.wake()
    await until(async () => (await itemOf(task)).next_at === never)
    expect([await stateOf(task), reads > 1]).toEqual(['handed_over', true])
  })

  it('accepts the link of the post when X has confirmed author and target', async () => {
    const task = await makeManual(2)
    const id = await postManually(task)
    await decide(task, { action: 'posted', tweet_url: `https://x.com/user1/status/${id}` })
    const { state, reply_tweet_id } = await itemOf(task)
    expect([state, reply_tweet_id]).toEqual(['completed', id])
  })

  it('reports a wrong link at its field, and loses nothing', async () => {
    const task = await makeManual(2)
    const posted = (tweet_url: string) => refusal(decide(task, { action: 'posted', tweet_url }))
    const others = await postManually(task, { userId: '2' })
    const elsewhere = await postManually(task, { inReplyTo: '5', text: 'Elsewhere' })
    expect([
      await posted('no link at all'),
      await posted(others),
      await posted(elsewhere),
      await posted('2000000000000000009'),
    ]).toEqual([
      [422, 'tweet_url: must be a link to one post on X'],
      [422, 'tweet_url: that post is not by @user1'],
      [422, 'tweet_url: that post replies to a different post'],
      [
        422,
        'tweet_url: X shows no such post, or the post was deleted: Could not find tweet with id: [2000000000000000009].',
      ],
    ])
    expect(await stateOf(task)).toBe('handed_over')
  })

  it('accepts a post in other words, unless they belong to another reply to the same post', async () => {
    const task = await makeManual(2)
    const tweet_url = await postManually(task, { text: 'In other words' })
    const { db } = bench()
    const { id, account_id } = await itemOf(task)
    const others = db.updateTable('task_items').where('id', '<>', id)
    await others.set({ account_id, content: 'In other words', state: 'handed_over' }).execute()
    expect(await refusal(decide(task, { action: 'posted', tweet_url }))).toEqual([
      422,
      'tweet_url: that post is another reply of this media agent to the same post',
    ])
    await others.set({ content: 'In words of its own' }).execute()
    await decide(task, { action: 'posted', tweet_url })
    expect(await itemOf(task)).toMatchObject({ state: 'completed', reply_tweet_id: tweet_url })
  })

  it('accepts a repeated reading of posts that X has shown since', async () => {
    const task = await makeManual(2)
    await postManually(task)
    await decide(task, { action: 'opened' })
    await isIn(task, 'completed')
    const said: unknown[] = []
    for (const action of ['check_again', 'opened', 'not_posted'] as const)
      said.push(await refusal(decide(task, { action })))
    expect(said).toEqual([undefined, undefined, [409, 'This reply is not waiting to be posted manually.']])
  })

  it('allows a check even if X shows the post before the check is stored', async () => {
    const task = await makeManual(2)
    await postManually(task)
    const { id: itemId } = await itemOf(task)
    let isRead = false
    const db = bench().db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isRead) return result
        isRead = true
        await decide(task, { action: 'opened' })
        await isIn(task, 'completed')
        return result
      },
    })
    const { x, ownerId } = bench()
    const store = { db, clock: () => new Date() }
    const asked = decideItem(
      store,
      { x, openCredentials: openTestCredentials, settleMs: 0 },
      { ownerId, taskId: task, itemId },
      { action: 'check_again' },
    )
    expect(await refusal(asked)).toBeUndefined()
  })

  it('says what to do if X refuses the keys for reading the link, keeps the link, and reads by the app if possible', async () => {
    const task = await makeManual(2)
    const tweet_url = await postManually(task)
    const read = bench().x.getPost
    let byApp: XError | undefined = new XError('Posts cannot be read without an account')
    let error = new XError('Unauthorized', 401, {}, 'unauthorized')
    bench().x.getPost = async (id, as) => {
      if (as !== 'app' && !('app' in as)) throw error
      if (byApp) throw byApp
      return read(id, as)
    }
    const confirm = async () => refusal(decide(task, { action: 'posted', tweet_url }))
    expect(await confirm()).toEqual([
      409,
      'X rejects the keys of @user1, so the post cannot be checked: Unauthorized. Connect it again in Media Agent, then confirm the link here.',
    ])
    error = new XError('Your account is suspended', 403, {}, 'suspended')
    expect(await confirm()).toEqual([409, expect.stringContaining('the post cannot be checked: Your account is')])
    error = new XError('Service Unavailable', 503)
    expect([await confirm(), await stateOf(task)]).toEqual([[502, 'Service Unavailable'], 'handed_over'])
    error = new XError('Unauthorized', 401)
    byApp = undefined
    expect([await confirm(), await stateOf(task), (await itemOf(task)).reply_tweet_id]).toEqual([
      undefined,
      'completed',
      tweet_url,
    ])
  })

  it('requires the link if X cannot be read', async () => {
    const task = await makeManual(2)
    bench().x.readError = new XError('Forbidden', 403, {}, 'other')
    await decide(task, { action: 'opened' })
    await until(async () => (await itemOf(task)).next_at === never)
    const { state, next_step } = await itemOf(task)
    expect([state, next_step]).toEqual([
      'handed_over',
      'This reply cannot be looked up on X. Paste the post\'s link, or mark it "Not posted".',
    ])
    bench().x.readError = new XError('Service Unavailable', 503)
    await decide(task, { action: 'check_again' })
    expect((await itemOf(task)).next_step).toBe(advice)
    await bench().delivery.stop()
    await bench().db.updateTable('task_items').set({ next_at: never }).where('state', '=', 'handed_over').execute()
    await bench().db.updateTable('task_items').set({ opened_at: new Date().toISOString() }).execute()
    await bench().restarted().start()
    await until(async () => (await itemOf(task)).clean_reads > 10)
    expect(await itemOf(task)).toMatchObject({ next_at: never, next_step: advice })
  })

  it('causes one check on X at the start for opened replies, because the waiting process may be gone', async () => {
    const task = await makeManual(2)
    await decide(task, { action: 'opened' })
    await bench().delivery.stop()
    await bench().db.updateTable('task_items').set({ next_at: never }).where('state', '=', 'handed_over').execute()
    const id = await postManually(task)
    await bench().restarted().start()
    await isIn(task, 'completed')
    expect((await itemOf(task)).reply_tweet_id).toBe(id)
  })

  it('causes one reading for each account whose X page was opened in the last week, and for no other', async () => {
    const tasks = [await makeManual(4)]
    const reply_ids = await bench().addReplies(differentTexts(8).slice(4))
    tasks.push((await bench().delivery.enqueueBatch(bench().ownerId, { reply_ids, group_name: 'Launch' })).task_id)
    await bench().atRest()
    await bench().delivery.stop()
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
        await bench()
          .db.updateTable('task_items')
          .set({ handed_over_at, opened_at, next_at: never })
          .where('id', '=', id)
          .execute()
      }
      const store = { db: bench().db, clock: () => new Date() }
      await checkManual(store, since)
      await forgetFuture({ ...store, clock: () => new Date(Date.now() - 60_000) })
      const items = await Promise.all(given.map(([task, username]) => itemOf(tasks[task] ?? '', username)))
      return items.map(({ next_at }) => next_at !== never)
    }
    expect(await looked('opened_at')).toEqual([true, false, false, false, false, false])
    expect(await looked('handed_over_at')).toEqual([true, false, true, false, false, false])
  })

  it('accepts the link after the media agent was deleted', async () => {
    const task = await makeManual(2)
    const id = await postManually(task)
    await bench().db.deleteFrom('accounts').where('username', '=', '@user1').execute()
    bench().delivery.wake()
    await until(async () => (await itemOf(task)).next_step?.includes('Paste the post') === true)
    expect(await refusal(decide(task, { action: 'check_again' }))).toEqual([
      422,
      'The media agent @user1 was deleted: add it again, paste the post\'s link or mark it "Not posted".',
    ])
    await decide(task, { action: 'posted', tweet_url: id })
    expect(await stateOf(task)).toBe('completed')
  })

  it('causes a check on X at once after a backup was restored', async () => {
    const task = await makeManual(2)
    const id = await postManually(task)
    await bench().delivery.stop()
    await bench().db.updateTable('instance').set({ value: 'elsewhere' }).where('key', '=', 'instance_id').execute()
    await bench().restarted().start()
    await isIn(task, 'completed')
    expect((await itemOf(task)).reply_tweet_id).toBe(id)
  })
})
