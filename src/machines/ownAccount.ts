import { type ActorRefFrom, assertEvent, assign, emit, setup } from 'xstate'
import { publicMessages } from '../schemas/commonMessages'
import type { Me, PasswordBody, SessionEntry } from '../schemas/operators'
import { failedBy, succeeded, type Toast } from './emitted'
import { failureText } from './failure'
import { recovery, untilBack } from './recovery'
import { service } from './service'

/** Who is signed in, and everywhere as whom. */
export interface OwnAccount {
  me: Me
  sessions: SessionEntry[]
}

export type OwnAccountEvent =
  | { type: 'page.reload' }
  | { type: 'notice.dismiss' }
  | { type: 'password.change'; body: PasswordBody }
  | { type: 'sessions.end'; ids: SessionEntry['id'][] }

interface OwnAccountContext {
  account: OwnAccount | undefined
  /** Why the password was not changed. */
  refusal: string | undefined
  ids: SessionEntry['id'][]
}

/** What an operator does about his own password and sessions. A provider of the specified calls alone knows neither. */
export const ownAccountMachine = setup({
  types: {
    context: {} as OwnAccountContext,
    events: {} as OwnAccountEvent,
    emitted: {} as Toast | { type: 'password.changed' },
    tags: {} as 'busy' | 'writing',
  },
  actors: {
    /** Undefined where the provider does not know the calls. */
    load: service<{ account: OwnAccount | undefined }>('load'),
    dismissNotice: service<void>('dismissNotice'),
    changePassword: service<void, PasswordBody>('changePassword'),
    endSessions: service<void, { ids: SessionEntry['id'][] }>('endSessions'),
    untilBack,
  },
  guards: {
    isKnown: (_, { account }: { account: OwnAccount | undefined }) => account !== undefined,
    wasKnown: ({ context }) => context.account !== undefined,
  },
  actions: {
    show: assign({ account: (_, { account }: { account: OwnAccount | undefined }) => account }),
    forgetRefusal: assign({ refusal: undefined }),
    keepRefusal: assign({
      refusal: (_, { error }: { error: unknown }) => failureText(error, publicMessages.failure),
    }),
    keepIds: assign({ ids: (_, { ids }: { ids: SessionEntry['id'][] }) => ids }),
    announceChanged: emit(succeeded('Password changed. All other sessions ended.')),
    tellChanged: emit({ type: 'password.changed' }),
    announceEnded: emit(({ context }) => succeeded(context.ids.length === 1 ? 'Session ended' : 'Sessions ended')),
    announceFailure: emit(failedBy(publicMessages.failure)),
  },
}).createMachine({
  id: 'ownAccount',
  description:
    'The operator’s own password and sessions, and what he is to be told until he has read it. A changed password ends all other sessions, so that the list is read again. The passwords are in the event alone.',
  context: { account: undefined, refusal: undefined, ids: [] },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'load',
        onDone: [
          {
            guard: { type: 'isKnown', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'show', params: ({ event }) => event.output },
          },
          'absent',
        ],
        onError: [{ guard: 'wasKnown', target: 'shown.stale' }, { target: 'failed' }],
      },
    },
    absent: {},
    failed: { invoke: recovery, on: { 'page.reload': 'loading' } },
    shown: {
      on: {
        'page.reload': 'loading',
        'notice.dismiss': 'dismissing',
        'password.change': { target: 'changing', actions: 'forgetRefusal' },
        'sessions.end': { target: 'ending', actions: { type: 'keepIds', params: ({ event }) => event } },
      },
      initial: 'fresh',
      states: {
        fresh: {},
        stale: {
          description: 'What was known stays, and beside it what the page shows once.',
          invoke: { ...recovery, onDone: '#ownAccount.loading' },
        },
      },
    },
    dismissing: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'dismissNotice',
        src: 'dismissNotice',
        onDone: 'loading',
        onError: { target: 'shown', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    changing: {
      description: 'The passwords are in the event alone, never in the context.',
      tags: ['busy', 'writing'],
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ event }) => {
          assertEvent(event, 'password.change')
          return event.body
        },
        onDone: { target: 'loading', actions: ['announceChanged', 'tellChanged'] },
        onError: { target: 'shown', actions: { type: 'keepRefusal', params: ({ event }) => event } },
      },
    },
    ending: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'endSessions',
        src: 'endSessions',
        input: ({ context }) => ({ ids: context.ids }),
        onDone: { target: 'loading', actions: 'announceEnded' },
        onError: { target: 'loading', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
  },
})

export type OwnAccountRef = ActorRefFrom<typeof ownAccountMachine>
