import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { manualPostingMachine } from '../../../src/machines/manual/manualPosting'
import type { DecisionBody, ManualItem } from '../../../src/schemas/history/tasks'
import { link, manualItem } from '../samples'

interface Decided {
  task_id: ManualItem['task_id']
  item_id: ManualItem['id']
  decision: DecisionBody
}

const start = (
  items: ManualItem[],
  answer: (decision: DecisionBody) => void = () => undefined,
  item_id: string | undefined = undefined,
) => {
  const server = { items }
  const decided: [unknown, DecisionBody][] = []
  const said: string[] = []
  let comeBack: () => void = () => undefined
  let notify: () => void = () => undefined
  const clock = new SimulatedClock()
  const actor = createActor(
    manualPostingMachine.provide({
      actors: {
        loadManual: fromPromise(async () => ({ items: server.items, total: server.items.length })),
        decideItem: fromPromise<void, Decided>(async ({ input }) => {
          decided.push([input.item_id, input.decision])
          answer(input.decision)
        }),
        watchReturn: fromCallback(({ sendBack }) => {
          comeBack = () => sendBack({ type: 'person.returned' })
        }),
        watchUpdates: fromCallback(({ sendBack }) => {
          notify = () => sendBack({ type: 'tasks.updated' })
        }),
      },
    }),
    { input: { item_id }, clock },
  )
  actor.on('toast', ({ message }) => said.push(message))
  actor.start()
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const current = () => {
    const { items: listed, index } = actor.getSnapshot().context
    return listed[index]?.id
  }
  return {
    actor,
    server,
    decided,
    said,
    clock,
    settled,
    current,
    comeBack: () => comeBack(),
    notify: () => notify(),
  }
}

const [one, two, three] = [manualItem('i1'), manualItem('i2'), manualItem('i3')]

describe('the queue of what is posted by hand', () => {
  it('shows that the requested reply is missing, until the operator moves to another', async () => {
    const gone = start([one, two], undefined, 'i3')
    await gone.settled()
    const isGone = () => gone.actor.getSnapshot().context.isWantedGone
    expect([gone.current(), isGone()]).toEqual(['i1', true])
    gone.actor.send({ type: 'item.next' })
    expect(isGone()).toBe(false)
    const there = start([one, two], undefined, 'i2')
    await there.settled()
    there.server.items = [one]
    there.comeBack()
    await there.settled()
    expect([there.current(), there.actor.getSnapshot().context.isWantedGone]).toEqual(['i1', false])
  })

  it('reports to the server that X’s page was opened, and checks at once when the operator returns', async () => {
    const { actor, decided, settled, comeBack } = start([one, two])
    await settled()
    comeBack()
    await settled()
    actor.send({ type: 'item.open' })
    await settled()
    comeBack()
    await settled()
    comeBack()
    await settled()
    expect(decided).toEqual([
      ['i1', { action: 'opened' }],
      ['i1', { action: 'check_again' }],
    ])
  })

  it('moves to the next reply while reporting about the previous one: the next one is opened afterwards', async () => {
    const { actor, decided, settled, current } = start([one, two])
    await settled()
    actor.send({ type: 'item.open' })
    actor.send({ type: 'item.next' })
    expect(current()).toBe('i2')
    await settled()
    await settled()
    actor.send({ type: 'item.open' })
    expect([current(), decided]).toEqual([
      'i2',
      [
        ['i1', { action: 'opened' }],
        ['i2', { action: 'opened' }],
      ],
    ])
  })

  it('moves to the next reply with a message once X shows the opened one', async () => {
    const { actor, server, said, clock, settled, current } = start([one, two, three])
    await settled()
    actor.send({ type: 'item.next' })
    actor.send({ type: 'item.open' })
    server.items = [one, { ...two, next_at: '2026-05-01T09:00:00.000Z' }, three]
    await settled()
    await settled()
    server.items = [one, three]
    clock.increment(3000)
    await settled()
    expect([current(), said]).toEqual(['i3', ['X shows the reply, so it is completed.']])
  })

  it('does not check a reply again that left the list while its page on X was open, even if it returns to the list', async () => {
    const { actor, server, decided, settled, comeBack } = start([one, two])
    await settled()
    server.items = [two]
    actor.send({ type: 'item.open' })
    await settled()
    await settled()
    server.items = [one, two]
    comeBack()
    await settled()
    actor.send({ type: 'item.previous' })
    comeBack()
    await settled()
    expect(decided).toEqual([['i1', { action: 'opened' }]])
  })

  it('does not poll while none of its replies is being checked on X', async () => {
    const { actor, clock, settled } = start([one])
    await settled()
    clock.increment(60_000)
    expect(actor.getSnapshot().matches({ working: 'waiting' })).toBe(true)
  })

  it.each(['notify', 'comeBack'] as const)(
    'shows what comes to be posted by hand after nothing was left (%s)',
    async (how) => {
      const queue = start([])
      await queue.settled()
      queue[how]()
      await queue.settled()
      expect(queue.actor.getSnapshot().value).toEqual({ empty: 'resting' })
      queue.server.items = [one]
      queue[how]()
      expect(queue.actor.getSnapshot().value).toEqual({ empty: 'checking' })
      await queue.settled()
      expect(queue.current()).toBe('i1')
    },
  )

  it('reads once after a change that it does not poll for, and once more for changes during the request', async () => {
    const { server, notify, settled, current } = start([one, two])
    await settled()
    notify()
    server.items = [two]
    notify()
    await settled()
    await settled()
    expect(current()).toBe('i2')
  })

  it('explains at the link what is wrong with it, until the operator moves to another reply', async () => {
    const fault = { status: 422, detail: 'tweet_url: that post is not by @ada' }
    const { actor, settled } = start([one, two], () => {
      throw fault
    })
    await settled()
    actor.send({ type: 'item.posted', tweet_url: link })
    await settled()
    const wrong = actor.getSnapshot().context.fault
    actor.send({ type: 'item.next' })
    expect([wrong, actor.getSnapshot().context.fault]).toEqual(['that post is not by @ada', undefined])
  })

  it('shows no result from X if the operator pressed "Not posted"', async () => {
    const { actor, server, said, settled } = start([one])
    await settled()
    actor.send({ type: 'item.open' })
    await settled()
    await settled()
    server.items = []
    actor.send({ type: 'item.notPosted' })
    await settled()
    await settled()
    expect([said, actor.getSnapshot().matches('empty')]).toEqual([[], true])
  })
})
