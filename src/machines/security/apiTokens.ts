import { type ActorRefFrom, assertEvent, assign, emit, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import type { ApiToken, ApiTokenBody, NewApiToken } from '../../schemas/security/apiTokens'
import * as words from '../../schemas/security/security.words'
import { failedBy, succeeded, type Toast } from '../crud/emitted'
import { failureText } from '../crud/failure'
import { loadingStates } from '../crud/loading'
import { present } from '../crud/present'
import { service } from '../crud/service'
import { untilBack } from './recovery'

export type ApiTokensEvent =
  | { type: 'page.reload' }
  | { type: 'token.make'; body: ApiTokenBody }
  | { type: 'token.stored' }
  | { type: 'page.discard' }
  | { type: 'end.request'; ending: ApiToken }
  | { type: 'end.confirm' }
  | { type: 'end.cancel' }

interface ApiTokensContext {
  tokens: ApiToken[] | undefined
  /** The server stores only its hash, so it cannot be shown again. */
  made: NewApiToken | undefined
  refusal: string | undefined
  ending: ApiToken | undefined
}

export const apiTokensMachine = setup({
  types: {
    context: {} as ApiTokensContext,
    events: {} as ApiTokensEvent,
    emitted: {} as Toast | { type: 'token.made' },
    tags: {} as 'busy' | 'writing' | 'shownOnce',
  },
  actors: {
    load: service<{ tokens: ApiToken[] | undefined }>('load'),
    make: service<NewApiToken, ApiTokenBody>('make'),
    end: service<void, { token: ApiToken }>('end'),
    untilBack,
  },
  guards: { isKnown: (_, { tokens }: { tokens: ApiToken[] | undefined }) => tokens !== undefined },
  actions: {
    show: assign({ tokens: (_, { tokens }: { tokens: ApiToken[] | undefined }) => tokens }),
    keepMade: assign({ made: (_, { made }: { made: NewApiToken }) => made }),
    forgetMade: assign({ made: undefined }),
    forgetRefusal: assign({ refusal: undefined }),
    keepRefusal: assign({
      refusal: (_, { error }: { error: unknown }) => failureText(error, publicMessages.failure),
    }),
    keepEnding: assign((_, { ending }: { ending: ApiToken }) => ({ ending })),
    forgetEnding: assign({ ending: undefined }),
    tellMade: emit({ type: 'token.made' }),
    announceEnded: emit(succeeded(words.tokenRevoked)),
    announceFailure: emit(failedBy(publicMessages.failure)),
  },
}).createMachine({
  id: 'apiTokens',
  description:
    "The operator's API tokens, with which scripts and agents call the server. A new token is shown once, until the operator has stored it. A token is revoked only after a confirmation.",
  context: { tokens: undefined, made: undefined, refusal: undefined, ending: undefined },
  initial: 'loading',
  states: {
    ...loadingStates<{ tokens: ApiToken[] | undefined }>(),
    shown: {
      on: {
        'token.make': 'making',
        'end.request': { target: 'confirmingEnd', actions: { type: 'keepEnding', params: ({ event }) => event } },
      },
    },
    making: {
      tags: ['busy', 'writing'],
      entry: 'forgetRefusal',
      invoke: {
        id: 'make',
        src: 'make',
        input: ({ event }) => {
          assertEvent(event, 'token.make')
          return event.body
        },
        onDone: {
          target: 'tokenShown',
          actions: [{ type: 'keepMade', params: ({ event }) => ({ made: event.output }) }, 'tellMade'],
        },
        onError: { target: 'shown', actions: { type: 'keepRefusal', params: ({ event }) => event } },
      },
    },
    tokenShown: {
      description:
        'Leaving this state deletes the token from memory. No other state shows it, and the server stores only its hash.',
      tags: 'shownOnce',
      exit: 'forgetMade',
      on: {
        'token.stored': 'loading',
        'page.discard': 'loading',
      },
    },
    confirmingEnd: {
      on: {
        'end.confirm': 'ending',
        'end.cancel': { target: 'shown', actions: 'forgetEnding' },
      },
    },
    ending: {
      tags: ['busy', 'writing'],
      exit: 'forgetEnding',
      invoke: {
        id: 'end',
        src: 'end',
        input: ({ context }) => ({ token: present(context.ending, 'token to end') }),
        onDone: { target: 'loading', actions: 'announceEnded' },
        onError: { target: 'loading', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
  },
})

export type ApiTokensRef = ActorRefFrom<typeof apiTokensMachine>
