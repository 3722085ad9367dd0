import { type ActorRefFrom, assign, setup } from 'xstate'
import type { Tried } from '../../schemas/characters/models'
import { type Problem, problemOf } from '../crud/failure'
import { service } from '../crud/service'

export type ModelTrialEvent = { type: 'trial.request'; model_name: string }

interface ModelTrialContext {
  model_name: string
  tried: Tried | undefined
  problem: Problem | undefined
}

export const modelTrialMachine = setup({
  types: {
    context: {} as ModelTrialContext,
    events: {} as ModelTrialEvent,
    tags: {} as 'busy',
  },
  actors: { tryModel: service<Tried, { model_name: string }>('tryModel') },
  guards: {
    isNamed: (_, { model_name }: { model_name: string }) => model_name !== '',
    isOther: ({ context }, { model_name }: { model_name: string }) =>
      model_name !== '' && model_name !== context.model_name,
  },
  actions: {
    begin: assign((_, { model_name }: { model_name: string }) => ({
      model_name,
      tried: undefined,
      problem: undefined,
    })),
    storeTried: assign({ tried: (_, { tried }: { tried: Tried }) => tried }),
    storeProblem: assign({ problem: (_, { error }: { error: unknown }) => problemOf(error) }),
  },
}).createMachine({
  id: 'modelTrial',
  description:
    "A model writes one short reply as a test, and the provider charges for it. The test runs only when the operator starts it, and only once at a time. Starting a test of another model cancels it. Typing another model's name does not.",
  context: { model_name: '', tried: undefined, problem: undefined },
  initial: 'resting',
  states: {
    resting: {
      on: {
        'trial.request': {
          guard: { type: 'isNamed', params: ({ event }) => event },
          target: 'asking',
          actions: { type: 'begin', params: ({ event }) => event },
        },
      },
    },
    asking: {
      tags: 'busy',
      on: {
        'trial.request': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: 'asking',
          reenter: true,
          actions: { type: 'begin', params: ({ event }) => event },
        },
      },
      invoke: {
        id: 'try',
        src: 'tryModel',
        input: ({ context: { model_name } }) => ({ model_name }),
        onDone: {
          target: 'resting',
          actions: { type: 'storeTried', params: ({ event }) => ({ tried: event.output }) },
        },
        onError: { target: 'resting', actions: { type: 'storeProblem', params: ({ event }) => event } },
      },
    },
  },
})

export type ModelTrialRef = ActorRefFrom<typeof modelTrialMachine>
