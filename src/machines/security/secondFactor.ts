import { type ActorRefFrom, assertEvent, assign, emit, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import type { ConfirmationBody, Enrolment, SecondFactor } from '../../schemas/security/secondFactor'
import * as words from '../../schemas/security/security.words'
import { failedBy, succeeded, type Toast } from '../crud/emitted'
import { failureText, problemStatus } from '../crud/failure'
import { loadingStates } from '../crud/loading'
import { service } from '../crud/service'
import { untilBack } from './recovery'

export type SecondFactorEvent =
  | { type: 'page.reload' }
  | { type: 'factor.start'; current_password: string }
  | { type: 'factor.enrol'; code: string }
  | { type: 'factor.cancel' }
  | { type: 'factor.confirm'; code: string }
  | { type: 'factor.confirmByPassword'; current_password: string }
  | { type: 'factor.confirmByPasskey' }
  | { type: 'remove.request' }
  | { type: 'remove.confirm' }
  | { type: 'remove.cancel' }
  | { type: 'renew.request' }
  | { type: 'renew.confirm' }
  | { type: 'renew.cancel' }
  | { type: 'codes.saved' }
  | { type: 'page.discard' }

interface SecondFactorContext {
  factor: SecondFactor | undefined
  enrolment: Enrolment | undefined
  /** The server stores only hashes, so the codes cannot be shown again. */
  codes: string[] | undefined
  refusal: string | undefined
  tried: 'start' | 'confirm'
}

interface Codes {
  recovery_codes: string[]
}

/** The shortest wait before the next check, because the clocks may differ. */
const askingAgainMs = 10_000
/** A longer timer would end at once. */
const longestWaitMs = 2 ** 31 - 1

export const secondFactorMachine = setup({
  types: {
    context: {} as SecondFactorContext,
    events: {} as SecondFactorEvent,
    emitted: {} as Toast | { type: 'factor.enrolled' },
    tags: {} as 'busy' | 'writing' | 'shownOnce',
  },
  actors: {
    load: service<{ factor: SecondFactor | undefined }>('load'),
    start: service<Enrolment, { current_password: string }>('start'),
    enrol: service<Codes, { code: string }>('enrol'),
    confirm: service<void, ConfirmationBody>('confirm'),
    /** Stopping this service closes the browser's dialog. */
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
    announceDoubt: emit(failedBy(words.factorUnclear)),
    announceFailure: emit(failedBy(publicMessages.failure)),
  },
}).createMachine({
  id: 'secondFactor',
  description:
    "The operator's second factor. The key is shown until the first correct code, and the recovery codes are shown once. Actions that need a second factor first ask for a code or a passkey; that confirmation is valid for ten minutes.",
  context: { factor: undefined, enrolment: undefined, codes: undefined, refusal: undefined, tried: 'start' },
  initial: 'loading',
  states: {
    ...loadingStates<{ factor: SecondFactor | undefined }>(),
    shown: {
      description: 'When the confirmation expires, the chart reads the state from the server again.',
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
      description: 'Only the event contains the password, never the context.',
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
      description: 'Sign-in needs no code until a first correct code proves that the app has the secret.',
      on: {
        'factor.enrol': 'checking',
        'factor.cancel': { target: 'loading', actions: ['forgetEnrolment', 'forgetRefusal'] },
      },
    },
    checking: {
      description:
        'After an unclear answer, or no answer, the second factor may be on, so the chart reads the state from the server.',
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
            { type: 'announce', params: { message: words.factorTurnedOn } },
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
      on: { 'codes.saved': 'loading', 'page.discard': 'loading' },
    },
    confirming: {
      description: 'Only the event contains the code and the password, never the context.',
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
      description: 'The operator can still enter a code instead.',
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
          actions: { type: 'announce', params: { message: words.factorTurnedOff } },
        },
        onError: { target: 'loading', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
    confirmingRenewal: {
      description: 'New codes make the earlier ones invalid, including printed copies.',
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
