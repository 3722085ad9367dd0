import { type ActorRefFrom, assign, emit, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import type { Budget, Price } from '../../schemas/usage/money'
import * as words from '../../schemas/usage/usage.words'
import { failedBy, succeeded, type Toast } from '../crud/emitted'
import { loadingStates } from '../crud/loading'
import { service } from '../crud/service'
import { untilBack } from '../security/recovery'

export type SpendingEvent =
  | { type: 'page.reload' }
  /** Micro-dollars a day; null for no limit. */
  | { type: 'budget.save'; daily: Price }

interface SpendingContext<TSpending> {
  spending: TSpending | undefined
  daily: Price
}

export const createSpending = <TSpending extends { budget: Budget }>() =>
  setup({
    types: {
      context: {} as SpendingContext<TSpending>,
      events: {} as SpendingEvent,
      emitted: {} as Toast,
      tags: {} as 'busy' | 'writing',
    },
    actors: {
      load: service<{ spending: TSpending | undefined }>('load'),
      save: service<Budget, { daily: Price }>('save'),
      untilBack,
    },
    guards: {
      isKnown: (_, params: { spending: TSpending | undefined }) => params.spending !== undefined,
    },
    actions: {
      show: assign({ spending: (_, params: { spending: TSpending | undefined }) => params.spending }),
      storeDaily: assign({ daily: (_, params: { daily: Price }) => params.daily }),
      storeBudget: assign({
        spending: ({ context }, params: { budget: Budget }) =>
          context.spending && { ...context.spending, budget: params.budget },
      }),
      announceSaved: emit(succeeded(words.budgetSaved)),
      announceFailure: emit(failedBy(publicMessages.failure)),
    },
  }).createMachine({
    id: 'spending',
    description:
      'The cost of calls to X or to models, and the daily budget. `absent` means that the provider offers only the specified calls.',
    context: { spending: undefined, daily: null },
    initial: 'loading',
    states: {
      ...loadingStates<{ spending: TSpending | undefined }>(),
      shown: {
        on: {
          'page.reload': 'loading',
          'budget.save': { target: 'saving', actions: { type: 'storeDaily', params: ({ event }) => event } },
        },
      },
      saving: {
        tags: ['busy', 'writing'],
        invoke: {
          id: 'save',
          src: 'save',
          input: ({ context }) => ({ daily: context.daily }),
          onDone: {
            target: 'shown',
            actions: [{ type: 'storeBudget', params: ({ event }) => ({ budget: event.output }) }, 'announceSaved'],
          },
          onError: { target: 'shown', actions: { type: 'announceFailure', params: ({ event }) => event } },
        },
      },
    },
  })

type SpendingLogic<TSpending extends { budget: Budget }> = ReturnType<typeof createSpending<TSpending>>

export type BudgetRef = Pick<ActorRefFrom<SpendingLogic<{ budget: Budget }>>, 'send'>
