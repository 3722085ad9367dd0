import { type ActorRefFrom, assign, setup } from 'xstate'
import type { Tried } from '../schemas/models'
import { type Problem, problemOf } from './failure'
import { service } from './service'

export type ModelTrialEvent =
  | { type: 'trial.request'; model_name: string }
  /** Another model is named: what was said of this one goes, and what was not said yet is not waited for. */
  | { type: 'trial.end' }

interface ModelTrialContext {
  model_name: string
  tried: Tried | undefined
  /** Why it could not be tried. */
  problem: Problem | undefined
}

/** Has a model write one short reply, which is paid for. */
export const modelTrialMachine = setup({
  types: {
    context: {} as ModelTrialContext,
    events: {} as ModelTrialEvent,
    tags: {} as 'busy',
  },
  actors: { tryModel: service<Tried, { model_name: string }>('tryModel') },
  guards: { isNamed: (_, { model_name }: { model_name: string }) => model_name !== '' },
  actions: {
    begin: assign((_, { model_name }: { model_name: string }) => ({
      model_name,
      tried: undefined,
      problem: undefined,
    })),
    storeTried: assign({ tried: (_, { tried }: { tried: Tried }) => tried }),
    storeProblem: assign({ problem: (_, { error }: { error: unknown }) => problemOf(error) }),
    forget: assign({ model_name: '', tried: undefined, problem: undefined }),
  },
}).createMachine({
  id: 'modelTrial',
  description:
    'Has a model write one short reply, which is paid for: when the operator asks for it, never again by itself, and not twice at a time. It *ends* where another model is named.',
  context: { model_name: '', tried: undefined, problem: undefined },
  initial: 'resting',
  on: { 'trial.end': '.resting' },
  states: {
    resting: {
      on: {
        'trial.request': {
          guard: { type: 'isNamed', params: ({ event }) => event },
          target: 'asking',
          actions: { type: 'begin', params: ({ event }) => event },
        },
      },
      initial: 'untried',
      states: { untried: { entry: 'forget' }, tried: {}, failed: {} },
    },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'try',
        src: 'tryModel',
        input: ({ context: { model_name } }) => ({ model_name }),
        onDone: {
          target: 'resting.tried',
          actions: { type: 'storeTried', params: ({ event }) => ({ tried: event.output }) },
        },
        onError: { target: 'resting.failed', actions: { type: 'storeProblem', params: ({ event }) => event } },
      },
    },
  },
})

export type ModelTrialRef = ActorRefFrom<typeof modelTrialMachine>
