import { type ActorRefFrom, assertEvent, assign, emit, fromCallback, setup } from 'xstate'
import type { LoginBody, RegisterBody } from '../schemas/auth'
import { publicMessages as messages } from '../schemas/commonMessages'
import type { csvImportMachine } from './csvImport'
import { failed, type Navigate, succeeded, type Toast } from './emitted'
import { failureText } from './failure'
import type { replyFlowMachine } from './replyFlow'
import { service } from './service'

export type AuthEvent =
  | { type: 'login.submit'; body: LoginBody }
  | { type: 'register.submit'; body: RegisterBody }
  | { type: 'logout' }
  /** The server or another tab ended the session while the operator was at the path `at`, '' where that is of no use. */
  | { type: 'session.expired'; at: string }
  /** Another tab signed in. */
  | { type: 'session.restored' }
  /** Tries again what could not be fetched when the session began. */
  | { type: 'session.open' }
  /** The composer's screen is there, and with it the composer's code. */
  | { type: 'composer.open' }

const startPage = '/admin/home'

export const authMachine = setup({
  types: {
    /** The page of the console where the operator was when the session expired. */
    context: {} as { returnTo: string | undefined },
    events: {} as AuthEvent,
    emitted: {} as Toast | Navigate,
    tags: {} as 'busy',
    children: {} as { replyFlow: 'replyFlow'; csvImport: 'csvImport'; session: 'watchSession' },
  },
  actors: {
    restoreSession: service<{ isSignedIn: boolean }>('restoreSession'),
    /** Signs in and keeps the token where the client finds it: no machine ever holds it. */
    logIn: service<void, LoginBody>('logIn'),
    register: service<void, RegisterBody>('register'),
    /** Forgets token and drafts at once, then revokes the token on the server, best effort. */
    endSession: service<void>('endSession'),
    watchSession: fromCallback(() => {
      throw new Error('watchSession must be provided')
    }),
    /** Fetches the code of everything that runs behind the login. */
    openSession: service<void>('openSession'),
    /** Types alone: the code of these machines is loaded after this one's. */
    replyFlow: {} as typeof replyFlowMachine,
    csvImport: {} as typeof csvImportMachine,
  },
  guards: { isSignedIn: (_, params: { isSignedIn: boolean }) => params.isSignedIn },
  actions: {
    rememberPlace: assign({
      returnTo: (_, { at }: { at: string }) => (at.startsWith('/admin') ? at : undefined),
    }),
    forgetPlace: assign({ returnTo: undefined }),
    announceLoggedIn: emit(succeeded(messages.auth.loggedIn)),
    announceRegistered: emit(succeeded(messages.auth.registered)),
    announceFailure: emit((_, params: { error: unknown }) => failed(failureText(params.error, messages.failure))),
    goToLogin: emit({ type: 'navigate', to: '/login' }),
    enter: emit(({ context }) => ({ type: 'navigate' as const, to: context.returnTo ?? startPage })),
  },
}).createMachine({
  id: 'auth',
  context: { returnTo: undefined },
  invoke: { id: 'session', src: 'watchSession' },
  initial: 'restoring',
  states: {
    restoring: {
      invoke: {
        id: 'restore',
        src: 'restoreSession',
        onDone: [
          { guard: { type: 'isSignedIn', params: ({ event }) => event.output }, target: 'signedIn' },
          { target: 'signedOut' },
        ],
        onError: 'signedOut',
      },
    },
    signedOut: {
      initial: 'idle',
      on: { 'session.restored': { target: 'signedIn', actions: ['enter', 'forgetPlace'] } },
      states: {
        idle: { on: { 'login.submit': 'loggingIn', 'register.submit': 'registering' } },
        leaving: {
          invoke: { id: 'endSession', src: 'endSession', onDone: 'idle', onError: 'idle' },
          on: { 'login.submit': 'loggingIn', 'register.submit': 'registering' },
        },
        loggingIn: {
          tags: 'busy',
          invoke: {
            id: 'logIn',
            src: 'logIn',
            input: ({ event }) => {
              assertEvent(event, 'login.submit')
              return event.body
            },
            onDone: { target: '#auth.signedIn', actions: ['announceLoggedIn', 'enter', 'forgetPlace'] },
            onError: { target: 'idle', actions: { type: 'announceFailure', params: ({ event }) => event } },
          },
        },
        registering: {
          tags: 'busy',
          invoke: {
            id: 'register',
            src: 'register',
            input: ({ event }) => {
              assertEvent(event, 'register.submit')
              return event.body
            },
            onDone: { target: 'idle', actions: ['announceRegistered', 'goToLogin'] },
            onError: { target: 'idle', actions: { type: 'announceFailure', params: ({ event }) => event } },
          },
        },
      },
    },
    signedIn: {
      initial: 'opening',
      states: {
        opening: { invoke: { id: 'openSession', src: 'openSession', onDone: 'open', onError: 'unopened' } },
        open: {
          invoke: { id: 'csvImport', src: 'csvImport' },
          initial: 'withoutComposer',
          states: {
            withoutComposer: { on: { 'composer.open': 'withComposer' } },
            withComposer: { invoke: { id: 'replyFlow', src: 'replyFlow' } },
          },
          on: { logout: { target: '#auth.signedOut.leaving', actions: 'goToLogin' } },
        },
        unopened: {
          on: {
            'session.open': 'opening',
            logout: { target: '#auth.signedOut.leaving', actions: 'goToLogin' },
          },
        },
      },
      on: {
        /** The login page is open to everybody: also to who is signed in, or was when this token was stored. */
        'login.submit': '#auth.signedOut.loggingIn',
        'register.submit': '#auth.signedOut.registering',
        'session.expired': {
          target: 'signedOut',
          actions: [{ type: 'rememberPlace', params: ({ event }) => event }, 'goToLogin'],
        },
      },
    },
  },
})

export type AuthRef = ActorRefFrom<typeof authMachine>
