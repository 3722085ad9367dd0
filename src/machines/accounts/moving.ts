import { assign, emit, sendTo, setup } from 'xstate'
import * as words from '../../schemas/accounts/accounts.words'
import type { Movable } from '../../schemas/accounts/connections'
import { failed, succeeded, type Toast } from '../crud/emitted'
import { allFailed, createOneByOne, isDone, type ResultOf } from '../crud/oneByOne'

export type MovingEvent =
  | { type: 'move.request'; accounts: readonly Movable[] }
  | { type: 'move.stop' }
  /** Includes accounts that were not reached before a stop. */
  | { type: 'move.again' }

export interface MovingContext {
  queue: readonly Movable[]
  /** Empty until the work is over; `moves` has the progress. */
  results: readonly ResultOf<Movable>[]
}

export const movingMachine = setup({
  types: {
    context: {} as MovingContext,
    events: {} as MovingEvent,
    emitted: {} as Toast,
    /** `writing`: the work continues after its dialog or page is closed. */
    tags: {} as 'busy' | 'writing',
    children: {} as { moves: 'moves' },
  },
  actors: { moves: createOneByOne<Movable>() },
  guards: {
    hasAny: (_, params: { accounts: readonly Movable[] }) => params.accounts.length > 0,
    isAnyLeft: ({ context }) => unmoved(context).length > 0,
  },
  actions: {
    fillQueue: assign((_, params: { accounts: readonly Movable[] }) => ({ queue: params.accounts, results: [] })),
    keepUnmoved: assign(({ context }) => ({ queue: unmoved(context), results: [] })),
    storeResults: assign((_, { results }: Pick<MovingContext, 'results'>) => ({ results })),
    announceOutcome: emit(({ context: { queue, results } }) => {
      const message = words.moveEnded(queue, results)
      return results.every(isDone) ? succeeded(message) : failed(message)
    }),
    stopMoves: sendTo('moves', { type: 'work.stop' }),
  },
}).createMachine({
  id: 'moving',
  description:
    'Accounts with OAuth 1.0a keys receive OAuth 2.0 tokens, one account after the other (`oneByOne`). The report shows the result of each account.',
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
        id: 'moves',
        src: 'moves',
        input: ({ context: { queue } }) => ({ queue, task: undefined }),
        onDone: { target: 'settled', actions: { type: 'storeResults', params: ({ event }) => event.output } },
        onError: {
          target: 'settled',
          actions: {
            type: 'storeResults',
            params: ({ context, event }) => ({ results: allFailed(context.queue, event.error) }),
          },
        },
      },
      on: { 'move.stop': { actions: 'stopMoves' } },
    },
    settled: {
      entry: 'announceOutcome',
      on: { 'move.again': { guard: 'isAnyLeft', target: 'moving', actions: 'keepUnmoved' } },
    },
  },
})

const unmoved = ({ queue, results }: MovingContext): readonly Movable[] =>
  queue.filter((_, index) => results[index]?.detail !== null)
