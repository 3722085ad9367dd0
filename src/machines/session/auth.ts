import { type ActorRefFrom, assertEvent } from 'xstate'
import { authSetup } from './authSetup'

export type { AuthEvent, RunsLater } from './authSetup'

export const authMachine = authSetup.createMachine({
  id: 'auth',
  description:
    'The session is the root of every actor that lives as long as the operator is signed in. In `signedIn.open` it runs `csvImport` and `taskFollow`. It runs `replyFlow` (`withComposer`) after the first visit to the composer, because the code of `replyFlow` is loaded with that screen. These actors survive navigation and end with the session. `opening` loads the code that only signed-in operators need; `unopened` waits for another try. Sign-in by passkey is offered once `provider.described` reports our server. The chart never holds the token: a service stores it for the API client. *Logout* is requested by the operator and deletes the draft. *Expired* comes from the server or from another tab; it keeps the draft and remembers the page to return to, unless another operator has signed in. Links that another app passed to the start page before sign-in are opened after sign-in. `leaving` counts as signed out: the token is deleted, and the server is being informed.',
  context: {
    loginAs: undefined,
    returnTo: undefined,
    shared: undefined,
    isReplacing: false,
    factors: [],
    refused: undefined,
    isOurs: undefined,
  },
  invoke: {
    id: 'session',
    src: 'watchSession',
    onError: { actions: { type: 'announceWatchCrashed', params: ({ event }) => event } },
  },
  on: { 'provider.described': { actions: { type: 'storeProvider', params: ({ event }) => event } } },
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
          description: 'The sign-in did not succeed. An earlier session continues if it is still open.',
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
          description: 'The operator is already signed out: the token is deleted, and the server is being informed.',
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
          description: 'Submitting the form cancels the passkey dialog.',
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
          description: 'The password was correct; sign-in also needs a second factor.',
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
            "A link sets a new password. The server ends the sessions of that password's owner, who is not always the operator signed in here.",
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
          description: 'The code that only signed-in operators need is loading. Public pages do not load it.',
          invoke: {
            id: 'openSession',
            src: 'openSession',
            onDone: 'open',
            onError: 'unopened',
          },
        },
        open: {
          description:
            'The import, the composer and the actor that follows tasks survive navigation and end with the session.',
          type: 'parallel',
          states: {
            import: {
              initial: 'importRuns',
              states: {
                importRuns: {
                  invoke: {
                    id: 'csvImport',
                    src: 'csvImport',
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
                  description:
                    'The composer runs after the first visit to its screen, because its code is loaded with that screen.',
                  invoke: {
                    id: 'replyFlow',
                    src: 'replyFlow',
                    onError: {
                      target: 'composerStopped',
                      actions: { type: 'announceComposerCrashed', params: ({ event }) => event },
                    },
                  },
                },
                composerStopped: {
                  description:
                    'An error stopped the composer. Only the operator starts it again, because the draft may be the cause.',
                  on: { 'composer.open': 'withComposer' },
                },
              },
            },
          },
          on: {
            'factor.required': { actions: 'goToSecurity' },
            logout: { target: '#auth.signedOut.leaving', actions: 'goToLogin' },
          },
        },
        unopened: {
          description: 'The code could not be loaded. The chart waits for another try.',
          on: {
            'session.open': 'opening',
            logout: { target: '#auth.signedOut.leaving', actions: 'goToLogin' },
          },
        },
      },
      on: {
        /** Signed-in operators can open the login page too; their stored token may have expired. */
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
