import { assign, emit, setup, stateIn } from 'xstate'
import * as words from '../../schemas/accounts/accounts.words'
import type { Movable, Moved, MoveResult } from '../../schemas/accounts/connections'
import { publicMessages } from '../../schemas/commonMessages'
import { failed, succeeded, type Toast } from '../crud/emitted'
import { failureText } from '../crud/failure'
import { present } from '../crud/present'
import { service } from '../crud/service'

export type MovingEvent =
  | { type: 'move.request'; accounts: readonly Movable[] }
  | { type: 'move.stop' }
  /** Includes accounts that were not reached before a stop. */
  | { type: 'move.again' }

export interface MovingContext {
  /** `queue.at(results.length)` is being moved. */
  queue: readonly Movable[]
  results: readonly MoveResult[]
}

export const movingMachine = setup({
  types: {
    context: {} as MovingContext,
    events: {} as MovingEvent,
    emitted: {} as Toast,
    /** `writing`: the work continues after its dialog or page is closed. */
    tags: {} as 'busy' | 'writing',
  },
  actors: { move: service<Moved, { id: number }>('move') },
  guards: {
    hasAny: (_, params: { accounts: readonly Movable[] }) => params.accounts.length > 0,
    isAnyLeft: ({ context }) => unmoved(context).length > 0,
    isLast: ({ context }) => context.results.length + 1 >= context.queue.length,
    isStopping: stateIn({ moving: 'stopping' }),
  },
  actions: {
    fillQueue: assign((_, params: { accounts: readonly Movable[] }) => ({ queue: params.accounts, results: [] })),
    keepUnmoved: assign(({ context }) => ({ queue: unmoved(context), results: [] })),
    announceOutcome: emit(({ context: { queue, results } }) => {
      const message = words.moveEnded(queue, results)
      return results.some(({ detail }) => detail !== null) ? failed(message) : succeeded(message)
    }),
    noteResult: assign(({ context }, params: { detail: string | null }) => ({
      results: [...context.results, { ...current(context), detail: params.detail }],
    })),
  },
}).createMachine({
  id: 'moving',
  description:
    'Accounts with OAuth 1.0a keys receive OAuth 2.0 tokens, one account after the other. The report shows the result of each account.',
  context: { queue: [], results: [] },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'move.request': {
          guard: { type: 'hasAny', params: ({ event }) => event },
          target: 'moving',
          actions: { type: 'fillQueue', params: ({ event }) => event },
        },
      },
    },
    moving: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'move',
        src: 'move',
        input: ({ context }) => ({ id: current(context).id }),
        onDone: [
          { guard: 'isLast', target: 'settled', actions: { type: 'noteResult', params: ({ event }) => event.output } },
          {
            guard: 'isStopping',
            target: 'settled',
            actions: { type: 'noteResult', params: ({ event }) => event.output },
          },
          {
            target: 'moving',
            reenter: true,
            actions: { type: 'noteResult', params: ({ event }) => event.output },
          },
        ],
        onError: [
          {
            guard: 'isLast',
            target: 'settled',
            actions: { type: 'noteResult', params: ({ event }) => failureOf(event.error) },
          },
          {
            guard: 'isStopping',
            target: 'settled',
            actions: { type: 'noteResult', params: ({ event }) => failureOf(event.error) },
          },
          {
            target: 'moving',
            reenter: true,
            actions: { type: 'noteResult', params: ({ event }) => failureOf(event.error) },
          },
        ],
      },
      initial: 'running',
      states: {
        running: { on: { 'move.stop': 'stopping' } },
        stopping: {},
      },
    },
    settled: {
      entry: 'announceOutcome',
      on: { 'move.again': { guard: 'isAnyLeft', target: 'moving', actions: 'keepUnmoved' } },
    },
  },
})

const current = ({ queue, results }: MovingContext): Movable => present(queue[results.length], 'account to move')

const unmoved = ({ queue, results }: MovingContext): readonly Movable[] =>
  queue.filter((_, index) => results[index]?.detail !== null)

const failureOf = (error: unknown) => ({ detail: failureText(error, publicMessages.failure) })
