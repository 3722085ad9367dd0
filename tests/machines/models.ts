import { authMachine } from '../../src/machines/session/auth'
import { defineModel } from '../support/machineModel'
import { connectionModels } from './accounts/xConnectionModels'
import { composerLists, editReply, reply, replyFlow } from './composer/composerModels'
import { bulkChange, csvImport, editor, loader, modelTrial, oneByOne, resource, table } from './crud/listModels'
import {
  auditLog,
  historyWatch,
  manualPosting,
  revision,
  taskFollow,
  taskStream,
  taskWatch,
} from './history/taskModels'
import { inbox, inboxActs } from './inbox/inboxModels'
import { queue } from './queue/queueModels'
import { failures, silence } from './samples'
import { savedReplies } from './savedReplies/savedReplyModels'
import { allowances, apiTokens, operators, ownAccount, passkeys, secondFactor } from './security/operatorModels'
import { layout, leaving, problemReport } from './shell/layoutModels'

export const auth = defineModel({
  name: 'auth',
  machine: authMachine,
  events: {
    'login.submit': [{ type: 'login.submit', body: { email: 'ada@example.org', password: 'secret' } }],
    'passkey.use': [
      { type: 'passkey.use', remember_me: undefined },
      { type: 'passkey.use', remember_me: true },
    ],
    'passkey.give': [{ type: 'passkey.give' }],
    'passkey.cancel': [{ type: 'passkey.cancel' }],
    'code.submit': [{ type: 'code.submit', code: '123456' }],
    'code.cancel': [{ type: 'code.cancel' }],
    'register.submit': [
      { type: 'register.submit', body: { email: 'ada@example.org', username: 'ada', password: 'secret' } },
    ],
    'reset.submit': [{ type: 'reset.submit', body: { token: 'link', password: 'a new secret' } }],
    logout: [{ type: 'logout' }],
    'session.expired': [{ type: 'session.expired', at: '/admin/history' }],
    'provider.described': [
      { type: 'provider.described', isOurs: true },
      { type: 'provider.described', isOurs: false },
    ],
    'page.wanted': [{ type: 'page.wanted', at: '/admin/home?url=https%3A%2F%2Fx.com%2Fada%2Fstatus%2F11' }],
    'session.restored': [{ type: 'session.restored' }],
    'factor.required': [{ type: 'factor.required' }],
    'session.open': [{ type: 'session.open' }],
    'composer.open': [{ type: 'composer.open' }],
  },
  answers: {
    restore: { done: [{ isSignedIn: true }, { isSignedIn: false }], error: [silence] },
    endSession: { done: [undefined], error: [silence] },
    openSession: {
      done: [undefined],
      error: [silence],
    },
    logIn: { done: [{ factors: [] }, { factors: ['app'] }, { factors: ['app', 'passkey'] }], error: failures },
    usePasskey: { done: [undefined], error: failures },
    answerPasskey: { done: [undefined], error: failures },
    answerCode: { done: [undefined], error: failures },
    register: { done: [undefined], error: failures },
    resetPassword: { done: [undefined], error: failures },
  },
  crashes: ['session', 'csvImport', 'taskFollow', 'replyFlow'],
  remembers: ({ returnTo, isReplacing, factors }) => ({
    'returns to': returnTo ?? false,
    'is replacing': isReplacing,
    'has a passkey': factors.includes('passkey'),
  }),
})

export const models = [
  auth,
  replyFlow,
  reply,
  editReply,
  csvImport,
  loader,
  resource,
  bulkChange,
  oneByOne,
  editor,
  taskWatch,
  manualPosting,
  inbox,
  inboxActs,
  queue,
  taskFollow,
  taskStream,
  revision,
  historyWatch,
  composerLists,
  leaving,
  layout,
  problemReport,
  table,
  modelTrial,
  auditLog,
  ownAccount,
  secondFactor,
  passkeys,
  apiTokens,
  allowances,
  operators,
  savedReplies,
  ...connectionModels,
]
