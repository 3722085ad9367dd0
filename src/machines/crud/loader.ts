import { assign, type EventObject, setup } from 'xstate'
import { recovery, untilBack } from '../security/recovery'
import { type Problem, problemOf } from './failure'
import { listener, service } from './service'

export type LoaderEvent = { type: 'list.reload' }

interface LoaderContext<TData, TParams> {
  params: TParams
  data: TData | undefined
  problem: Problem | undefined
  rounds: number
}

const shortestInterval = 1500
const longestInterval = 30_000

/** A reload during a load starts over, because the running answer may be older than the change. */
export const createLoader = <TData, TParams = undefined>(goesOn: (data: TData) => boolean = () => false) =>
  setup({
    types: {
      input: {} as { params: TParams },
      context: {} as LoaderContext<TData, TParams>,
      events: {} as LoaderEvent,
      tags: {} as 'busy',
    },
    actors: {
      load: service<{ data: TData }, { params: TParams }>('load'),
      watchChanges: listener<EventObject, { params: TParams }>('watchChanges'),
      untilBack,
    },
    delays: {
      again: ({ context }) => Math.min(shortestInterval * 2 ** context.rounds, longestInterval),
    },
    guards: { goesOn: ({ context }) => context.data !== undefined && goesOn(context.data) },
    actions: {
      storeData: assign({ data: (_, params: { data: TData }) => params.data, problem: undefined }),
      storeProblem: assign({ problem: (_, params: { error: unknown }) => problemOf(params.error) }),
      countRound: assign({ rounds: ({ context }) => context.rounds + 1 }),
      startOver: assign({ rounds: 0 }),
    },
  }).createMachine({
    id: 'loader',
    description:
      'The loader reads data for a screen. The last answer stays visible during the next load. While the data is still changing (`goesOn`), as the list of accounts is while an account is new, the loader reads it again at growing intervals. `failed` shows no toast and offers another try. The loader also tries again when the network is back or the operator returns to the page.',
    context: ({ input }) => ({ params: input.params, data: undefined, problem: undefined, rounds: 0 }),
    /** If changes are not watched any more, the list loads only on request. */
    invoke: {
      id: 'changes',
      src: 'watchChanges',
      input: ({ context }) => ({ params: context.params }),
      onError: {},
    },
    initial: 'loading',
    states: {
      loading: {
        tags: 'busy',
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ context }) => ({ params: context.params }),
          onDone: { target: 'loaded', actions: { type: 'storeData', params: ({ event }) => event.output } },
          onError: { target: 'failed', actions: { type: 'storeProblem', params: ({ event }) => event } },
        },
        on: { 'list.reload': { target: 'loading', reenter: true, actions: 'startOver' } },
      },
      loaded: {
        after: { again: { guard: 'goesOn', target: 'loading', actions: 'countRound' } },
        on: { 'list.reload': { target: 'loading', actions: 'startOver' } },
      },
      failed: { invoke: recovery, on: { 'list.reload': { target: 'loading', actions: 'startOver' } } },
    },
  })

export type LoaderLogic<TData, TParams = undefined> = ReturnType<typeof createLoader<TData, TParams>>
