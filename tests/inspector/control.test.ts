import { beforeEach, expect, it, vi } from 'vitest'
import { type ActorRefFrom, createActor, fromPromise, SimulatedClock, setup } from 'xstate'
import { type Control, createControl } from '../../inspector/control'
import { createRecorder, type Recorder } from '../../src/recording/recorder'

const ask = vi.fn(async () => new Promise<string>(() => {}))

const dialog = setup({
  types: { events: {} as { type: 'close' } },
}).createMachine({ id: 'dialog', initial: 'open', states: { open: { on: { close: 'closed' } }, closed: {} } })

const machine = setup({
  types: {
    context: {} as { patience: number },
    events: {} as { type: 'ask' } | { type: 'wait' },
    children: {} as { question: 'ask'; dialog: 'dialog' },
  },
  actors: { ask: fromPromise(ask), dialog },
  delays: { soon: ({ context }) => context.patience },
}).createMachine({
  id: 'speaker',
  context: { patience: 1000 },
  initial: 'idle',
  states: {
    idle: { on: { ask: 'asking', wait: 'waiting' } },
    asking: {
      invoke: [
        { id: 'question', src: 'ask' },
        { id: 'dialog', src: 'dialog' },
      ],
      on: { wait: 'waiting' },
    },
    waiting: { after: { soon: 'idle' }, on: { ask: 'asking' } },
  },
})

let control: Control
let recorder: Recorder
let clock: SimulatedClock
let actor: ActorRefFrom<typeof machine>

beforeEach(() => {
  ask.mockClear()
  control = createControl(100)
  recorder = createRecorder()
  clock = new SimulatedClock()
  actor = createActor(machine, {
    clock,
    inspect: (event) => {
      control.observer.next?.(event)
      recorder.observer.next?.(event)
    },
  }).start()
  return () => actor.stop()
})

const here = (): number => {
  const latest = recorder.entries().findLast((entry) => entry.kind === 'snapshot' && entry.actor === actor.sessionId)
  if (latest?.kind !== 'snapshot' || latest.number === undefined) throw new Error('no snapshot')
  return latest.number
}

it('sends an event to a running actor', () => {
  control.send(actor.sessionId, { type: 'ask' })
  expect(actor.getSnapshot().value).toBe('asking')
})

it('restores an earlier snapshot, and repeats the calls of its services', () => {
  actor.send({ type: 'ask' })
  actor.getSnapshot().children.dialog?.send({ type: 'close' })
  const asking = here()
  actor.getSnapshot().children.dialog?.send({ type: 'close' })
  actor.send({ type: 'wait' })
  expect(ask).toHaveBeenCalledTimes(1)
  control.setBack(actor.sessionId, asking)
  expect(actor.getSnapshot().value).toBe('asking')
  expect(ask).toHaveBeenCalledTimes(2)
  expect(actor.getSnapshot().children.dialog?.getSnapshot().value).toBe('open')
  actor.send({ type: 'wait' })
  expect(actor.getSnapshot().value).toBe('waiting')
})

it('restarts the delay of the restored state, and stops the delay of the later state', () => {
  actor.send({ type: 'wait' })
  const waiting = here()
  actor.send({ type: 'ask' })
  control.setBack(actor.sessionId, waiting)
  clock.increment(999)
  expect(actor.getSnapshot().value).toBe('waiting')
  clock.increment(1)
  expect(actor.getSnapshot().value).toBe('idle')
  control.setBack(actor.sessionId, waiting)
  clock.increment(600)
  control.setBack(actor.sessionId, waiting)
  clock.increment(999)
  expect(actor.getSnapshot().value).toBe('waiting')
})

it('shows the earlier state to observers of the actor', () => {
  const seen: unknown[] = []
  const first = here()
  actor.send({ type: 'ask' })
  actor.subscribe(({ value }) => seen.push(value))
  control.setBack(actor.sessionId, first)
  expect(seen).toEqual(['idle'])
})

it('explains why an action is not possible', () => {
  actor.send({ type: 'ask' })
  const { question } = actor.getSnapshot().children
  expect(() => control.send('x:none', { type: 'ask' })).toThrow('This actor has stopped.')
  expect(() => control.setBack(question?.sessionId ?? '', 3)).toThrow('Only a statechart can be restored.')
  expect(() => control.setBack(actor.sessionId, 0)).toThrow('This snapshot is no longer stored.')
  actor.stop()
  expect(() => control.send(actor.sessionId, { type: 'ask' })).toThrow('This actor has stopped.')
})
