import { afterEach, describe, expect, it } from 'vitest'
import { addPerson, deletePerson } from '../../../server/features/inbox/doNotReply.store'
import { never } from '../../../server/posting/protocol/itemEvents'
import { getTask, listManualReplies } from '../../../server/posting/send/tasks'
import { databasesHere } from '../../support/databases'
import { refusal } from '../../support/delivery'
import { problem } from '../../support/fakeX'
import { advice, manualPosting } from '../../support/manualPosting'

const target = '1900000000000000001'

const notSummoned = problem(
  403,
  'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
)

describe.each(databasesHere())('posting manually on $name', (kind) => {
  const { bench, makeBench, dispose, makeManual, itemOf, decide, stateOf, isIn, postManually } = manualPosting(kind)
  afterEach(dispose)

  it('leaves replies to a person that the API would refuse, and sends the others', async () => {
    const task = await makeManual(3)
    const items = await bench().items(task)
    expect(items.map(({ twitter_username, state }) => [twitter_username, state])).toEqual([
      ['@user2', 'completed'],
      ['@user1', 'handed_over'],
      ['@user3', 'handed_over'],
    ])
    expect(bench().x.requests.map(({ userId }) => userId)).toEqual(['2'])
    const waiting = await itemOf(task)
    expect([waiting.error, waiting.next_step, waiting.next_at]).toEqual([
      'X does not accept this reply from an app: The post neither mentions nor quotes this account.',
      advice,
      never,
    ])
    const { items: queue, total } = await listManualReplies(bench().db, bench().ownerId)
    expect([queue.map(({ twitter_username }) => twitter_username), total]).toEqual([['@user1', '@user3'], 2])
    expect(queue[0]?.post).toEqual({ tweet_id: target, text: 'Who knows, @user2?', author_username: 'asker' })
  })

  it('leaves replies to a person that X refused because of its rule about replies', async () => {
    await makeBench(1)
    bench().x.fate = () => ({ posts: false, outcome: notSummoned })
    await bench().delivery.start()
    const task = await bench().sendBatch(1)
    await isIn(task, 'handed_over')
    expect((await itemOf(task)).error).toContain('not been mentioned')
  })

  it.each([
    ['never sent', 0, 'handed_over'],
    ['sent before, because X may have it', 1, 'completed'],
  ])(
    'leaves replies to a person after X refused another to the same post, unless one was %s',
    async (_, attempts, state) => {
      await makeBench(1)
      const { db, delivery, x, ownerId, accounts } = bench()
      const [account] = accounts
      if (!account) throw new Error('an account is needed')
      x.fate = () => ({ posts: false, outcome: notSummoned })
      const tasks: string[] = []
      for (const reply_id of await bench().addReplies(['First words', 'Second words']))
        tasks.push((await delivery.enqueueSolo(ownerId, { reply_id, twitter_account_id: account.id })).task_id)
      const [first = '', second = ''] = tasks
      const later = (next_at: string) =>
        db.updateTable('task_items').set({ next_at, attempts }).where('task_id', '=', second).execute()
      await later(never)
      await delivery.start()
      await isIn(first, 'handed_over')
      x.fate = () => ({ posts: true })
      await later(new Date().toISOString())
      delivery.wake()
      await isIn(second, state)
    },
  )

  it('completes when X shows the post, without any action by the person', async () => {
    const task = await makeManual(2)
    const id = await postManually(task)
    expect(await stateOf(task)).toBe('handed_over')
    await decide(task, { action: 'opened' })
    await isIn(task, 'completed')
    expect([(await itemOf(task)).reply_tweet_id, bench().x.posts.length]).toEqual([id, 2])
  })

  it('fails with the reason if the reply was not posted, and Retry sends the reply after X was read twice', async () => {
    const task = await makeManual(2)
    await decide(task, { action: 'not_posted' })
    const failed = await itemOf(task)
    expect([failed.state, failed.can_retry, failed.error]).toEqual([
      'failed',
      1,
      'Not posted manually. X does not accept this reply from an app: The post neither mentions nor quotes this account.',
    ])
    await bench().delivery.retryTask(bench().ownerId, task)
    expect(await stateOf(task)).toBe('unknown')
    await isIn(task, 'completed')
    expect(bench().x.posts.filter(({ authorId }) => authorId === '1')).toHaveLength(1)
  })

  it('never sends by Retry a reply that was posted manually after all', async () => {
    const task = await makeManual(2)
    const id = await postManually(task)
    await decide(task, { action: 'not_posted' })
    await bench().delivery.retryTask(bench().ownerId, task)
    await isIn(task, 'completed')
    expect([(await itemOf(task)).reply_tweet_id, bench().x.requests.length]).toEqual([id, 1])
  })

  it('asks the operator if the account answered the post manually in other words', async () => {
    const task = await makeManual(2)
    await postManually(task, { text: 'In other words' })
    await decide(task, { action: 'not_posted' })
    await bench().delivery.retryTask(bench().ownerId, task)
    await isIn(task, 'needs_review')
    expect([(await itemOf(task)).error, bench().x.requests.length]).toEqual([
      expect.stringContaining('X shows another reply of this account to the same post'),
      1,
    ])
  })

  it('does not send the words in another task while only a person claims that they were not posted', async () => {
    const task = await makeManual(2)
    await decide(task, { action: 'not_posted' })
    const { reply_id, account_id } = await itemOf(task)
    const again = (account: number | null | undefined) =>
      refusal(bench().delivery.enqueueSolo(bench().ownerId, { reply_id, twitter_account_id: account ?? 0 }))
    expect([await again(account_id), await again(bench().accounts[1]?.id)]).toEqual([
      [422, `Reply 1 is waiting to be posted manually as @user1, in task ${task}. Retry it there or rewrite it.`],
      [
        422,
        `Another account already sent the words of reply 1 to this post, in task ${task}. X forbids repeats: rewrite it.`,
      ],
    ])
  })

  it('offers neither Retry nor manual posting while another reply of the account is unknown, and explains that', async () => {
    const task = await makeManual(3)
    await decide(task, { action: 'not_posted' })
    await bench().delivery.stop()
    const { account_id, id } = await itemOf(task)
    const { db, ownerId, delivery } = bench()
    const look = async () => (await getTask(db, ownerId, task)).items.find((item) => item.id === id)
    expect(await look()).toMatchObject({ can_retry: true, can_hand_over: true })
    await db
      .updateTable('task_items')
      .set({ account_id, state: 'unknown' })
      .where('id', '=', (await itemOf(task, '@user3')).id)
      .execute()
    const inDoubt = 'Another reply of this media agent is being checked. Try again when its outcome is known.'
    expect(await look()).toMatchObject({ can_retry: false, can_hand_over: false, next_step: inDoubt })
    expect([
      await refusal(delivery.retryTask(ownerId, task)),
      await refusal(decide(task, { action: 'hand_over' })),
    ]).toEqual([
      [409, 'Nothing in this task can be retried.'],
      [409, inDoubt],
    ])
    const restored_at = '2026-03-01T08:00:00.000Z'
    await db.updateTable('task_items').set({ restored_at }).where('state', '=', 'unknown').execute()
    expect(await look()).toMatchObject({ can_retry: true, can_hand_over: true })
  })

  it('has no link to X for a person on the do-not-reply list, whose reply can be given up, and has the link again after the removal from the list', async () => {
    const task = await makeManual(3)
    const { db, ownerId, delivery } = bench()
    const { id } = await itemOf(task)
    const look = async () => (await getTask(db, ownerId, task)).items.find((item) => item.id === id)
    const told = {
      error: 'X does not accept this reply from an app: The post neither mentions nor quotes this account.',
      next_step: advice,
    }
    const before = await look()
    expect(before).toMatchObject(told)
    expect(before).not.toHaveProperty('intent_url')
    const person = await db
      .transaction()
      .execute((trx) => addPerson(trx, ownerId, { username: 'Asker', reason: 'Wrote to us.' }))
    const declined = '@Asker is on your do-not-reply list (Wrote to us). Remove them from the list to reply.'
    const left = {
      ...before,
      error: declined,
      next_step: 'If you posted it, check X or paste the post\'s link. If not, mark it "Not posted".',
      intent_url: null,
    }
    expect(await look()).toEqual(left)
    expect((await listManualReplies(db, ownerId)).items).toMatchObject([
      { id, error: declined, intent_url: null },
      { error: declined, intent_url: null },
    ])
    expect((await getTask(db, ownerId, task)).items.map(({ error }) => error).toSorted()).toEqual([
      declined,
      declined,
      null,
    ])

    await decide(task, { action: 'not_posted' })
    const givenUp = {
      status: 'failed',
      error: `Not posted manually. ${told.error}`,
      can_retry: false,
      can_hand_over: false,
      next_step: declined,
    }
    expect(await look()).toMatchObject(givenUp)
    expect([
      await refusal(decide(task, { action: 'hand_over' })),
      await refusal(delivery.retryTask(ownerId, task)),
    ]).toEqual([
      [409, declined],
      [409, 'Nothing in this task can be retried.'],
    ])

    await deletePerson(db, ownerId, person.id)
    expect(await look()).toMatchObject({ can_retry: true, can_hand_over: true })
    await decide(task, { action: 'hand_over' })
    expect(await look()).toMatchObject({ status: 'handed_over', next_step: advice })
    expect(await look()).not.toHaveProperty('intent_url')
  })

  it('gives a person a reply that X refused for another reason, and offers no Retry in the meantime', async () => {
    await makeBench(1)
    bench().x.fate = () => ({ posts: false, outcome: problem(403, 'You are not permitted to perform this action.') })
    await bench().delivery.start()
    const task = await bench().sendBatch(1)
    await isIn(task, 'failed')
    await bench().db.updateTable('task_items').set({ resends: 1 }).execute()
    await decide(task, { action: 'hand_over' })
    expect((await itemOf(task)).next_at).not.toBe(never)
    expect([await stateOf(task), await refusal(bench().delivery.retryTask(bench().ownerId, task))]).toEqual([
      'handed_over',
      [409, 'Nothing in this task can be retried.'],
    ])
  })

  it('does not start for a reply that is being sent to X', async () => {
    await makeBench(1)
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const { createReply } = bench().x
    bench().x.createReply = async (...call) => {
      await released
      return createReply(...call)
    }
    const task = await bench().sendBatch(1)
    await bench().db.updateTable('task_items').set({ handed_over_at: new Date().toISOString(), resends: 1 }).execute()
    await bench().delivery.start()
    try {
      await isIn(task, 'posting')
      expect(await refusal(decide(task, { action: 'hand_over' }))).toEqual([
        409,
        'This reply cannot be posted manually.',
      ])
    } finally {
      release()
    }
    await isIn(task, 'completed')
  })

  it('does not start for a reply that no person could post either, and decides about no other replies', async () => {
    await makeBench(1)
    bench().x.fate = () => ({ posts: false, outcome: problem(403, 'User has been blocked from the author.') })
    await bench().delivery.start()
    const task = await bench().sendBatch(1)
    await isIn(task, 'failed')
    const actions = ['hand_over', 'opened', 'not_posted', 'give_up'] as const
    const said: unknown[] = []
    for (const action of actions) said.push(await refusal(decide(task, { action })))
    expect(said).toEqual([
      [409, 'This reply cannot be posted manually.'],
      [409, 'This reply is not waiting to be posted manually.'],
      [409, 'This reply is not waiting to be posted manually.'],
      [409, 'This reply needs no review.'],
    ])
  })
})
