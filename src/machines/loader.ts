import { assign, setup } from 'xstate'
import { service } from './service'

export type LoaderEvent = { type: 'reload' }

/**
 * Loads one thing and keeps showing the last answer while it loads again. Asked again while it loads, it starts over:
 * the answer under way may be older than what the asker knows.
 */
export const createLoader = <TData, TParams = undefined>() =>
  setup({
    types: {
      input: {} as { params: TParams },
      context: {} as { params: TParams; data: TData | undefined },
      events: {} as LoaderEvent,
      tags: {} as 'busy',
    },
    actors: { load: service<{ data: TData }, { params: TParams }>('load') },
    actions: {
      storeData: assign({ data: (_, params: { data: TData }) => params.data }),
    },
  }).createMachine({
    id: 'loader',
    context: ({ input }) => ({ params: input.params, data: undefined }),
    initial: 'loading',
    states: {
      loading: {
        tags: 'busy',
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ context }) => ({ params: context.params }),
          onDone: { target: 'loaded', actions: { type: 'storeData', params: ({ event }) => event.output } },
          onError: 'failed',
        },
        on: { reload: { target: 'loading', reenter: true } },
      },
      loaded: { on: { reload: 'loading' } },
      failed: { on: { reload: 'loading' } },
    },
  })

export type LoaderLogic<TData, TParams = undefined> = ReturnType<typeof createLoader<TData, TParams>>
