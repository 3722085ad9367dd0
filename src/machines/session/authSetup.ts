import {
  type ActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  assign,
  type EmittedFrom,
  type EventFrom,
  emit,
  type NonReducibleUnknown,
  type SnapshotFrom,
  setup,
} from 'xstate'
import { publicMessages as messages } from '../../schemas/commonMessages'
import { homePath, settingsPagePath } from '../../schemas/paths'
import type { Factor, LoginBody, ResetBody, SignUp } from '../../schemas/session/auth'
import type { csvImportMachine } from '../accounts/csvImport'
import type { replyFlowMachine } from '../composer/replyFlow'
import { type Crash, crashed, failed, type Navigate, succeeded, type Toast } from '../crud/emitted'
import { type Fault, faultOf } from '../crud/failure'
import { listener, service } from '../crud/service'
import type { taskFollowMachine } from '../history/taskFollow'

export type AuthEvent =
  | { type: 'login.submit'; body: LoginBody }
  | { type: 'passkey.use'; remember_me: true | undefined }
  | { type: 'passkey.cancel' }
  | { type: 'code.submit'; code: string }
  | { type: 'passkey.give' }
  | { type: 'code.cancel' }
  | { type: 'register.submit'; body: SignUp }
  | { type: 'reset.submit'; body: ResetBody }
  | { type: 'logout' }
  /**
   * `at` is the operator's path, or '' if another operator signed in. `email` is the owner of the ended session, if
   * known.
   */
  | { type: 'session.expired'; at: string; email?: string | undefined }
  | { type: 'provider.described'; isOurs: boolean }
  | { type: 'page.wanted'; at: string }
  | { type: 'session.restored' }
  /** The server refuses everything until the operator sets up a second factor. */
  | { type: 'factor.required' }
  /** Retries the load that failed when the session began. */
  | { type: 'session.open' }
  | { type: 'composer.open' }

/** The machine's code is loaded later than its parent's. */
export type RunsLater<TMachine extends AnyStateMachine> = ActorLogic<
  SnapshotFrom<TMachine>,
  EventFrom<TMachine>,
  NonReducibleUnknown,
  AnyActorRef['system'],
  EmittedFrom<TMachine>
>

type Page = 'login' | 'code' | 'signUp' | 'reset'

interface AuthContext {
  /** The address that the login page starts with. */
  loginAs: string | undefined
  returnTo: string | undefined
  /** The start page with links that another app or a bookmark passed before sign-in. */
  shared: string | undefined
  isReplacing: boolean
  factors: Factor[]
  refused: (Fault & { on: Page }) | undefined
  /** True if the provider is our server; undefined until that is known. */
  isOurs: boolean | undefined
}

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
    /** The service stores the token; no machine ever holds it. */
    logIn: service<{ factors: Factor[] }, LoginBody>('logIn'),
    /** Stopping this service prevents the sign-in. */
    signInByPasskey: service<void, Pick<LoginBody, 'remember_me'>>('signInByPasskey'),
    answerCode: service<void, { code: string }>('answerCode'),
    answerPasskey: service<void>('answerPasskey'),
    register: service<void, SignUp>('register'),
    resetPassword: service<void, ResetBody>('resetPassword'),
    /** Deletes the token and drafts at once, then tries to revoke the token on the server. */
    endSession: service<void>('endSession'),
    watchSession: listener('watchSession'),
    openSession: service<void>('openSession'),
    replyFlow: {} as RunsLater<typeof replyFlowMachine>,
    csvImport: {} as RunsLater<typeof csvImportMachine>,
    taskFollow: {} as RunsLater<typeof taskFollowMachine>,
  },
  guards: {
    isSignedIn: (_, params: { isSignedIn: boolean }) => params.isSignedIn,
    asksFactor: (_, params: { factors: Factor[] }) => params.factors.length > 0,
    hasPasskey: ({ context }) => context.factors.includes('passkey'),
    isReplacing: ({ context }) => context.isReplacing,
  },
  actions: {
    storeProvider: assign({ isOurs: (_, { isOurs }: { isOurs: boolean }) => isOurs }),
    forgetAddress: assign({ loginAs: undefined }),
    rememberAddress: assign({ loginAs: (_, { email }: { email?: string | undefined }) => email }),
    rememberPlace: assign({
      returnTo: (_, { at }: { at: string }) => (at.startsWith('/admin') ? at : undefined),
    }),
    /** The page to return to belongs to the earlier operator only. */
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
    goToSecurity: emit({ type: 'navigate', to: settingsPagePath('security') }),
    goToLogin: emit({ type: 'navigate', to: '/login' }),
    enter: emit(({ context }) => ({ type: 'navigate' as const, to: context.returnTo ?? context.shared ?? homePath })),
  },
})
