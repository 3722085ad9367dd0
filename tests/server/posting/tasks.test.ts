import { describe, expect, it } from 'vitest'
import { insertMany } from '../../../server/db/insertMany'
import type { OpenTasks, Task, TaskSummary } from '../../../src/schemas/history/tasks'
import { databasesHere } from '../../support/databases'
import { startDeliveryApi } from '../../support/deliveryApi'
import { lost, problem } from '../../support/fakeX'
import type { Operator } from '../../support/server'
import { sampleRole } from '../../support/serverFakes'

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe.each(databasesHere())('sending and following a task over the API on $name', (kind) => {
  const prepare = (accountCount: number) => startDeliveryApi(kind, accountCount)

  it('shows cancelled replies as cancelled, and offers to retry them only until they are sent in another task', async () => {
    const { replies, operator, delivery, settled } = await prepare(2)
    const batch = { reply_ids: replies.map(({ id }) => id), group_name: 'Launch' }
    const send = async (body: object) =>
      (await operator.call('POST', '/twitter/tweet/batch-post-replies', body)).body as { task_id: string }
    const { task_id } = await send({ ...batch, hold_seconds: 30 })
    const look = async () => (await operator.call('GET', `/tasks/${task_id}`)).body as unknown as Task
    const held = await look()
    expect(held.items.map(({ created_at, next_at }) => Date.parse(next_at ?? '') - Date.parse(created_at))).toEqual([
      30_000, 30_000,
    ])
    await operator.call('POST', `/tasks/${task_id}/items/${held.items[0]?.id}/decision`, { action: 'cancel_waiting' })
    const words = ({ status, can_retry, next_step }: Task['items'][number]) => [status, can_retry, next_step]
    const takenBack = await look()
    expect(takenBack.items.map(words)).toEqual(Array(2).fill(['cancelled', true, 'Retry sends it after all.']))
    await delivery.start()
    await settled((await send(batch)).task_id)

    const after = await look()
    const blocked = 'This reply, or the same words through another account, is being sent or was sent.'
    expect([after.status, after.items.map(words)]).toEqual(['cancelled', Array(2).fill(['cancelled', false, blocked])])
    expect((await operator.call('POST', `/tasks/${task_id}/retry`)).status).toBe(409)
    const list = (await operator.call('GET', '/tasks/?limit=100')).body as unknown as TaskSummary[]
    const counts = ({ status, completed, failed, pending, cancelled }: TaskSummary) => [
      status,
      ...[completed, failed, pending, cancelled],
    ]
    expect(list.map(counts).toSorted()).toEqual([
      ['cancelled', 0, 2, 0, 2],
      ['completed', 2, 0, 0, 0],
    ])
  })

  it.each([
    ['?only=failed', ['queued', 'cancelled']],
    ['?only=cancelled', ['failed', 'queued']],
    ['', ['queued', 'queued']],
  ])('retries failed replies apart from cancelled ones on request: "%s"', async (scope, after) => {
    const { replies, operator, delivery, server, x, settled, taskWhen } = await prepare(2)
    x.fate = () => ({ posts: false, outcome: problem(422, 'no') })
    const sent = await operator.call('POST', '/twitter/tweet/batch-post-replies', {
      reply_ids: replies.map(({ id }) => id),
      group_name: 'Launch',
      hold_seconds: 30,
    })
    const { task_id } = sent.body as { task_id: string }
    const held = await taskWhen(task_id, () => true)
    await operator.call('POST', `/tasks/${task_id}/items/${held.items[1]?.id}/decision`, { action: 'cancel' })
    await server.database.db.updateTable('task_items').set({ next_at: '2026-01-01T00:00:00.000Z' }).execute()
    await delivery.start()
    expect((await settled(task_id)).items.map(({ status }) => status)).toEqual(['failed', 'cancelled'])
    await delivery.stop()
    const { status, body } = await operator.call('POST', `/tasks/${task_id}/retry${scope}`)
    expect([status, (body as unknown as Task).items.map((item) => item.status)]).toEqual([200, after])
  })

  it("shows a sent batch with counters, items, attempts, X's words and the next step", async () => {
    const {
      replies: [first, second],
      operator,
      delivery,
      x,
      settled,
    } = await prepare(2)
    const words =
      'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.'
    x.fate = ({ userId }) => (userId === '2' ? { posts: false, outcome: problem(403, words) } : { posts: true })
    const sent = await operator.call('POST', '/twitter/tweet/batch-post-replies', {
      reply_ids: [first?.id, second?.id],
      group_name: 'Launch',
    })
    const { task_id } = sent.body as { task_id: string }
    const before = await operator.call('GET', `/tasks/${task_id}`)
    await delivery.start()
    const task = await settled(task_id)
    const list = (await operator.call('GET', '/tasks/?limit=100')).body as unknown as TaskSummary[]
    const { intent_url: _, ...urgent_item } = task.items[1] ?? {}

    expect([sent.status, (before.body as unknown as Task).status]).toEqual([201, 'queued'])
    expect(list).toEqual([
      {
        id: task_id,
        owner_id: task.owner_id,
        status: 'handed_over',
        error: null,
        paused: null,
        created_at: moment,
        updated_at: moment,
        total_items: 2,
        completed: 1,
        failed: 0,
        pending: 1,
        needs_review: 0,
        handed_over: 1,
        cancelled: 0,
        urgent_item,
        post: { tweet_id: '1900000000000000001', text: '', author_username: '' },
        characters: [],
        group: 'Launch',
      },
    ])
    const shared = {
      created_at: moment,
      updated_at: moment,
      retry_count: 0,
      next_at: null,
      can_hand_over: false,
      is_of_account: false,
      target_tweet_id: '1900000000000000001',
      against_verdict: null,
      waits_for: null,
    }
    const attempt = { started_at: moment, finished_at: moment }
    expect(task.items).toEqual([
      {
        ...shared,
        id: expect.any(Number),
        reply_id: first?.id,
        twitter_username: '@user1',
        status: 'completed',
        error: null,
        reply_tweet_id: x.posts[0]?.id,
        next_step: null,
        intent_url: null,
        can_retry: false,
        can_cancel: false,
        can_edit: false,
        account_id: 1,
        content: first?.content,
        attempts: [{ ...attempt, http_status: 201, outcome: 'done', detail: null }],
      },
      {
        ...shared,
        id: expect.any(Number),
        reply_id: second?.id,
        twitter_username: '@user2',
        status: 'handed_over',
        error: words,
        reply_tweet_id: null,
        next_step: expect.stringContaining('Post it manually with Open in X.'),
        intent_url: `https://x.com/intent/tweet?in_reply_to=1900000000000000001&text=${encodeURIComponent(second?.content ?? '')}`,
        can_retry: false,
        can_cancel: false,
        can_edit: false,
        account_id: 2,
        content: second?.content,
        attempts: [{ ...attempt, http_status: 403, outcome: 'refused', detail: words }],
      },
    ])
  })

  it('shows the subject of a task, and across tasks the running and requested ones and the number of items that need a person', async () => {
    const {
      replies: [reply, other],
      server,
      operator,
      delivery,
      x,
      settled,
    } = await prepare(2)
    const { db } = server.database
    const owner = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await operator.call('POST', '/ai-roles', sampleRole)
    await db
      .updateTable('replies')
      .set({ role_id: 1 })
      .where('id', '=', reply?.id ?? '')
      .execute()
    const post = { text: `${'long '.repeat(40)}end`, author_id: '42', author_username: 'maker', author_name: 'Maker' }
    const read = {
      ...post,
      owner_id: owner.id,
      tweet_id: '1900000000000000001',
      fetched_at: '2026-05-01T08:00:00.000Z',
    }
    await db.insertInto('posts').values(read).execute()
    const send = async (id: string | undefined, twitter_account_id: number) => {
      const sent = await operator.call('POST', '/twitter/tweet/post-reply', { reply_id: id, twitter_account_id })
      return (sent.body as { task_id: string }).task_id
    }
    const first = await send(reply?.id, 1)
    const open = async (ids = '') => {
      const { body } = await operator.call('GET', `/tasks/open?ids=${ids}`)
      const { tasks, ...counts } = body as unknown as OpenTasks
      return { tasks: tasks.map(({ id, status }) => [id, status]), ...counts }
    }
    expect(await open()).toEqual({ tasks: [[first, 'queued']], needs_review: 0, handed_over: 0 })
    x.fate = () => lost(false)
    await delivery.start()
    const { post: about, characters, group } = await settled(first)
    expect({ about, characters, group }).toEqual({
      about: {
        tweet_id: '1900000000000000001',
        text: `${'long '.repeat(32).trimEnd()}…`,
        author_username: 'maker',
      },
      characters: [sampleRole.name],
      group: null,
    })
    x.fate = () => ({ posts: true })
    const second = await send(other?.id, 2)
    await settled(second)
    expect(await open()).toEqual({ tasks: [], needs_review: 1, handed_over: 0 })
    expect(await open(`${second},ffffffffffff`)).toEqual({
      tasks: [[second, 'completed']],
      needs_review: 1,
      handed_over: 0,
    })
    const inReview = async (who: Operator) =>
      ((await who.call('GET', '/tasks/?limit=100&state=needs_review')).body as unknown as TaskSummary[]).map(
        ({ id }) => id,
      )
    expect(await inReview(operator)).toEqual([first])
    const stranger = await server.operator('eve@example.org')
    expect(await inReview(stranger)).toEqual([])
    expect((await operator.call('GET', '/tasks/?limit=100&state=completed')).status).toBe(422)
    expect((await stranger.call('GET', `/tasks/open?ids=${second}`)).body).toEqual({
      tasks: [],
      needs_review: 0,
      handed_over: 0,
    })
    expect((await operator.call('GET', '/tasks/open?ids=%27')).status).toBe(422)
  })

  it('names the newest hundred tasks that continue automatically, each once', async () => {
    const { server, operator } = await prepare(1)
    const { db } = server.database
    const of = { owner_id: 1, created_at: '2026-03-01T08:00:00.000Z', updated_at: '2026-03-01T08:00:00.000Z' }
    const ids = Array.from({ length: 101 }, (_, index) => String(index).padStart(12, '0'))
    await insertMany(
      db,
      'tasks',
      ids.map((id) => ({ ...of, id, kind: 'batch' as const, request_hash: id, error: null })),
    )
    const items = ids.flatMap((task_id) =>
      (['queued', 'unknown', 'handed_over'] as const).map((state, position) => ({ task_id, state, position })),
    )
    const alike = {
      ...of,
      target_tweet_id: '7',
      twitter_username: '@mara',
      author_id: '1',
      content: 'Lovely bread',
      next_at: '9999-01-01T00:00:00.000Z',
      attempts: 1,
      can_retry: 0,
      clean_reads: 0,
      failed_reads: 0,
      resends: 0,
    } as const
    await insertMany(
      db,
      'task_items',
      items.map((item, index) => ({ ...alike, ...item, reply_id: `r${index}`, account_id: null })),
    )
    const { tasks } = (await operator.call('GET', '/tasks/open')).body as unknown as OpenTasks
    expect(tasks.map(({ id }) => id).toSorted()).toEqual(ids.slice(1))
  })

  it('lets the operator decide about an item that needs review', async () => {
    const {
      replies: [reply],
      operator,
      delivery,
      x,
      settled,
    } = await prepare(1)
    x.fate = () => lost(false)
    await delivery.start()
    const sent = await operator.call('POST', '/twitter/tweet/post-reply', {
      reply_id: reply?.id,
      twitter_account_id: 1,
    })
    const { task_id } = sent.body as { task_id: string }
    const task = await settled(task_id)
    x.fate = () => ({ posts: true })
    const path = `/tasks/${task_id}/items/${task.items[0]?.id}/decision`
    const decided = await operator.call('POST', path, { action: 'send_again' })
    expect([task.status, decided.status, (await settled(task_id)).status]).toEqual(['needs_review', 200, 'completed'])
    expect((await operator.call('POST', path, { action: 'give_up' })).status).toBe(409)
  })

  it('finds no task and no item of another operator, nor malformed ids', async () => {
    const {
      replies: [reply],
      server,
      operator,
    } = await prepare(1)
    const body = { reply_id: reply?.id, twitter_account_id: 1 }
    const { task_id } = (await operator.call('POST', '/twitter/tweet/post-reply', body)).body as { task_id: string }
    const stranger = await server.operator('eve@example.org')
    const statuses = [
      (await stranger.call('GET', `/tasks/${task_id}`)).status,
      (await stranger.call('POST', `/tasks/${task_id}/retry`)).status,
      (await stranger.call('POST', `/tasks/${task_id}/items/1/decision`, { action: 'give_up' })).status,
      (await operator.call('POST', `/tasks/${task_id}/items/x/decision`, { action: 'give_up' })).status,
      (await operator.call('POST', `/tasks/${task_id}/items/1/decision`, { action: 'what' })).status,
      (await stranger.call('GET', '/tasks/')).body,
    ]
    expect(statuses).toEqual([404, 404, 404, 404, 422, []])
  })

  it('lists the possible decisions', async () => {
    const { operator } = await prepare(1)
    for (const decision of [{ action: 'what' }, { action: 'posted' }, {}]) {
      expect(await operator.call('POST', '/tasks/1/items/1/decision', decision)).toEqual({
        status: 422,
        body: {
          detail:
            'must be check_again, send_again, give_up, hand_over, opened, not_posted, cancel, cancel_waiting, take_back, or posted with a tweet_url',
        },
      })
    }
  })
})
