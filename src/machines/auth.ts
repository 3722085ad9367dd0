import { type ActorRefFrom, assertEvent } from 'xstate'
import { authSetup } from './authSetup'
import { present } from './present'

export type { AuthEvent, OpenedSession, RunsInput } from './authSetup'

/** The session: who is signed in, and the actors that live as long as that lasts. */
export const authMachine = authSetup.createMachine({
  id: 'auth',
  description:
    'The session, and the root of every other session-long actor: while `signedIn.open` it runs `csvImport` and `taskFollow`, and from the first look at the composer on `replyFlow` (`withComposer`), whose code comes with that screen; all of them therefore survive navigation and end with the session. `opening` fetches the code of everything behind the login, which no public page loads; `unopened` waits for another try. It never holds the token; the services keep it where the client finds it. *Logout* is the operator’s wish and forgets the draft; *expired* is the server’s or another tab’s doing, keeps the draft and remembers the place to return to, which is forgotten where another operator takes over; links that another app gave the start page while nobody was signed in go with whoever signs in. `leaving` already counts as signed out: the token is gone, only the server is still being told.',
  context: {
    loginAs: undefined,
    returnTo: undefined,
    shared: undefined,
    opened: undefined,
    isReplacing: false,
    factors: [],
    refused: undefined,
  },
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
        'session.expired': {
          actions: ['dropSession', { type: 'keepPlaceUnlessTakenOver', params: ({ event }) => event }],
        },
        'page.wanted': { actions: { type: 'rememberShared', params: ({ event }) => event } },
      },
      exit: 'dropSession',
      states: {
        unchanged: {
          description: 'Nobody was signed in by this: back to the session that was open, if one was.',
          always: [{ guard: 'isReplacing', target: '#auth.signedIn' }, { target: 'idle' }],
        },
        idle: {
          on: {
            'login.submit': 'loggingIn',
            'passkey.use': 'usingPasskey',
            'register.submit': 'registering',
            'reset.submit': 'resetting',
          },
        },
        leaving: {
          description: 'Already signed out: the token is gone, only the server is still being told.',
          invoke: { id: 'endSession', src: 'endSession', onDone: 'idle', onError: 'idle' },
          on: {
            'login.submit': 'loggingIn',
            'passkey.use': 'usingPasskey',
            'register.submit': 'registering',
            'reset.submit': 'resetting',
          },
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
              {
                guard: { type: 'asksFactor', params: ({ event }) => event.output },
                target: 'askingCode',
                actions: { type: 'keepFactors', params: ({ event }) => event.output },
              },
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
        usingPasskey: {
          description: 'Whoever submits the form leaves it.',
          tags: 'asksPasskey',
          entry: 'forgetRefusal',
          invoke: {
            id: 'usePasskey',
            src: 'signInByPasskey',
            input: ({ event }) => {
              assertEvent(event, 'passkey.use')
              return { remember_me: event.remember_me }
            },
            onDone: {
              target: '#auth.signedIn',
              actions: ['announceLoggedIn', 'enter', 'forgetPlace', 'forgetAddress'],
            },
            onError: {
              target: 'unchanged',
              actions: [
                { type: 'announceFailure', params: ({ event }) => event },
                { type: 'rememberRefusal', params: ({ event }) => ({ on: 'login', error: event.error }) },
              ],
            },
          },
          on: { 'passkey.cancel': 'unchanged', 'login.submit': 'loggingIn', 'register.submit': 'registering' },
        },
        askingCode: {
          description: 'The password alone opens nothing.',
          tags: 'asksCode',
          on: {
            'code.submit': 'sendingCode',
            'passkey.give': { guard: 'hasPasskey', target: 'givingPasskey' },
            'code.cancel': 'unchanged',
          },
        },
        givingPasskey: {
          tags: ['asksCode', 'asksPasskey'],
          entry: 'forgetRefusal',
          invoke: {
            id: 'answerPasskey',
            src: 'answerPasskey',
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
          on: { 'passkey.cancel': 'askingCode', 'code.submit': 'sendingCode', 'code.cancel': 'unchanged' },
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
        'passkey.use': { target: '#auth.signedOut.usingPasskey', actions: 'keepSession' },
        'register.submit': { target: '#auth.signedOut.registering', actions: 'keepSession' },
        'reset.submit': { target: '#auth.signedOut.resetting', actions: 'keepSession' },
        'session.expired': {
          target: 'signedOut',
          actions: [
            { type: 'rememberPlace', params: ({ event }) => event },
            { type: 'rememberAddress', params: ({ event }) => event },
            'goToLogin',
          ],
        },
      },
    },
  },
})

export type AuthRef = ActorRefFrom<typeof authMachine>
