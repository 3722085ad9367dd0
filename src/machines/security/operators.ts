import { type ActorRefFrom, assertEvent, assign, emit, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import type { Grant, OperatorEntry, Pass } from '../../schemas/security/operators'
import * as words from '../../schemas/security/security.words'
import { failedBy, succeeded, type Toast } from '../crud/emitted'
import { present } from '../crud/present'
import { listener, service } from '../crud/service'
import { recovery, untilBack } from './recovery'

export interface OperatorAct {
  act: 'disable' | 'enable' | 'nameAdministrator' | 'removeAdministrator' | 'takeFactor' | 'delete'
  operator: OperatorEntry
}

export type OperatorsEvent =
  | { type: 'list.reload' }
  | { type: 'operator.invite' }
  | { type: 'password.reset'; operator: OperatorEntry }
  | { type: 'offer.close' }
  | { type: 'page.discard' }
  | { type: 'operator.disable'; operator: OperatorEntry }
  | { type: 'operator.enable'; operator: OperatorEntry }
  | { type: 'administrator.name'; operator: OperatorEntry }
  | { type: 'administrator.remove'; operator: OperatorEntry }
  | { type: 'grant.end'; grant: Grant }
  | { type: 'tokens.changed' }
  | { type: 'factor.request'; operator: OperatorEntry }
  | { type: 'factor.confirm' }
  | { type: 'factor.cancel' }
  | { type: 'delete.request'; operator: OperatorEntry }
  | { type: 'delete.confirm' }
  | { type: 'delete.cancel' }

export interface Offer {
  pass: Pass
  operator: OperatorEntry | undefined
}

interface Loaded {
  operators: OperatorEntry[]
  /** One-time links and API tokens of all operators; undefined if the server does not list them. */
  grants: Grant[] | undefined
}

interface OperatorsContext {
  operators: OperatorEntry[] | undefined
  grants: Grant[] | undefined
  /** The server stores only its hash, so it cannot be shown again. */
  offer: Offer | undefined
  asked: OperatorEntry | undefined
}

export const operatorsMachine = setup({
  types: {
    context: {} as OperatorsContext,
    events: {} as OperatorsEvent,
    emitted: {} as Toast,
    tags: {} as 'busy' | 'writing' | 'shownOnce',
  },
  actors: {
    load: service<Loaded>('load'),
    offer: service<Offer, Pick<Offer, 'operator'>>('offer'),
    act: service<void, OperatorAct>('act'),
    endGrant: service<void, { grant: Grant }>('endGrant'),
    watchTokens: listener('watchTokens'),
    untilBack,
  },
  actions: {
    show: assign((_, { operators, grants }: Loaded) => ({ operators, grants })),
    keepOffer: assign({ offer: (_, offer: Offer) => offer }),
    forgetOffer: assign({ offer: undefined }),
    keepAsked: assign({ asked: (_, { operator }: { operator: OperatorEntry }) => operator }),
    forgetAsked: assign({ asked: undefined }),
    announce: emit((_, { message }: { message: string }) => succeeded(message)),
    announceFailure: emit(failedBy(publicMessages.failure)),
  },
}).createMachine({
  id: 'operators',
  description:
    'The list of operators, for an administrator. A link for an invitation or a new password is shown once. Before an operator is deleted or their second factor is turned off, the page explains the consequences.',
  context: { operators: undefined, grants: undefined, offer: undefined, asked: undefined },
  invoke: { id: 'tokens', src: 'watchTokens', onError: {} },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      on: { 'tokens.changed': { target: 'loading', reenter: true } },
      invoke: {
        id: 'load',
        src: 'load',
        onDone: { target: 'shown', actions: { type: 'show', params: ({ event }) => event.output } },
        onError: 'failed',
      },
    },
    failed: { invoke: recovery, on: { 'list.reload': 'loading' } },
    shown: {
      on: {
        'list.reload': 'loading',
        'tokens.changed': 'loading',
        'operator.invite': 'inviting',
        'password.reset': 'resetting',
        'operator.disable': 'disabling',
        'operator.enable': 'enabling',
        'administrator.name': 'naming',
        'administrator.remove': 'removing',
        'grant.end': 'endingGrant',
        'factor.request': {
          target: 'confirmingFactor',
          actions: { type: 'keepAsked', params: ({ event }) => event },
        },
        'delete.request': {
          target: 'confirming',
          actions: { type: 'keepAsked', params: ({ event }) => event },
        },
      },
    },
    inviting: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'invite',
        src: 'offer',
        input: { operator: undefined },
        onDone: { target: 'linkShown', actions: { type: 'keepOffer', params: ({ event }) => event.output } },
        onError: { target: 'shown', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    resetting: {
      description: "The operator's password stays valid until somebody uses the link.",
      tags: ['busy', 'writing'],
      invoke: {
        id: 'reset',
        src: 'offer',
        input: ({ event }) => {
          assertEvent(event, 'password.reset')
          return { operator: event.operator }
        },
        onDone: { target: 'linkShown', actions: { type: 'keepOffer', params: ({ event }) => event.output } },
        onError: { target: 'shown', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    linkShown: {
      description:
        'Leaving this state deletes the link from memory. No other link replaces it before the administrator has sent it.',
      tags: 'shownOnce',
      exit: 'forgetOffer',
      on: { 'offer.close': 'loading', 'page.discard': 'shown' },
    },
    disabling: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'disable',
        src: 'act',
        input: ({ event }) => {
          assertEvent(event, 'operator.disable')
          return { act: 'disable', operator: event.operator }
        },
        onDone: {
          target: 'loading',
          actions: { type: 'announce', params: { message: words.operatorDisabled } },
        },
        onError: { target: 'shown', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    enabling: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'enable',
        src: 'act',
        input: ({ event }) => {
          assertEvent(event, 'operator.enable')
          return { act: 'enable', operator: event.operator }
        },
        onDone: { target: 'loading', actions: { type: 'announce', params: { message: words.operatorEnabled } } },
        onError: { target: 'shown', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    naming: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'nameAdministrator',
        src: 'act',
        input: ({ event }) => {
          assertEvent(event, 'administrator.name')
          return { act: 'nameAdministrator', operator: event.operator }
        },
        onDone: { target: 'loading', actions: { type: 'announce', params: { message: words.administratorNamed } } },
        onError: { target: 'shown', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    removing: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'removeAdministrator',
        src: 'act',
        input: ({ event }) => {
          assertEvent(event, 'administrator.remove')
          return { act: 'removeAdministrator', operator: event.operator }
        },
        onDone: {
          target: 'loading',
          actions: { type: 'announce', params: { message: words.administratorRemoved } },
        },
        onError: { target: 'shown', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    endingGrant: {
      description: 'The list is read again even after a failure, because somebody may have used the link.',
      tags: ['busy', 'writing'],
      invoke: {
        id: 'endGrant',
        src: 'endGrant',
        input: ({ event }) => {
          assertEvent(event, 'grant.end')
          return { grant: event.grant }
        },
        onDone: { target: 'loading', actions: { type: 'announce', params: { message: words.grantRevoked } } },
        onError: { target: 'loading', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    confirmingFactor: {
      description: 'The second factor protects another person, so the page first explains which protection remains.',
      on: { 'factor.confirm': 'takingFactor', 'factor.cancel': { target: 'shown', actions: 'forgetAsked' } },
    },
    takingFactor: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'takeFactor',
        src: 'act',
        input: ({ context }) => ({
          act: 'takeFactor',
          operator: present(context.asked, 'operator who loses the second factor'),
        }),
        onDone: {
          target: 'loading',
          actions: { type: 'announce', params: { message: words.factorOfOperatorOff } },
        },
        onError: { target: 'shown', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    confirming: {
      description: "The page explains what happens to the operator's data before it is deleted.",
      on: { 'delete.confirm': 'deleting', 'delete.cancel': { target: 'shown', actions: 'forgetAsked' } },
    },
    deleting: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'delete',
        src: 'act',
        input: ({ context }) => ({ act: 'delete', operator: present(context.asked, 'operator to delete') }),
        onDone: { target: 'loading', actions: { type: 'announce', params: { message: words.operatorDeleted } } },
        onError: { target: 'shown', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
  },
})

export type OperatorsRef = ActorRefFrom<typeof operatorsMachine>
