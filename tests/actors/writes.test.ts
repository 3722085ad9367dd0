import { expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { accountResource } from '../../src/machines/accounts/accounts.actors'
import { bulkChange } from '../../src/machines/crud/bulkChange.actors'
import { taskWatch } from '../../src/machines/history/history.actors'
import { inboxActs } from '../../src/machines/inbox/inbox.actors'
import { savedReplies } from '../../src/machines/savedReplies/savedReplies.actors'
import { ApiError } from '../../src/services/api/api'
import { account, item, mention, task, watch } from '../machines/samples'
import { servicesOf } from '../support/consoleServices'
import { eventually } from '../support/waiting'

it('an account that somebody else deleted counts as deleted, a refused one does not', async () => {
  const ids = [4, 7, 9]
  const gone = [7]
  const deleteAccount = vi.fn(async ({ params: { accountId } }: { params: { accountId: number } }) => {
    if (accountId === 7) throw new ApiError(404, 'Account not found')
    if (accountId === 9) throw new ApiError(409, 'It sends just now')
    gone.push(accountId)
  })
  const listAccounts = async () => ids.filter((id) => !gone.includes(id)).map((id) => ({ ...account, id }))
  const services = servicesOf({ deleteAccount, listAccounts })
  const accounts = createActor(accountResource(services)).start()
  const flow = createActor(bulkChange(services), { input: { accounts } }).start()
  flow.send({ type: 'choice.add', accounts: ids.map((id) => ({ id, username: `@a${id}` })) })
  flow.send({ type: 'change.request', change: { kind: 'delete' } })
  flow.send({ type: 'change.confirm' })
  await eventually(() =>
    expect(flow.getSnapshot().context.results).toEqual([
      { id: 4, username: '@a4', detail: null },
      { id: 7, username: '@a7', detail: null },
      { id: 9, username: '@a9', detail: 'It sends just now' },
    ]),
  )
  expect(flow.getSnapshot().context.chosen).toEqual([{ id: 9, username: '@a9' }])
  for (const actor of [flow, accounts]) actor.stop()
})

it("decisions on an item and retried tasks are announced with the task's id", async () => {
  const running = task('queued', item('7', 'needs_review'))
  const api = {
    getTask: vi.fn(async (_: { params: object }) => running),
    retryTask: vi.fn(async (_: { params: object }) => running),
    decideItem: vi.fn(async (_: { params: object; body: object }) => running),
  }
  const services = servicesOf(api)
  const told: unknown[] = []
  services.taskChanges.watch((id) => told.push(id))
  const watching = createActor(taskWatch(services), { input: { task_id: 'b2' } }).start()
  await eventually(() => expect(watching.getSnapshot().context.task).toEqual(running))
  watching.send({ type: 'task.retry', only: 'failed' })
  await eventually(() => expect(told).toEqual(['b2']))
  watching.send({ type: 'item.decide', item_id: '7', decision: { action: 'give_up' } })
  await eventually(() => expect(told).toEqual(['b2', 'b2']))
  expect(api.decideItem.mock.calls).toEqual([[{ params: { taskId: 'b2', itemId: '7' }, body: { action: 'give_up' } }]])
  expect([api.getTask, api.retryTask].map(({ mock }) => mock.calls[0]?.[0].params)).toEqual([
    { taskId: 'b2' },
    { taskId: 'b2' },
  ])
  watching.stop()
})

it('an author is added to the do-not-reply list by name, and watching an account starts and stops by its id', async () => {
  const api = {
    addDoNotReply: vi.fn(async (_: object) => ({})),
    updateWatch: vi.fn(async (_: object) => watch(4, false)),
  }
  const acts = createActor(inboxActs(servicesOf(api))).start()
  const rests = () => eventually(() => expect(acts.getSnapshot().value).toBe('resting'))
  acts.send({ type: 'author.shun', mention: { ...mention(7), author_username: 'eve' } })
  acts.send({ type: 'question.confirm' })
  await rests()
  acts.send({ type: 'watch.switch', watch: watch(4, true) })
  await rests()
  acts.send({ type: 'watch.switch', watch: watch(3, false) })
  acts.send({ type: 'question.confirm' })
  await rests()
  expect(api.addDoNotReply.mock.calls).toEqual([[{ body: { username: 'eve' } }]])
  expect(api.updateWatch.mock.calls).toEqual([
    [{ params: { accountId: 4 }, body: { on: false } }],
    [{ params: { accountId: 3 }, body: { on: true } }],
  ])
  acts.stop()
})

it.each([
  [404, 'loaded'],
  [405, 'loaded'],
  [503, 'failed'],
])('after an answer of %i about saved replies, their list is %s', async (status, value) => {
  const listSavedReplies = () => Promise.reject(new ApiError(status, 'It says no'))
  const kept = createActor(savedReplies(servicesOf({ listSavedReplies })), {
    input: { roleId: 5, author: { name: 'Eve', handle: '@eve' } },
  }).start()
  const list = () => kept.getSnapshot().children.list?.getSnapshot()
  await eventually(() => expect(list()?.value).toBe(value))
  expect(list()?.context.data).toBeUndefined()
  kept.stop()
})
