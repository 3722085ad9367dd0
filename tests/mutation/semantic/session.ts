import type { Mutant } from './mutant'

const auth = 'src/machines/auth.ts'
const csvImport = 'src/machines/csvImport.ts'
const bulkDelete = 'src/machines/bulkDelete.ts'

/** Session, import and bulk deletion; chosen on 2026-11-24 by reading the charts, before any test was opened. */
export const sessionMutants: Mutant[] = [
  {
    name: 'the place where a session expired is forgotten',
    kind: 'dropped save',
    file: auth,
    from: "            { type: 'rememberPlace', params: ({ event }) => event },\n            { type: 'rememberAddress'",
    to: "            { type: 'rememberAddress'",
  },
  {
    name: 'after another tab signed in, a later login leads to the old place',
    kind: 'forgotten reset',
    file: auth,
    from: "'session.restored': { target: 'signedIn', actions: ['enter', 'forgetPlace', 'forgetAddress'] },",
    to: "'session.restored': { target: 'signedIn', actions: ['enter', 'forgetAddress'] },",
  },
  {
    name: 'a failed login after a logout leads back into the session that was left',
    kind: 'forgotten reset',
    file: auth,
    from: "      exit: 'dropSession',\n",
    to: '',
  },
  {
    name: 'nobody can log in while the server is told of a logout',
    kind: 'removed transition',
    file: auth,
    from: "onDone: 'idle', onError: 'idle' },\n          on: {\n            'login.submit': 'loggingIn',\n",
    to: "onDone: 'idle', onError: 'idle' },\n          on: {\n",
  },
  {
    name: 'a code can be sent again while one is being checked',
    kind: 'added transition',
    file: auth,
    from: "        sendingCode: {\n          tags: ['busy', 'asksCode'],\n",
    to: "        sendingCode: {\n          tags: ['busy', 'asksCode'],\n          on: { 'code.submit': { target: 'sendingCode', reenter: true } },\n",
  },
  {
    name: 'rows that go into another group are sent before those that were answered',
    kind: 'other element',
    file: csvImport,
    from: '[...done, ...indexes.slice(context.answered, unsent), ...again, ...indexes.slice(unsent)]',
    to: '[...again, ...done, ...indexes.slice(context.answered)]',
  },
  {
    name: 'a row without a group is remembered by its place among the rejected',
    kind: 'other element',
    file: csvImport,
    from: '{ groupless: context.answered }',
    to: '{ groupless: context.rejected.length }',
  },
  {
    name: 'an import that is under way is not kept for the next session',
    kind: 'dropped save',
    file: csvImport,
    from: "entry: ['countTry', { type: 'keep', params: { isOver: false } }],",
    to: "entry: ['countTry'],",
  },
  {
    name: 'a row that was refused since the session ended counts as tried',
    kind: 'forgotten reset',
    file: csvImport,
    from: "{ guard: 'isSignedOut', target: 'interrupted', actions: 'uncountTry' },",
    to: "{ guard: 'isSignedOut', target: 'interrupted' },",
  },
  {
    name: 'the list is loaded twice after an import',
    kind: 'doubled effect',
    file: csvImport,
    from: "entry: ['tellAccounts', 'announceOutcome']",
    to: "entry: ['tellAccounts', 'tellAccounts', 'announceOutcome']",
  },
  {
    name: 'an import that is being stopped can be resumed',
    kind: 'added transition',
    file: csvImport,
    from: '        stopping: {},\n',
    to: "        stopping: { on: { 'import.resume': 'running' } },\n",
  },
  {
    name: 'the first of the chosen leaves the choice, whichever is deleted',
    kind: 'other element',
    file: bulkDelete,
    from: 'context.queue.slice(context.answered, context.answered + 1)',
    to: 'context.queue.slice(0, 1)',
  },
  {
    name: 'the list still shows what a bulk deletion deleted',
    kind: 'dropped save',
    file: bulkDelete,
    from: "entry: ['announceOutcome', 'reloadList'],",
    to: "entry: ['announceOutcome'],",
  },
]
