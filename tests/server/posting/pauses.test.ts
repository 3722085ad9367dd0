import { describe, expect, it } from 'vitest'
import { pausedScope } from '../../../server/db/holdScopes'
import { getTask } from '../../../server/posting/send/tasks'
import type { Task, TaskSummary } from '../../../src/schemas/history/tasks'
import { databasesHere } from '../../support/databases'
import { startDeliveryApi } from '../../support/deliveryApi'
import { problem } from '../../support/fakeX'

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe.each(databasesHere())('why a task waits on $name', (kind) => {
  const prepare = (accountCount: number) => startDeliveryApi(kind, accountCount)

  it('is reported once for the task if the whole app waits, and for the item when it resumes', async () => {
    const {
      replies: [reply],
      operator,
      delivery,
      x,
      taskWhen,
      settled,
    } = await prepare(1)
    x.fate = () => ({ posts: false, outcome: problem(402, 'credits depleted') })
    await delivery.start()
    const sent = await operator.call('POST', '/twitter/tweet/post-reply', {
      reply_id: reply?.id,
      twitter_account_id: 1,
    })
    const { task_id } = sent.body as { task_id: string }
    const task = await taskWhen(task_id, ({ error }) => error !== null)
    expect(task).toMatchObject({
      status: 'processing',
      error:
        "X accepts no posts from this app for now: credits depleted. Check the app's credits, plan and usage on X's developer site. Sending resumes automatically when X accepts the app again.",
      paused: { by: 'app', until: moment },
      items: [{ status: 'queued', next_at: moment, error: 'credits depleted', next_step: null, is_of_account: false }],
    })
    x.fate = () => ({ posts: true })
    expect((await operator.call('POST', `/tasks/${task_id}/retry`)).status).toBe(200)
    expect((await settled(task_id)).status).toBe('completed')
  })

  it('is shown only if everything in it waits, until the first of its apps resumes', async () => {
    const { replies, server, operator } = await prepare(2)
    const sent = await operator.call('POST', '/twitter/tweet/batch-post-replies', {
      group_name: 'Launch',
      reply_ids: replies.map(({ id }) => id),
    })
    const { task_id } = sent.body as { task_id: string }
    const { db } = server.database
    const accounts = await db.selectFrom('accounts').select('id').orderBy('id').execute()
    for (const { id } of accounts)
      await db
        .updateTable('accounts')
        .set({ x_app: `app ${id}` })
        .where('id', '=', id)
        .execute()
    const [first, second] = ['2999-01-02T00:00:00.000Z', '2999-01-01T00:00:00.000Z']
    const pause = (app: string, until: string) =>
      db
        .insertInto('holds')
        .values({ scope: pausedScope(app), until, reason: `${app} is spent`, created_at: '2026-01-01T00:00:00.000Z' })
        .execute()
    const told = async () => {
      const whole = (await operator.call('GET', `/tasks/${task_id}`)).body as unknown as Task
      const [listed] = (await operator.call('GET', '/tasks/?limit=1')).body as unknown as TaskSummary[]
      expect([listed?.paused, listed?.error]).toEqual([whole.paused, whole.error])
      return { paused: whole.paused, error: whole.error, items: whole.items.map(({ next_at }) => next_at) }
    }
    await pause(`app ${accounts[0]?.id}`, first)
    expect(await told()).toEqual({ paused: null, error: null, items: [first, null] })
    await pause(`app ${accounts[1]?.id}`, second)
    expect(await told()).toEqual({
      paused: { by: 'app', until: second },
      error: `X accepts no posts from this app for now: app ${accounts[1]?.id} is spent.`,
      items: [first, second],
    })
  })

  it('is the message of its items, even if they change during the reading', async () => {
    const {
      replies: [reply],
      server,
      operator,
    } = await prepare(1)
    const body = { reply_id: reply?.id, twitter_account_id: 1 }
    const { task_id } = (await operator.call('POST', '/twitter/tweet/post-reply', body)).body as { task_id: string }
    const { db } = server.database
    await db.updateTable('accounts').set({ x_app: 'app 1' }).execute()
    await db.updateTable('task_items').set({ state: 'posting', attempts: 1 }).execute()
    const pauses = async () => {
      const created_at = '2026-01-01T00:00:00.000Z'
      const hold = {
        scope: pausedScope('app 1'),
        until: '2999-01-01T00:00:00.000Z',
        reason: 'credits depleted',
        created_at,
      }
      await db.insertInto('holds').values(hold).execute()
      await db.updateTable('task_items').set({ state: 'queued' }).execute()
    }
    let isPaused = false
    const changing = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        const isOfItems = result.rows.some((row) => 'state' in row)
        if (isOfItems && !isPaused) {
          isPaused = true
          await pauses()
        }
        return result
      },
    })
    const read = async (from: typeof db) => {
      const { status, error, items } = await getTask(from, 1, task_id)
      return { status, error, items: items.map((item) => item.status) }
    }
    expect(await read(changing)).toEqual({ status: 'processing', error: null, items: ['posting'] })
    expect(await read(db)).toEqual({
      status: 'processing',
      error: expect.stringContaining('credits depleted'),
      items: ['queued'],
    })
  })
})
