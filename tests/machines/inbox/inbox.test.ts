import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { type InboxQuery, inboxMachine } from '../../../src/machines/inbox/inbox'
import { type Change, changedBy } from '../../../src/machines/inbox/inboxList'
import type { Inbox, Mention } from '../../../src/schemas/inbox/inbox'
import { inboxWith, mention, watch } from '../samples'

const start = (mentions: Mention[], watches = [watch(4, true)]) => {
  const server: { inbox: Inbox; stores: ((answer: Mention | Error) => void)[]; stored: number[]; asked: number } = {
    inbox: inboxWith(mentions, watches),
    stores: [],
    stored: [],
    asked: 0,
  }
  const clock = new SimulatedClock()
  const said: string[] = []
  const actor = createActor(
    inboxMachine.provide({
      actors: {
        loadInbox: fromPromise<Inbox | null, InboxQuery>(async () => {
          server.asked += 1
          return server.inbox
        }),
        storeChange: fromPromise<Mention, Change>(({ input }) => {
          server.stored.push(input.id)
          return new Promise((resolve, reject) =>
            server.stores.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer))),
          )
        }),
        watchChanges: fromCallback(() => undefined),
      },
    }),
    { clock, input: { filter: { state: 'unread', account_id: '' }, opened: [] } },
  )
  actor.on('toast', ({ message }) => said.push(message))
  actor.start()
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const poll = async (...next: Mention[]) => {
    server.inbox = inboxWith(next, watches)
    clock.increment(5000)
    await settled()
  }
  const ids = () => actor.getSnapshot().context.shown?.mentions.map(({ id }) => id)
  return { actor, server, clock, said, settled, poll, ids, context: () => actor.getSnapshot().context }
}

const [m5, m6, m7, m8] = [mention(5), mention(6), mention(7), mention(8)]

it('shows new mentions only on request, and moves nothing', async () => {
  const { actor, settled, poll, ids, context } = start([m7, m6])
  await settled()
  await poll(m8, m7, m5)
  expect([ids(), context().arrived, context().left]).toEqual([[7, 6, 5], 1, [6]])
  actor.send({ type: 'mention.choose', id: 7 })
  actor.send({ type: 'arrivals.show' })
  expect([ids(), context().arrived, context().left, context().index]).toEqual([[8, 7, 5], 0, [], 1])
})

it('stores actions one after another during any reading, and undoes refused ones', async () => {
  const { actor, server, said, settled, poll, ids, context } = start([m7, m6, m5])
  await settled()
  actor.send({ type: 'mention.dismiss', id: 7 })
  actor.send({ type: 'mention.dismiss', id: 5 })
  await poll(m7, m6, m5)
  expect([ids(), context().shown?.unread, server.stores.length]).toEqual([[6], 1, 1])
  server.stores[0]?.({ ...m7, state: 'dismissed' })
  server.inbox = { ...server.inbox, mentions: [m6, m5] }
  await settled()
  await settled()
  expect([ids(), server.stores.length]).toEqual([[6], 2])
  server.stores[1]?.(new Error('refused'))
  await settled()
  await settled()
  expect([ids(), context().changes, said]).toEqual([[6, 5], [], ['An error occurred']])
})

it('undoes only the refused action, and continues with the others in order', async () => {
  const { actor, server, settled, ids, context } = start([m8, m7, m6, m5])
  await settled()
  for (const id of [7, 5, 6]) actor.send({ type: 'mention.dismiss', id })
  server.stores[0]?.(new Error('refused'))
  await settled()
  await settled()
  expect([ids(), context().changes.map(({ id }) => id), server.stored]).toEqual([
    [8, 7],
    [5, 6],
    [7, 5],
  ])
  server.stores[1]?.({ ...m5, state: 'dismissed' })
  await settled()
  await settled()
  expect([ids(), server.stored]).toEqual([
    [8, 7, 5],
    [7, 5, 6],
  ])
})

it('ignores an answer that was under way when a change was stored', async () => {
  const { actor, server, settled, poll } = start([m7])
  await settled()
  actor.send({ type: 'mention.dismiss', id: 7 })
  await poll(m7)
  const { asked } = server
  server.stores[0]?.({ ...m7, state: 'dismissed' })
  await settled()
  expect(server.asked).toBe(asked + 1)
})

it('stops polling while no account is subscribed', async () => {
  const { clock, server, settled } = start([m7], [watch(3, false)])
  await settled()
  clock.increment(60_000)
  await settled()
  expect(server.asked).toBe(1)
})

it('counts restored mentions as waiting, except of people on the do-not-reply list', () => {
  const dismissed = { ...m7, state: 'dismissed' as const }
  const brought = (shown: Mention) => {
    const filter = { state: 'all' as const, account_id: '' }
    const { unread, mentions } = changedBy(inboxWith([shown], []), [{ id: 7, state: 'unread', was: shown }], filter)
    return [unread, mentions.map(({ state }) => state)]
  }
  const before = inboxWith([dismissed], []).unread
  expect(brought(dismissed)).toEqual([before + 1, ['unread']])
  expect(brought({ ...dismissed, declined: 'On the list.' })).toEqual([before, ['unread']])
})
