import { expect, it, onTestFinished, vi } from 'vitest'
import { createActor } from 'xstate'
import { doNotReply, inbox, inboxActs, waiting } from '../../src/machines/inbox/inbox.actors'
import type { Inbox } from '../../src/schemas/inbox/inbox'
import { type InboxFilter, initialInboxFilter } from '../../src/schemas/inbox/inboxFilter'
import { ApiError, NetworkError } from '../../src/services/api/api'
import { inboxWith, mention, watch } from '../machines/samples'
import { servicesOf } from '../support/consoleServices'
import { eventually } from '../support/waiting'

const all: InboxFilter = { state: 'all', account_id: '' }

const start = (answers: (Inbox | Error)[], filter: InboxFilter = all, machine = inbox) => {
  const getInbox = vi.fn(async (_: { query: object }) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer instanceof Error) throw answer
    return answer
  })
  const note = vi.fn()
  const report = vi.fn()
  const inboxView = { read: () => ({ shown: true }), note }
  let goTo: (query: string) => void = () => undefined
  const watchQuery = (listener: (query: string) => void) => {
    goTo = listener
    return () => undefined
  }
  const services = servicesOf({ getInbox, updateMention: vi.fn() }, { inboxView, report, watchQuery })
  const actor = createActor(machine(services), { input: { filter, opened: [] } }).start()
  onTestFinished(() => void actor.stop())
  const rests = (list: string | object) =>
    eventually(() => expect(actor.getSnapshot().matches({ list } as never)).toBe(true))
  return {
    actor,
    getInbox,
    note,
    report,
    taskChanges: services.taskChanges,
    goTo: (query: string) => goTo(query),
    rests,
    asked: () => getInbox.mock.calls.map(([{ query }]) => query),
  }
}

it('is read in pages of 25, with the chosen state and account', async () => {
  const { actor, asked, rests } = start([inboxWith([mention(7)], [watch(3, false)])])
  await rests({ listed: 'waiting' })
  actor.send({ type: 'filter.change', filter: { state: 'dismissed', account_id: '4' } })
  await rests({ listed: 'waiting' })
  actor.send({ type: 'page.open', cursor: '2026-05-01T08:00:00.000Z_6' })
  await rests({ listed: 'waiting' })
  expect(asked()).toEqual([
    { state: 'all', limit: '25' },
    { state: 'dismissed', account_id: '4', limit: '25' },
    { state: 'dismissed', account_id: '4', limit: '25', cursor: '2026-05-01T08:00:00.000Z_6' },
  ])
})

it('is read again if its address asks for it, but not if the address leads to the same list', async () => {
  const { asked, rests, goTo } = start([inboxWith([mention(7)], [watch(3, false)])])
  await rests({ listed: 'waiting' })
  goTo('?state=all&from=elsewhere')
  await rests({ listed: 'waiting' })
  goTo('?account=4')
  await rests({ listed: 'waiting' })
  expect(asked()).toEqual([
    { state: 'all', limit: '25' },
    { state: 'unread', account_id: '4', limit: '25' },
  ])
})

it('lists waiting mentions above the composer, whatever the address contains', async () => {
  const { asked, rests, goTo } = start([inboxWith([mention(7)], [watch(3, false)])], initialInboxFilter, waiting)
  await rests({ listed: 'waiting' })
  goTo('?state=dismissed')
  await rests({ listed: 'waiting' })
  expect(asked()).toEqual([{ state: 'unread', limit: '25' }])
})

it('is read again after a reply was sent', async () => {
  const { taskChanges, rests, getInbox } = start([inboxWith([mention(7)], [watch(3, false)])])
  await rests({ listed: 'waiting' })
  taskChanges.tell('t1')
  await eventually(() => expect(getInbox).toHaveBeenCalledTimes(2))
})

it.each([
  ['something waits', { unread: 2 }, [], true],
  ['nothing waits, and X is asked for an account', { unread: 0 }, [watch(3, false), watch(4, true)], false],
  ['nothing waits, and X is asked for none', { unread: 0 }, [watch(3, false)], false],
])('remembers for the next visit whether Home has a place for it, if %s', async (_, counts, watches, shown) => {
  const { note, rests } = start([{ ...inboxWith([mention(7)], watches), ...counts }])
  await rests({ listed: 'waiting' })
  expect(note.mock.calls).toEqual([[{ shown }]])
})

it('is not on Home if the provider has no inbox', async () => {
  const { note, rests } = start([new ApiError(404, 'Not Found')])
  await rests('absent')
  expect(note.mock.calls).toEqual([[{ shown: false }]])
})

it.each([
  ['an account that is gone is the only thing missing', [inboxWith([mention(7)], [])], 'failed', { listed: 'waiting' }],
  ['with an account nothing is there, for there is no inbox', [new ApiError(404, 'Not Found')], 'absent', 'absent'],
])('where %s', async (_, then, first, second) => {
  const gone = new ApiError(404, 'Media agent not found')
  const { actor, asked, rests } = start([gone, ...then], { state: 'unread', account_id: '4' })
  await rests(first)
  expect(asked()).toEqual([
    { state: 'unread', account_id: '4', limit: '25' },
    { state: 'unread', limit: '1' },
  ])
  actor.send({ type: 'filter.change', filter: all })
  await rests(second)
})

it('reports why it could not be read, except if there is no network', async () => {
  const refused = start([new ApiError(500, 'It broke')])
  await refused.rests('failed')
  expect(refused.report).toHaveBeenCalledTimes(1)
  const lost = start([new NetworkError('The server cannot be reached')])
  await lost.rests('failed')
  expect(lost.report).not.toHaveBeenCalled()
})

it('people on the do-not-reply list are listed, added by name with the reason, and removed by id', async () => {
  const eve = { id: 31, username: 'eve', x_user_id: '9', reason: 'She asked', since: '2026-05-01T08:00:00.000Z' }
  const api = {
    listDoNotReply: vi.fn(async () => ({ total: 1, people: [eve] })),
    addDoNotReply: vi.fn(async (_: object) => eve),
    deleteDoNotReply: vi.fn(async (_: object) => undefined),
  }
  const people = createActor(doNotReply(servicesOf(api))).start()
  onTestFinished(() => void people.stop())
  const list = () => people.getSnapshot().children.list?.getSnapshot().context.data
  await eventually(() => expect(list()).toEqual([eve]))
  people.send({ type: 'create.open' })
  people.send({ type: 'create.submit', body: { username: '@bob', reason: 'He is a friend' } })
  await eventually(() => expect(api.listDoNotReply).toHaveBeenCalledTimes(2))
  expect(api.addDoNotReply.mock.calls).toEqual([[{ body: { username: '@bob', reason: 'He is a friend' } }]])
  people.send({ type: 'delete.request', item: eve })
  people.send({ type: 'delete.confirm' })
  await eventually(() => expect(api.listDoNotReply).toHaveBeenCalledTimes(3))
  expect(api.deleteDoNotReply.mock.calls).toEqual([[{ params: { personId: 31 } }]])
})

it.each([
  ['somebody is never to be answered', { type: 'author.shun', mention: mention(7) }],
  ['an account is watched for', { type: 'watch.switch', watch: watch(3, false) }],
] as const)('mentions, and who is not to be replied to, are read again once %s', async (_, asked) => {
  const api = {
    getInbox: vi.fn(async () => inboxWith([mention(7)], [watch(3, false)])),
    listDoNotReply: vi.fn(async () => ({ total: 0, people: [] })),
    addDoNotReply: vi.fn(async () => ({})),
    updateWatch: vi.fn(async () => watch(3, true)),
  }
  const inboxView = { read: () => ({ shown: true }), note: () => undefined }
  const services = servicesOf(api, { inboxView, watchQuery: () => () => undefined })
  const actors = [
    createActor(inbox(services), { input: { filter: all, opened: [] } }).start(),
    createActor(doNotReply(services)).start(),
  ]
  const acts = createActor(inboxActs(services)).start()
  onTestFinished(() => {
    for (const actor of [...actors, acts]) actor.stop()
  })
  const reads = () => [api.getInbox.mock.calls.length, api.listDoNotReply.mock.calls.length]
  await eventually(() => expect(reads()).toEqual([1, 1]))
  acts.send(asked)
  acts.send({ type: 'question.confirm' })
  await eventually(() => expect(reads()).toEqual([2, 2]))
})
