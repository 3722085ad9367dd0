import { assign, emit, setup } from 'xstate'
import type { StoredAccount } from '../../schemas/accounts/accountEdit'
import type { RecordId } from '../../schemas/base'
import { publicMessages } from '../../schemas/commonMessages'
import { failedBy, type Toast } from '../crud/emitted'
import { service } from '../crud/service'

export type AccountCheckEvent = { type: 'check.request' }

export const accountCheckMachine = setup({
  types: {
    input: {} as { id: RecordId },
    context: {} as { id: RecordId; answer: StoredAccount | undefined },
    events: {} as AccountCheckEvent,
    emitted: {} as Toast,
    tags: {} as 'busy',
  },
  actors: { verify: service<StoredAccount, { id: RecordId }>('verify') },
  actions: {
    storeAnswer: assign({ answer: (_, params: { answer: StoredAccount }) => params.answer }),
    announceFailure: emit(failedBy(publicMessages.failure)),
  },
}).createMachine({
  id: 'accountCheck',
  description: 'This chart asks X whether one account may post, when the operator requests the check.',
  context: ({ input }) => ({ id: input.id, answer: undefined }),
  initial: 'unchecked',
  states: {
    unchecked: { on: { 'check.request': 'checking' } },
    checking: {
      tags: 'busy',
      invoke: {
        id: 'verify',
        src: 'verify',
        input: ({ context }) => ({ id: context.id }),
        onDone: {
          target: 'checked',
          actions: { type: 'storeAnswer', params: ({ event }) => ({ answer: event.output }) },
        },
        onError: { target: 'unchecked', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    checked: { on: { 'check.request': 'checking' } },
  },
})
