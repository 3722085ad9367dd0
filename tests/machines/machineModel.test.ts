import { describe, expect, it } from 'vitest'
import { assign, emit, setup } from 'xstate'
import { service } from '../../src/machines/crud/service'
import { defineModel, goldenTable, walk } from '../support/machineModel'

const machine = setup({
  types: {
    context: {} as { name: string },
    events: {} as { type: 'delete.request' } | { type: 'delete.confirm' },
    emitted: {} as { type: 'told'; what: string },
  },
  actors: { remove: service<void>('remove') },
  guards: { hasName: ({ context }) => context.name !== '' },
}).createMachine({
  id: 'groups',
  context: { name: 'Launch' },
  initial: 'browsing',
  states: {
    browsing: { on: { 'delete.request': [{ guard: 'hasName', target: 'confirming' }, { target: 'deleting' }] } },
    confirming: { on: { 'delete.confirm': 'deleting' } },
    deleting: {
      invoke: {
        id: 'remove',
        src: 'remove',
        onDone: { target: 'browsing', actions: emit({ type: 'told', what: 'gone' }) },
        onError: 'browsing',
      },
    },
  },
})

const events = {
  'delete.request': [{ type: 'delete.request' }],
  'delete.confirm': [{ type: 'delete.confirm' }],
} as const

describe('a walk', () => {
  it('names the transitions that no path uses: without a sample, or behind a guard that is always false', () => {
    const model = defineModel({ name: 'groups', machine, events, answers: { remove: { done: [undefined] } } })
    expect(walk(model)).toMatchObject({
      transitions: 5,
      taken: 3,
      missing: [
        'groups.browsing --delete.request--> groups.deleting',
        'groups.deleting --xstate.error.actor.remove--> groups.browsing',
      ],
    })
  })

  it('lists every step once, with guard, actions and emitted events', () => {
    const model = defineModel({
      name: 'groups',
      machine,
      events,
      answers: { remove: { done: [undefined], error: [{}] } },
    })
    expect(goldenTable(model, walk(model)).split('\n').slice(4)).toEqual([
      '|  | start | browsing |  |',
      '| browsing | delete.request [hasName] | confirming |  |',
      '| confirming | delete.confirm | deleting |  |',
      '| deleting | xstate.done.actor.remove | browsing | told gone |',
      '| deleting | xstate.error.actor.remove {} | browsing |  |',
      '',
    ])
  })

  it('drops paths that are the beginning of a longer path', () => {
    const model = defineModel({ name: 'groups', machine, events, answers: { remove: { done: [undefined] } } })
    expect(walk(model).paths).toBe(1)
  })
})

it('rejects a machine whose context grows forever', () => {
  const counter = setup({ types: { context: {} as { count: number }, events: {} as { type: 'count' } } }).createMachine(
    {
      context: { count: 0 },
      on: { count: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
    },
  )
  const model = defineModel({
    name: 'counter',
    machine: counter,
    events: { count: [{ type: 'count' }] },
    answers: {},
    remembers: ({ count }) => ({ count: String(count) }),
    limit: 1000,
  })
  expect(() => walk(model)).toThrow('Traversal limit exceeded')
})

describe('a service without an implementation', () => {
  it('fails with its name', async () => {
    const { createActor, toPromise } = await import('xstate')
    const actor = createActor(service<void>('remove'))
    const outcome = toPromise(actor)
    actor.start()
    await expect(outcome).rejects.toThrow('remove must be provided')
  })
})
