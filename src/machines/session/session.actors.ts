import { type AnyActorLogic, type AnyMachineSnapshot, type AnyStateMachine, fromCallback, fromPromise } from 'xstate'
import type { Factor, LoginBody, ResetBody, SignUp } from '../../schemas/session/auth'
import type { Services } from '../../services/services'
import type { csvImportMachine } from '../accounts/csvImport'
import type { replyFlowMachine } from '../composer/replyFlow'
import type { AllActors } from '../crud/service'
import type { taskFollowMachine } from '../history/taskFollow'
import type { ConsoleLogic } from '../shell/console.actors'
import { authMachine, type RunsLater } from './auth'

/**
 * `views` loads the code of the console's screens. The session opens only when it is loaded, so that the console is
 * drawn at once.
 */
export const createLogic = (services: Services, views: () => Promise<void> = async () => {}) => {
  const { session } = services
  let forgetTyped = () => {}
  const [openConsole, consoleLogic] = once(async () => {
    const [{ createConsoleLogic }, consoleServices] = await Promise.all([
      import('../shell/console.actors'),
      services.openConsole(),
      views(),
    ])
    return createConsoleLogic(consoleServices)
  })

  const prepareConsole = () => {
    openConsole().catch(() => undefined)
  }

  const auth = authMachine.provide({
    actors: {
      restoreSession: fromPromise<{ isSignedIn: boolean }>(async () => ({ isSignedIn: session.restore() })),
      logIn: fromPromise<{ factors: Factor[] }, LoginBody>(({ input }) => {
        prepareConsole()
        return session.logIn(input)
      }),
      answerCode: fromPromise<void, { code: string }>(({ input }) => session.answerCode(input.code)),
      answerPasskey: fromPromise<void, unknown>(({ signal }) => session.answerPasskey(signal)),
      signInByPasskey: fromPromise<void, Pick<LoginBody, 'remember_me'>>(({ input, signal }) => {
        prepareConsole()
        return session.signInByPasskey(input, signal)
      }),
      register: fromPromise<void, SignUp>(({ input }) => services.register(input)),
      resetPassword: fromPromise<void, ResetBody>(({ input }) => services.resetPassword(input)),
      endSession: fromPromise<void, unknown>(() => {
        forgetTyped()
        return session.end()
      }),
      watchSession: fromCallback(({ sendBack }) => {
        void Promise.resolve(services.meta.isOurs()).then((isOurs) => sendBack({ type: 'provider.described', isOurs }))
        return session.watch({
          onExpired: (at, email) => sendBack({ type: 'session.expired', at, email }),
          onRestored: () => sendBack({ type: 'session.restored' }),
          onMustEnrol: () => sendBack({ type: 'factor.required' }),
        })
      }),
      openSession: fromPromise<void, unknown>(async () => {
        const { forgetEntered } = await openConsole()
        forgetTyped = forgetEntered
      }),
      replyFlow: runsLater<typeof replyFlowMachine>(() => consoleLogic().composer()),
      csvImport: runsLater<typeof csvImportMachine>(() => consoleLogic().csvImport()),
      taskFollow: runsLater<typeof taskFollowMachine>(() => consoleLogic().taskFollow()),
    } satisfies AllActors<typeof authMachine>,
  })

  /**
   * `prepareConsole` loads the console's code and styles early. `consoleLogic` throws before the first session is open.
   */
  return { auth, prepareConsole, consoleLogic }
}

export type Logic = ReturnType<typeof createLogic>
export type { ConsoleLogic }

/** Loads at most once unless it fails. `loaded` throws before the load has ended. */
const once = <T>(load: () => Promise<T>): [load: () => Promise<T>, loaded: () => T] => {
  let loading: Promise<T> | undefined
  let loaded: { value: T } | undefined
  const begin = async () => {
    try {
      const value = await load()
      loaded = { value }
      return value
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return [
    () => {
      loading ??= begin()
      return loading
    },
    () => {
      if (!loaded) throw new Error('The console runs only while somebody is signed in')
      return loaded.value
    },
  ]
}

/** Looks for the machine when the actor starts. */
export const runsLater = <TMachine extends AnyStateMachine>(find: () => TMachine): RunsLater<TMachine> => {
  const logic: AnyActorLogic = {
    getInitialSnapshot: (scope) => find().getInitialSnapshot(scope, undefined),
    start: (snapshot: AnyMachineSnapshot) => snapshot.machine.start(snapshot),
    transition: (snapshot: AnyMachineSnapshot, event, scope) => snapshot.machine.transition(snapshot, event, scope),
    getPersistedSnapshot: (snapshot: AnyMachineSnapshot, options) =>
      snapshot.machine.getPersistedSnapshot(snapshot, options),
  }
  return Object.defineProperty(logic, 'machine', { get: find })
}
