import { assign, setup } from 'xstate'
import { service } from './service'

export type LoaderEvent = { type: 'reload' }

/** Loads one thing, keeps showing the last answer while it loads again, and can be asked again after a failure. */
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
      },
      loaded: { on: { reload: 'loading' } },
      failed: { on: { reload: 'loading' } },
    },
  })

export type LoaderLogic<TData, TParams = undefined> = ReturnType<typeof createLoader<TData, TParams>>
