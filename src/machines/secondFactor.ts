import { type ActorRefFrom, assertEvent, assign, emit, setup } from 'xstate'
import { publicMessages } from '../schemas/commonMessages'
import type { ConfirmationBody, Enrolment, SecondFactor } from '../schemas/secondFactor'
import { failedBy, succeeded, type Toast } from './emitted'
import { failureText, problemStatus } from './failure'
import { loadingStates } from './loading'
import { untilBack } from './recovery'
import { service } from './service'

export type SecondFactorEvent =
  | { type: 'page.reload' }
  | { type: 'factor.start'; current_password: string }
  | { type: 'factor.enrol'; code: string }
  | { type: 'factor.cancel' }
  | { type: 'factor.confirm'; code: string }
  /** Of who has no second factor. */
  | { type: 'factor.confirmByPassword'; current_password: string }
  | { type: 'factor.confirmByPasskey' }
  | { type: 'remove.request' }
  | { type: 'remove.confirm' }
  | { type: 'remove.cancel' }
  | { type: 'renew.request' }
  | { type: 'renew.confirm' }
  | { type: 'renew.cancel' }
  | { type: 'codes.kept' }
  /** It is left although what is shown once was not kept. */
  | { type: 'page.discard' }

interface SecondFactorContext {
  factor: SecondFactor | undefined
  /** What the authenticator app is told, as long as it is on the screen. */
  enrolment: Enrolment | undefined
  /** Shown once: the server keeps their hashes alone. */
  codes: string[] | undefined
  /** Why the last password or code was not taken. */
  refusal: string | undefined
  /** What the last password was given for: the page has a form for each. */
  tried: 'start' | 'confirm'
}

interface Codes {
  recovery_codes: string[]
}

/** So long at least it waits before it asks again whether it is still confirmed: the clocks may differ. */
const askingAgainMs = 10_000
/** And no longer: a timer that is set for longer ends at once. */
const longestWaitMs = 2 ** 31 - 1

/** How an operator switches his authenticator app on and off, and confirms that it is he by a code or a passkey. */
export const secondFactorMachine = setup({
  types: {
    context: {} as SecondFactorContext,
    events: {} as SecondFactorEvent,
    emitted: {} as Toast | { type: 'factor.enrolled' },
    tags: {} as 'busy' | 'writing' | 'shownOnce',
  },
  actors: {
    /** Undefined where the provider does not know the call. */
    load: service<{ factor: SecondFactor | undefined }>('load'),
    start: service<Enrolment, { current_password: string }>('start'),
    enrol: service<Codes, { code: string }>('enrol'),
    confirm: service<void, ConfirmationBody>('confirm'),
    /** The browser's dialog, and what the server says of its answer; stopping it closes that. */
    confirmByPasskey: service<void>('confirmByPasskey'),
    remove: service<void>('remove'),
    renew: service<Codes>('renew'),
    untilBack,
  },
  delays: {
    confirmation: ({ context }) =>
      Math.min(
        longestWaitMs,
        Math.max(askingAgainMs, new Date(context.factor?.confirmed_until ?? 0).getTime() - Date.now()),
      ),
  },
  guards: {
    isKnown: (_, { factor }: { factor: SecondFactor | undefined }) => factor !== undefined,
    isCodeRefused: (_, { error }: { error: unknown }) => [422, 429].includes(problemStatus(error) ?? 0),
    isConfirmed: ({ context }) => typeof context.factor?.confirmed_until === 'string',
  },
  actions: {
    show: assign({ factor: (_, { factor }: { factor: SecondFactor | undefined }) => factor }),
    keepEnrolment: assign({ enrolment: (_, { enrolment }: { enrolment: Enrolment }) => enrolment }),
    forgetEnrolment: assign({ enrolment: undefined }),
    keepCodes: assign({ codes: (_, { recovery_codes }: Codes) => recovery_codes }),
    forgetCodes: assign({ codes: undefined }),
    forgetRefusal: assign({ refusal: undefined }),
    try: assign((_, { tried }: Pick<SecondFactorContext, 'tried'>) => ({ refusal: undefined, tried })),
    keepRefusal: assign({
      refusal: (_, { error }: { error: unknown }) => failureText(error, publicMessages.failure),
    }),
    announce: emit((_, { message }: { message: string }) => succeeded(message)),
    tellEnrolled: emit({ type: 'factor.enrolled' }),
    announceDoubt: emit(
      failedBy('No answer came: look whether your second factor is on. If it is, make new recovery codes.'),
    ),
    announceFailure: emit(failedBy(publicMessages.failure)),
  },
}).createMachine({
  id: 'secondFactor',
  description:
    'The operator’s second factor: the key is shown until a first code of it was right, the recovery codes once. What needs a second factor asks for a code or a passkey first, which is good for ten minutes.',
  context: { factor: undefined, enrolment: undefined, codes: undefined, refusal: undefined, tried: 'start' },
  initial: 'loading',
  states: {
    ...loadingStates<{ factor: SecondFactor | undefined }>(),
    shown: {
      description: 'Once the confirmation is over, the server is asked again.',
      after: { confirmation: { guard: 'isConfirmed', target: 'loading' } },
      on: {
        'page.reload': 'loading',
        'factor.start': 'starting',
        'factor.confirm': 'confirming',
        'factor.confirmByPassword': 'confirming',
        'factor.confirmByPasskey': 'confirmingByPasskey',
        'remove.request': 'confirmingRemoval',
        'renew.request': 'confirmingRenewal',
      },
    },
    starting: {
      description: 'The password is in the event alone, never in the context.',
      tags: ['busy', 'writing'],
      entry: { type: 'try', params: { tried: 'start' } },
      invoke: {
        id: 'start',
        src: 'start',
        input: ({ event }) => {
          assertEvent(event, 'factor.start')
          return { current_password: event.current_password }
        },
        onDone: {
          target: 'enrolling',
          actions: { type: 'keepEnrolment', params: ({ event }) => ({ enrolment: event.output }) },
        },
        onError: { target: 'shown', actions: { type: 'keepRefusal', params: ({ event }) => event } },
      },
    },
    enrolling: {
      description: 'Nothing is asked for at sign-in before a first code shows that the app has the secret.',
      on: {
        'factor.enrol': 'checking',
        'factor.cancel': { target: 'loading', actions: ['forgetEnrolment', 'forgetRefusal'] },
      },
    },
    checking: {
      description: 'It may be on where another answer came, or none: the server is asked.',
      tags: ['busy', 'writing'],
      entry: 'forgetRefusal',
      invoke: {
        id: 'enrol',
        src: 'enrol',
        input: ({ event }) => {
          assertEvent(event, 'factor.enrol')
          return { code: event.code }
        },
        onDone: {
          target: 'codesShown',
          actions: [
            'forgetEnrolment',
            { type: 'keepCodes', params: ({ event }) => event.output },
            { type: 'announce', params: { message: 'Second factor switched on. All other sessions ended.' } },
            'tellEnrolled',
          ],
        },
        onError: [
          {
            guard: { type: 'isCodeRefused', params: ({ event }) => event },
            target: 'enrolling',
            actions: { type: 'keepRefusal', params: ({ event }) => event },
          },
          {
            target: 'loading',
            actions: ['forgetEnrolment', { type: 'announceDoubt', params: ({ event }) => event }],
          },
        ],
      },
    },
    codesShown: {
      tags: 'shownOnce',
      exit: 'forgetCodes',
      on: { 'codes.kept': 'loading', 'page.discard': 'loading' },
    },
    confirming: {
      description: 'Code and password are in the event alone, never in the context.',
      tags: ['busy', 'writing'],
      entry: { type: 'try', params: { tried: 'confirm' } },
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: ({ event }) => {
          assertEvent(event, ['factor.confirm', 'factor.confirmByPassword'])
          return 'code' in event ? { code: event.code } : { current_password: event.current_password }
        },
        onDone: 'loading',
        onError: { target: 'shown', actions: { type: 'keepRefusal', params: ({ event }) => event } },
      },
    },
    confirmingByPasskey: {
      description: 'A code may still be given in its place.',
      tags: 'busy',
      entry: 'forgetRefusal',
      invoke: {
        id: 'confirmByPasskey',
        src: 'confirmByPasskey',
        onDone: 'loading',
        onError: { target: 'shown', actions: { type: 'keepRefusal', params: ({ event }) => event } },
      },
      on: { 'factor.cancel': 'shown', 'factor.confirm': 'confirming' },
    },
    confirmingRemoval: { on: { 'remove.confirm': 'removing', 'remove.cancel': 'shown' } },
    removing: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'remove',
        src: 'remove',
        onDone: {
          target: 'loading',
          actions: { type: 'announce', params: { message: 'Second factor switched off' } },
        },
        onError: { target: 'loading', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    confirmingRenewal: {
      description: 'The codes of before, which may lie in a safe, end with it.',
      on: { 'renew.confirm': 'renewing', 'renew.cancel': 'shown' },
    },
    renewing: {
      tags: ['busy', 'writing'],
      invoke: {
        id: 'renew',
        src: 'renew',
        onDone: { target: 'codesShown', actions: { type: 'keepCodes', params: ({ event }) => event.output } },
        onError: { target: 'loading', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
  },
})

export type SecondFactorRef = ActorRefFrom<typeof secondFactorMachine>
