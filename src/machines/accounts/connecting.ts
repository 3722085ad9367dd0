import { type ActorRefFrom, assign, emit, setup } from 'xstate'
import type { Connection } from '../../schemas/accounts/connections'
import { publicMessages } from '../../schemas/commonMessages'
import { failedBy, type Toast } from '../crud/emitted'
import { service } from '../crud/service'

export type ConnectingEvent =
  | { type: 'page.reload' }
  /** `group`: the group that a new account joins; empty for none. */
  | { type: 'connect.request'; group: string }
  /** The browser restored this page from its memory after Back on X's page. */
  | { type: 'page.shown' }

export interface ConnectingContext {
  /** The account to connect again; undefined if any account may be connected. */
  accountId: number | undefined
  connection: Connection | undefined
  group: string
}

export interface ConsentAsked {
  group: string
  account_id: number | undefined
}

type Loaded = { connection: Connection | null }

export const connectingMachine = setup({
  types: {
    input: {} as { accountId: number | undefined },
    context: {} as ConnectingContext,
    events: {} as ConnectingEvent,
    emitted: {} as Toast,
    tags: {} as 'busy',
  },
  actors: {
    /** null: the provider does not know this call. */
    load: service<Connection | null, { accountId: number | undefined }>('load'),
    leave: service<void, ConsentAsked>('leave'),
  },
  guards: {
    isAbsent: (_, params: Loaded) => params.connection === null,
    isUnavailable: (_, { connection }: Loaded) => connection !== null && connection.unavailable !== null,
  },
  actions: {
    storeConnection: assign({ connection: (_, { connection }: Loaded) => connection ?? undefined }),
    storeGroup: assign({ group: (_, { group }: { group: string }) => group }),
    announceFailure: emit(failedBy(publicMessages.failure)),
  },
}).createMachine({
  id: 'connecting',
  description: "This chart reads which ways of connecting accounts the server offers, and opens X's consent page.",
  context: ({ input: { accountId } }) => ({ accountId, connection: undefined, group: '' }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context: { accountId } }) => ({ accountId }),
        onDone: [
          { guard: { type: 'isAbsent', params: ({ event }) => ({ connection: event.output }) }, target: 'absent' },
          {
            guard: { type: 'isUnavailable', params: ({ event }) => ({ connection: event.output }) },
            target: 'unavailable',
            actions: { type: 'storeConnection', params: ({ event }) => ({ connection: event.output }) },
          },
          {
            target: 'ready',
            actions: { type: 'storeConnection', params: ({ event }) => ({ connection: event.output }) },
          },
        ],
        onError: 'unknown',
      },
    },
    absent: { description: 'The provider does not offer this call.' },
    unknown: { on: { 'page.reload': 'loading' } },
    unavailable: { on: { 'page.reload': 'loading' } },
    ready: {
      on: {
        'page.reload': 'loading',
        'connect.request': { target: 'leaving', actions: { type: 'storeGroup', params: ({ event }) => event } },
      },
    },
    leaving: {
      tags: 'busy',
      invoke: {
        id: 'leave',
        src: 'leave',
        input: ({ context: { group, accountId } }) => ({ group, account_id: accountId }),
        onDone: 'left',
        onError: { target: 'ready', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    left: {
      description: "The browser is opening X's page. An operator who stays on this page can start again.",
      on: {
        'page.shown': 'ready',
        'connect.request': { target: 'leaving', actions: { type: 'storeGroup', params: ({ event }) => event } },
      },
    },
  },
})

export type ConnectingRef = ActorRefFrom<typeof connectingMachine>
