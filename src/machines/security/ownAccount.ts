import { type ActorRefFrom, assertEvent, assign, emit, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import type { Me, PasswordBody, SessionEntry } from '../../schemas/security/operators'
import * as words from '../../schemas/security/security.words'
import { failedBy, succeeded, type Toast } from '../crud/emitted'
import { failureText } from '../crud/failure'
import { loadingStates } from '../crud/loading'
import { present } from '../crud/present'
import { service } from '../crud/service'
import { recovery, untilBack } from './recovery'

export interface OwnAccount {
  me: Me
  sessions: SessionEntry[]
}

export type OwnAccountEvent =
  | { type: 'page.reload' }
  | { type: 'notice.dismiss' }
  | { type: 'password.change'; body: PasswordBody }
  | { type: 'session.end'; id: SessionEntry['id'] }
  | { type: 'others.end' }

interface OwnAccountContext {
  account: OwnAccount | undefined
  refusal: string | undefined
  ending: SessionEntry['id'] | undefined
}

const firstLoad = loadingStates<{ account: OwnAccount | undefined }>()

export const ownAccountMachine = setup({
  types: {
    context: {} as OwnAccountContext,
    events: {} as OwnAccountEvent,
    emitted: {} as Toast | { type: 'password.changed' },
    tags: {} as 'busy' | 'writing',
  },
  actors: {
    load: service<{ account: OwnAccount | undefined }>('load'),
    dismissNotice: service<void>('dismissNotice'),
    changePassword: service<void, PasswordBody>('changePassword'),
    endSession: service<void, { id: SessionEntry['id'] }>('endSession'),
    /** Also ends sessions that are not listed and API tokens, if the provider knows such a call. */
    endOthers: service<void, { listed: SessionEntry['id'][] }>('endOthers'),
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
    keepEnding: assign({ ending: (_, { id }: { id: SessionEntry['id'] }) => id }),
    forgetEnding: assign({ ending: undefined }),
    announceChanged: emit(succeeded(words.passwordChanged)),
    tellChanged: emit({ type: 'password.changed' }),
    announceEnded: emit(succeeded(words.sessionEnded)),
    announceOthersEnded: emit(succeeded(words.signedOutElsewhere)),
    announceFailure: emit(failedBy(publicMessages.failure)),
  },
}).createMachine({
  id: 'ownAccount',
  description:
    "The operator's own password and sessions, and notices that stay until the operator has dismissed them. Changing the password ends all other sessions, so the list is read again. Only the event contains the passwords.",
  context: { account: undefined, refusal: undefined, ending: undefined },
  initial: 'loading',
  states: {
    ...firstLoad,
    loading: {
      ...firstLoad.loading,
      invoke: {
        ...firstLoad.loading.invoke,
        onError: [{ guard: 'wasKnown', target: 'shown.stale' }, { target: 'failed' }],
      },
    },
    shown: {
      on: {
        'page.reload': 'loading',
        'notice.dismiss': 'dismissing',
        'password.change': { target: 'changing', actions: 'forgetRefusal' },
        'session.end': { target: 'ending', actions: { type: 'keepEnding', params: ({ event }) => event } },
        'others.end': 'endingOthers',
      },
      initial: 'fresh',
      states: {
        fresh: {},
        stale: {
          description: 'The earlier list stays visible, and so does anything that the page shows only once.',
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
      description: 'Only the event contains the passwords, never the context.',
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
      exit: 'forgetEnding',
      invoke: {
        id: 'endSession',
        src: 'endSession',
        input: ({ context }) => ({ id: present(context.ending, 'session to end') }),
        onDone: { target: 'loading', actions: 'announceEnded' },
        onError: { target: 'loading', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    endingOthers: {
      description: 'Sessions that are not listed and API tokens end too, because a thief may have created them.',
      tags: ['busy', 'writing'],
      invoke: {
        id: 'endOthers',
        src: 'endOthers',
        input: ({ context }) => ({ listed: othersOf(context.account) }),
        onDone: { target: 'loading', actions: 'announceOthersEnded' },
        onError: { target: 'loading', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
  },
})

const othersOf = (account: OwnAccount | undefined): SessionEntry['id'][] =>
  (account?.sessions ?? []).filter(({ current }) => !current).map(({ id }) => id)

export type OwnAccountRef = ActorRefFrom<typeof ownAccountMachine>
