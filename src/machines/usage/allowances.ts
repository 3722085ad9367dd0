import { type ActorRefFrom, assertEvent, assign, emit, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import type { OperatorEntry } from '../../schemas/security/operators'
import type { Allowances, OwnAllowances } from '../../schemas/usage/allowances'
import * as words from '../../schemas/usage/usage.words'
import { failedBy, succeeded, type Toast } from '../crud/emitted'
import { present } from '../crud/present'
import { service } from '../crud/service'
import { recovery, untilBack } from '../security/recovery'

export type AllowancesEvent =
  | { type: 'allowances.open'; operator: OperatorEntry }
  | { type: 'page.reload' }
  | { type: 'allowances.save'; own: OwnAllowances }
  | { type: 'allowances.close' }

interface AllowancesContext {
  operator: OperatorEntry | undefined
  allowances: Allowances | undefined
}

interface Asked {
  operatorId: OperatorEntry['id']
}

export const allowancesMachine = setup({
  types: {
    context: {} as AllowancesContext,
    events: {} as AllowancesEvent,
    emitted: {} as Toast,
    tags: {} as 'busy' | 'writing',
  },
  actors: {
    load: service<{ allowances: Allowances }, Asked>('load'),
    save: service<void, Asked & { own: OwnAllowances }>('save'),
    untilBack,
  },
  actions: {
    choose: assign({ operator: (_, { operator }: { operator: OperatorEntry }) => operator, allowances: undefined }),
    show: assign({ allowances: (_, { allowances }: { allowances: Allowances }) => allowances }),
    announceSaved: emit(succeeded(words.limitsSaved)),
    announceFailure: emit(failedBy(publicMessages.failure)),
  },
}).createMachine({
  id: 'allowances',
  description:
    "An administrator reads and sets one operator's daily limits in a dialog. After a failed load the administrator can load again. After a refused save the fields keep their values.",
  context: { operator: undefined, allowances: undefined },
  initial: 'closed',
  states: {
    closed: {
      on: { 'allowances.open': { target: 'loading', actions: { type: 'choose', params: ({ event }) => event } } },
    },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context }) => ({ operatorId: present(context.operator, 'operator').id }),
        onDone: { target: 'shown', actions: { type: 'show', params: ({ event }) => event.output } },
        onError: 'failed',
      },
      on: { 'allowances.close': 'closed' },
    },
    failed: { invoke: recovery, on: { 'page.reload': 'loading', 'allowances.close': 'closed' } },
    shown: { on: { 'allowances.save': 'saving', 'allowances.close': 'closed' } },
    saving: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context, event }) => {
          assertEvent(event, 'allowances.save')
          return { operatorId: present(context.operator, 'operator').id, own: event.own }
        },
        onDone: { target: 'closed', actions: 'announceSaved' },
        onError: { target: 'shown', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
  },
})

export type AllowancesRef = ActorRefFrom<typeof allowancesMachine>
