import { type ActorRefFrom, assign, emit, setup } from 'xstate'
import { publicMessages } from '../schemas/commonMessages'
import type { Connection } from '../schemas/connections'
import { failedBy, type Toast } from './emitted'
import { service } from './service'

export type ConnectingEvent =
  | { type: 'page.reload' }
  /** `group`: which one an account joins that is new here, empty for none. */
  | { type: 'connect.request'; group: string }
  /** The browser shows this page again, from its memory: X's page was left by the back button. */
  | { type: 'page.shown' }

export interface ConnectingContext {
  /** The one to connect again; undefined for whichever one consents. */
  accountId: number | undefined
  /** Those that can be moved are the first page of all, or the account itself. */
  connection: Connection | undefined
  group: string
}

/** For whom X is asked: whoever consents, who then joins the group, or one account that is connected already. */
export interface ConsentAsked {
  group: string
  account_id: number | undefined
}

type Loaded = { connection: Connection | null }

/** This chart reads which ways of connecting accounts the server offers, and opens X's consent page. */
export const connectingMachine = setup({
  types: {
    input: {} as { accountId: number | undefined },
    context: {} as ConnectingContext,
    events: {} as ConnectingEvent,
    emitted: {} as Toast,
    tags: {} as 'busy',
  },
  actors: {
    /** null: another provider, which knows no such way. */
    load: service<Connection | null, { accountId: number | undefined }>('load'),
    /** Asks for X's page and leads the browser there. */
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
    absent: { description: 'Another provider answers the calls and does not know this one.' },
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
