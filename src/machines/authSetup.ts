import {
  type ActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  assign,
  type EmittedFrom,
  type EventFrom,
  emit,
  type SnapshotFrom,
  setup,
} from 'xstate'
import type { Factor, LoginBody, ResetBody, SignUp } from '../schemas/auth'
import { publicMessages as messages } from '../schemas/commonMessages'
import { homePath } from '../schemas/paths'
import type { csvImportMachine } from './csvImport'
import { type Crash, crashed, failed, type Navigate, succeeded, type Toast } from './emitted'
import { type Fault, faultOf } from './failure'
import type { replyFlowMachine } from './replyFlow'
import { listener, service } from './service'
import type { taskFollowMachine } from './taskFollow'

export type AuthEvent =
  | { type: 'login.submit'; body: LoginBody }
  /** With a passkey alone. */
  | { type: 'passkey.use'; remember_me: true | undefined }
  | { type: 'passkey.cancel' }
  /** The password was right, and the operator has a second factor. */
  | { type: 'code.submit'; code: string }
  | { type: 'passkey.give' }
  | { type: 'code.cancel' }
  | { type: 'register.submit'; body: SignUp }
  /** Somebody opened the link of an administrator. */
  | { type: 'reset.submit'; body: ResetBody }
  | { type: 'logout' }
  /**
   * The server or another tab ended the session while the operator was at the path `at`, '' where another operator takes
   * over, who is led to no place of his. `email`: whose session the server ended, where that is known.
   */
  | { type: 'session.expired'; at: string; email?: string | undefined }
  /** Nobody is signed in, and the console's page `at` was asked for: its path with its query. */
  | { type: 'page.wanted'; at: string }
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
  /** With which the login page begins: of the last sign-up tried here, or of whose session expired, until one is signed in. */
  loginAs: string | undefined
  /** The page of the console where the operator was when the session expired. */
  returnTo: string | undefined
  /** The start page with the links that another app or a bookmark gave it before anybody was signed in. */
  shared: string | undefined
  opened: OpenedSession | undefined
  /** Whether a session is open that the login which is under way would replace. */
  isReplacing: boolean
  /** Of which one is asked for, after the password. */
  factors: Factor[]
  /** Why the last login or sign-up was refused, for the page that it was tried on. */
  refused: (Fault & { on: Page }) | undefined
}

/** Everything that the session's chart names: `auth.ts` holds the chart. */
export const authSetup = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthEvent,
    emitted: {} as Toast | Navigate | Crash,
    tags: {} as 'busy' | 'asksCode' | 'asksPasskey' | 'isAuthenticated',
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
    logIn: service<{ factors: Factor[] }, LoginBody>('logIn'),
    /** Asks the device for a passkey, and signs in with it. Signs nobody in once it is stopped. */
    signInByPasskey: service<void, Pick<LoginBody, 'remember_me'>>('signInByPasskey'),
    /** Finishes the sign-in that waits for a code; what it waits with is in the services alone. */
    answerCode: service<void, { code: string }>('answerCode'),
    /** The same by a passkey. */
    answerPasskey: service<void>('answerPasskey'),
    register: service<void, SignUp>('register'),
    resetPassword: service<void, ResetBody>('resetPassword'),
    /** Forgets token and drafts at once, then revokes the token on the server, best effort. */
    endSession: service<void>('endSession'),
    watchSession: listener('watchSession'),
    /** Fetches the code of everything that runs behind the login. */
    openSession: service<OpenedSession>('openSession'),
    replyFlow: {} as RunsInput<typeof replyFlowMachine>,
    csvImport: {} as RunsInput<typeof csvImportMachine>,
    taskFollow: {} as RunsInput<typeof taskFollowMachine>,
  },
  guards: {
    isSignedIn: (_, params: { isSignedIn: boolean }) => params.isSignedIn,
    asksFactor: (_, params: { factors: Factor[] }) => params.factors.length > 0,
    hasPasskey: ({ context }) => context.factors.includes('passkey'),
    isReplacing: ({ context }) => context.isReplacing,
  },
  actions: {
    forgetAddress: assign({ loginAs: undefined }),
    rememberAddress: assign({ loginAs: (_, { email }: { email?: string | undefined }) => email }),
    rememberPlace: assign({
      returnTo: (_, { at }: { at: string }) => (at.startsWith('/admin') ? at : undefined),
    }),
    /** The place is of who was signed in, and of nobody else. */
    keepPlaceUnlessTakenOver: assign({
      returnTo: ({ context }, { at }: { at: string }) => (at === '' ? undefined : context.returnTo),
    }),
    keepFactors: assign({ factors: (_, { factors }: { factors: Factor[] }) => factors }),
    rememberShared: assign({
      shared: (_, { at }: { at: string }) => (at.startsWith(`${homePath}?`) ? at : undefined),
    }),
    forgetPlace: assign({ returnTo: undefined, shared: undefined }),
    keepSession: assign({ isReplacing: true }),
    dropSession: assign({ isReplacing: false }),
    storeOpened: assign({ opened: (_, params: OpenedSession) => params }),
    announceImportCrashed: emit((_, params: { error: unknown }) => crashed(messages.crash.csvImport, params.error)),
    announceComposerCrashed: emit((_, params: { error: unknown }) => crashed(messages.crash.composer, params.error)),
    announceWatchCrashed: emit((_, params: { error: unknown }) => crashed(messages.crash.watch, params.error)),
    announceFollowCrashed: emit((_, params: { error: unknown }) => crashed(messages.crash.follow, params.error)),
    rememberRefusal: assign({
      refused: (_, { on, error }: { on: Page; error: unknown }) => ({ on, ...faultOf(error) }),
    }),
    forgetRefusal: assign({ refused: undefined }),
    announceLoggedIn: emit(succeeded(messages.auth.loggedIn)),
    announceRegistered: emit(succeeded(messages.auth.registered)),
    announcePasswordSet: emit(succeeded(messages.auth.passwordSet)),
    announceFailure: emit((_, { error }: { error: unknown }) => failed(faultOf(error).reason)),
    goToLogin: emit({ type: 'navigate', to: '/login' }),
    enter: emit(({ context }) => ({ type: 'navigate' as const, to: context.returnTo ?? context.shared ?? homePath })),
  },
})
