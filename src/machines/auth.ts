import {
  type ActorLogic,
  type ActorRefFrom,
  type AnyActorRef,
  type AnyStateMachine,
  assertEvent,
  assign,
  type EmittedFrom,
  type EventFrom,
  emit,
  fromCallback,
  type SnapshotFrom,
  setup,
} from 'xstate'
import type { LoginBody, RegisterBody, ResetBody } from '../schemas/auth'
import { publicMessages as messages } from '../schemas/commonMessages'
import type { csvImportMachine } from './csvImport'
import { type Crash, crashed, failedBy, type Navigate, succeeded, type Toast } from './emitted'
import { failureText } from './failure'
import { present } from './present'
import type { replyFlowMachine } from './replyFlow'
import { service } from './service'
import type { taskFollowMachine } from './taskFollow'

export type AuthEvent =
  | { type: 'login.submit'; body: LoginBody }
  /** The password was right, and the operator has a second factor. */
  | { type: 'code.submit'; code: string }
  | { type: 'code.cancel' }
  | { type: 'register.submit'; body: RegisterBody }
  /** Somebody opened the link of an administrator. */
  | { type: 'reset.submit'; body: ResetBody }
  | { type: 'logout' }
  /** The server or another tab ended the session while the operator was at the path `at`, '' where that is of no use. */
  | { type: 'session.expired'; at: string }
  /** Another tab signed in. */
  | { type: 'session.restored' }
  /** Tries again what could not be fetched when the session began. */
  | { type: 'session.open' }
  /** The composer's screen is there, and with it the composer's code. */
  | { type: 'composer.open'; machine: typeof replyFlowMachine }

/** What the code behind the login brings. The machine stands in a function, so that no snapshot holds a machine. */
export interface OpenedSession {
  csvImport: () => typeof csvImportMachine
  taskFollow: () => typeof taskFollowMachine
}

/** A logic that runs the machine which it is given by input: the machine's code is loaded after its parent's. */
export type RunsInput<TMachine extends AnyStateMachine> = ActorLogic<
  SnapshotFrom<TMachine>,
  EventFrom<TMachine>,
  { machine: TMachine },
  AnyActorRef['system'],
  EmittedFrom<TMachine>
>

type Page = 'login' | 'code' | 'signUp' | 'reset'

interface AuthContext {
  /** The address of the last sign-up tried here, for the login page that follows, until somebody is signed in. */
  signedUpAs: string | undefined
  /** The page of the console where the operator was when the session expired. */
  returnTo: string | undefined
  opened: OpenedSession | undefined
  /** Whether a session is open that the login which is under way would replace. */
  isReplacing: boolean
  /** Why the last login or sign-up was refused, for the page that it was tried on. */
  refused: { on: Page; reason: string } | undefined
}

const startPage = '/admin/home'

/** The session: who is signed in, and the actors that live as long as that lasts. */
export const authMachine = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthEvent,
    emitted: {} as Toast | Navigate | Crash,
    tags: {} as 'busy' | 'asksCode' | 'isAuthenticated',
    children: {} as {
      replyFlow: 'replyFlow'
      csvImport: 'csvImport'
      taskFollow: 'taskFollow'
      session: 'watchSession'
    },
  },
  actors: {
    restoreSession: service<{ isSignedIn: boolean }>('restoreSession'),
    /** Signs in and keeps the token where the client finds it: no machine ever holds it. */
    logIn: service<{ asksCode: boolean }, LoginBody>('logIn'),
    /** Finishes the sign-in that waits for a code; what it waits with is in the services alone. */
    answerCode: service<void, { code: string }>('answerCode'),
    register: service<void, RegisterBody>('register'),
    resetPassword: service<void, ResetBody>('resetPassword'),
    /** Forgets token and drafts at once, then revokes the token on the server, best effort. */
    endSession: service<void>('endSession'),
    watchSession: fromCallback(() => {
      throw new Error('watchSession must be provided')
    }),
    /** Fetches the code of everything that runs behind the login. */
    openSession: service<OpenedSession>('openSession'),
    replyFlow: {} as RunsInput<typeof replyFlowMachine>,
    csvImport: {} as RunsInput<typeof csvImportMachine>,
    taskFollow: {} as RunsInput<typeof taskFollowMachine>,
  },
  guards: {
    isSignedIn: (_, params: { isSignedIn: boolean }) => params.isSignedIn,
    asksCode: (_, params: { asksCode: boolean }) => params.asksCode,
    isReplacing: ({ context }) => context.isReplacing,
  },
  actions: {
    forgetAddress: assign({ signedUpAs: undefined }),
    rememberAddress: assign({ signedUpAs: (_, { email }: { email: string }) => email }),
    rememberPlace: assign({
      returnTo: (_, { at }: { at: string }) => (at.startsWith('/admin') ? at : undefined),
    }),
    forgetPlace: assign({ returnTo: undefined }),
    keepSession: assign({ isReplacing: true }),
    dropSession: assign({ isReplacing: false }),
    storeOpened: assign({ opened: (_, params: OpenedSession) => params }),
    announceImportCrashed: emit((_, params: { error: unknown }) => crashed(messages.crash.csvImport, params.error)),
    announceComposerCrashed: emit((_, params: { error: unknown }) => crashed(messages.crash.composer, params.error)),
    announceWatchCrashed: emit((_, params: { error: unknown }) => crashed(messages.crash.watch, params.error)),
    announceFollowCrashed: emit((_, params: { error: unknown }) => crashed(messages.crash.follow, params.error)),
    rememberRefusal: assign({
      refused: (_, { on, error }: { on: Page; error: unknown }) => ({
        on,
        reason: failureText(error, messages.failure),
      }),
    }),
    forgetRefusal: assign({ refused: undefined }),
    announceLoggedIn: emit(succeeded(messages.auth.loggedIn)),
    announceRegistered: emit(succeeded(messages.auth.registered)),
    announcePasswordSet: emit(succeeded(messages.auth.passwordSet)),
    announceFailure: emit(failedBy(messages.failure)),
    goToLogin: emit({ type: 'navigate', to: '/login' }),
    enter: emit(({ context }) => ({ type: 'navigate' as const, to: context.returnTo ?? startPage })),
  },
}).createMachine({
  id: 'auth',
  description:
    'The session, and the root of every actor that lives as long as it. It never holds the token: the services keep it where the client finds it.',
  context: { signedUpAs: undefined, returnTo: undefined, opened: undefined, isReplacing: false, refused: undefined },
  invoke: {
    id: 'session',
    src: 'watchSession',
    onError: { actions: { type: 'announceWatchCrashed', params: ({ event }) => event } },
  },
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
      on: {
        'session.restored': { target: 'signedIn', actions: ['enter', 'forgetPlace', 'forgetAddress'] },
        'session.expired': { actions: 'dropSession' },
      },
      exit: 'dropSession',
      states: {
        unchanged: {
          description: 'Nobody was signed in by this: back to the session that was open, if one was.',
          always: [{ guard: 'isReplacing', target: '#auth.signedIn' }, { target: 'idle' }],
        },
        idle: { on: { 'login.submit': 'loggingIn', 'register.submit': 'registering', 'reset.submit': 'resetting' } },
        leaving: {
          description: 'Already signed out: the token is gone, only the server is still being told.',
          invoke: { id: 'endSession', src: 'endSession', onDone: 'idle', onError: 'idle' },
          on: { 'login.submit': 'loggingIn', 'register.submit': 'registering', 'reset.submit': 'resetting' },
        },
        loggingIn: {
          tags: 'busy',
          entry: 'forgetRefusal',
          invoke: {
            id: 'logIn',
            src: 'logIn',
            input: ({ event }) => {
              assertEvent(event, 'login.submit')
              return event.body
            },
            onDone: [
              { guard: { type: 'asksCode', params: ({ event }) => event.output }, target: 'askingCode' },
              {
                target: '#auth.signedIn',
                actions: ['announceLoggedIn', 'enter', 'forgetPlace', 'forgetAddress'],
              },
            ],
            onError: {
              target: 'unchanged',
              actions: [
                { type: 'announceFailure', params: ({ event }) => event },
                { type: 'rememberRefusal', params: ({ event }) => ({ on: 'login', error: event.error }) },
              ],
            },
          },
        },
        askingCode: {
          description: 'The password alone opens nothing.',
          tags: 'asksCode',
          on: { 'code.submit': 'sendingCode', 'code.cancel': 'unchanged' },
        },
        sendingCode: {
          tags: ['busy', 'asksCode'],
          entry: 'forgetRefusal',
          invoke: {
            id: 'answerCode',
            src: 'answerCode',
            input: ({ event }) => {
              assertEvent(event, 'code.submit')
              return { code: event.code }
            },
            onDone: {
              target: '#auth.signedIn',
              actions: ['announceLoggedIn', 'enter', 'forgetPlace', 'forgetAddress'],
            },
            onError: {
              target: 'askingCode',
              actions: [
                { type: 'announceFailure', params: ({ event }) => event },
                { type: 'rememberRefusal', params: ({ event }) => ({ on: 'code', error: event.error }) },
              ],
            },
          },
        },
        registering: {
          tags: 'busy',
          entry: [
            'forgetRefusal',
            {
              type: 'rememberAddress',
              params: ({ event }) => {
                assertEvent(event, 'register.submit')
                return event.body
              },
            },
          ],
          invoke: {
            id: 'register',
            src: 'register',
            input: ({ event }) => {
              assertEvent(event, 'register.submit')
              return event.body
            },
            onDone: { target: 'unchanged', actions: ['announceRegistered', 'goToLogin'] },
            onError: {
              target: 'unchanged',
              actions: [
                { type: 'announceFailure', params: ({ event }) => event },
                { type: 'rememberRefusal', params: ({ event }) => ({ on: 'signUp', error: event.error }) },
              ],
            },
          },
        },
        resetting: {
          description:
            'Sets a password by a link. It ends the sessions of whose password it is, not always who is signed in here.',
          tags: 'busy',
          entry: 'forgetRefusal',
          invoke: {
            id: 'resetPassword',
            src: 'resetPassword',
            input: ({ event }) => {
              assertEvent(event, 'reset.submit')
              return event.body
            },
            onDone: { target: 'unchanged', actions: ['announcePasswordSet', 'goToLogin'] },
            onError: {
              target: 'unchanged',
              actions: [
                { type: 'announceFailure', params: ({ event }) => event },
                { type: 'rememberRefusal', params: ({ event }) => ({ on: 'reset', error: event.error }) },
              ],
            },
          },
        },
      },
    },
    signedIn: {
      tags: 'isAuthenticated',
      initial: 'opening',
      states: {
        opening: {
          description: 'Fetches the code of everything behind the login, which no public page loads.',
          invoke: {
            id: 'openSession',
            src: 'openSession',
            onDone: { target: 'open', actions: { type: 'storeOpened', params: ({ event }) => event.output } },
            onError: 'unopened',
          },
        },
        open: {
          description: 'Import, composer and what follows the tasks survive navigation and end with the session.',
          type: 'parallel',
          states: {
            import: {
              initial: 'importRuns',
              states: {
                importRuns: {
                  invoke: {
                    id: 'csvImport',
                    src: 'csvImport',
                    input: ({ context }) => ({ machine: present(context.opened, 'opened session').csvImport() }),
                    onError: {
                      target: 'importRuns',
                      reenter: true,
                      actions: { type: 'announceImportCrashed', params: ({ event }) => event },
                    },
                  },
                },
              },
            },
            following: {
              initial: 'followRuns',
              states: {
                followRuns: {
                  invoke: {
                    id: 'taskFollow',
                    src: 'taskFollow',
                    input: ({ context }) => ({ machine: present(context.opened, 'opened session').taskFollow() }),
                    onError: { actions: { type: 'announceFollowCrashed', params: ({ event }) => event } },
                  },
                },
              },
            },
            composer: {
              initial: 'withoutComposer',
              states: {
                withoutComposer: { on: { 'composer.open': 'withComposer' } },
                withComposer: {
                  description: 'From the first look at the composer on, whose code comes with that screen.',
                  invoke: {
                    id: 'replyFlow',
                    src: 'replyFlow',
                    input: ({ event }) => {
                      assertEvent(event, 'composer.open')
                      return { machine: event.machine }
                    },
                    onError: {
                      target: 'composerStopped',
                      actions: { type: 'announceComposerCrashed', params: ({ event }) => event },
                    },
                  },
                },
                composerStopped: {
                  description: 'An error stopped it. It is started again by hand, since its draft may be the cause.',
                  on: { 'composer.open': 'withComposer' },
                },
              },
            },
          },
          on: { logout: { target: '#auth.signedOut.leaving', actions: 'goToLogin' } },
        },
        unopened: {
          description: 'The code did not come: waits for another try.',
          on: {
            'session.open': 'opening',
            logout: { target: '#auth.signedOut.leaving', actions: 'goToLogin' },
          },
        },
      },
      on: {
        /** The login page is open to everybody: also to who is signed in, or was when this token was stored. */
        'login.submit': { target: '#auth.signedOut.loggingIn', actions: 'keepSession' },
        'register.submit': { target: '#auth.signedOut.registering', actions: 'keepSession' },
        'reset.submit': { target: '#auth.signedOut.resetting', actions: 'keepSession' },
        'session.expired': {
          target: 'signedOut',
          actions: [{ type: 'rememberPlace', params: ({ event }) => event }, 'goToLogin'],
        },
      },
    },
  },
})

export type AuthRef = ActorRefFrom<typeof authMachine>
