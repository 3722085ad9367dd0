import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createUser } from '../../server/features/session/users.store'
import type { CallName, Contract } from '../../src/schemas/contract'
import { contract } from '../../src/schemas/contract'
import type { CreationOptions } from '../../src/schemas/security/passkeys'
import type { RequestOptions } from '../../src/schemas/session/passkeySignIn'
import { createAuthenticator } from '../support/authenticator'
import { codeAt } from '../support/codes'
import { sqlite } from '../support/databases'
import { enrol, type Operator, password } from '../support/server'
import { type Sent, send } from './api'
import { credentialsWith, type Estate, settle, startWorld, type World } from './world'

type WritingCall = { [N in CallName]: Contract[N]['method'] extends 'GET' ? never : N }[CallName]

interface Step {
  asks: () => Sent | Promise<Sent>
  /** The line in the audit trail; null for a call that only returns a challenge. */
  leaves: string | null
}

const email = 'ada@example.com'
const newPassword = 'another horse battery'

let world: World
let ada: Operator
let estate: Estate
let otherId: number
const told: Record<string, Record<string, unknown>> = {}

beforeAll(async () => {
  world = await startWorld(sqlite)
  ada = await enrol(world, email)
  estate = await settle(world, ada, 'trail', '1900000000000000111')
  await world.deps.db.deleteFrom('passkeys').execute()
  otherId = (await createUser(world.deps.db, { email: 'bob@example.com', username: 'bob', passwordHash: 'none' })) ?? 0
})
afterAll(() => world.dispose())

const params = (values: Record<string, string | number>): Sent['params'] =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
const listOf = <T>(value: unknown): T[] => (Array.isArray(value) ? value : [])
const role = {
  name: 'Another role',
  model_name: 'gpt-test',
  category: 'Tests',
  system_prompt: 'Answer.',
  background_story: 'Repairs signs.',
  version: '1',
  language: 'English',
}
const signIn = async () => {
  const body = { email, password }
  return (await send(world.app, contract.login, { body })).json() as Record<string, string>
}
const sessionNow = async () => {
  const { access_token: token } = await signIn()
  return token ?? ''
}

const device = createAuthenticator()
const passkeyParams = () => params({ passkeyId: (told.createPasskey as { passkey: { id: number } }).passkey.id })
const answerTo = (options: unknown) => ({ credential: device.get(options as RequestOptions) })

const newestLink = async () => {
  const { id } = await world.deps.db.selectFrom('passes').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return id
}

/** In an order in which each succeeds; a missing call does not compile. */
const steps: Record<WritingCall, Step> = {
  register: {
    asks: () => ({ body: { email: 'cleo@example.com', username: 'cleo', password } }),
    leaves: 'operator.registered',
  },
  login: { asks: () => ({ body: { email, password } }), leaves: 'signIn.completed' },
  logout: {
    asks: async () => ({ headers: { authorization: `Bearer ${await sessionNow()}` } }),
    leaves: 'signOut.completed',
  },
  dismissNotice: { asks: () => ({}), leaves: 'operator.toldSo' },
  inviteOperator: { asks: () => ({}), leaves: 'operator.invited' },
  endGrant: {
    asks: async () => ({ params: params({ grantPurpose: 'invitation', grantId: await newestLink() }) }),
    leaves: 'operator.grantEnded',
  },
  setOperatorAllowances: {
    asks: () => ({
      params: params({ operatorId: otherId }),
      body: { model_calls: 5, tokens: null, sends: null, stored_bytes: null },
    }),
    leaves: 'operator.allowed',
  },
  resetOperator: { asks: () => ({ params: params({ operatorId: otherId }) }), leaves: 'operator.resetOffered' },
  resetPassword: {
    asks: () => ({ body: { token: told.resetOperator?.token, password: newPassword } }),
    leaves: 'password.reset',
  },
  removeOperatorFactor: {
    asks: async () => {
      const values = { user_id: otherId, secret: 's', enrolled_at: 'e', last_step: 0, wrong_codes: 0, wrong_since: '' }
      await world.deps.db.insertInto('second_factors').values(values).execute()
      return { params: params({ operatorId: otherId }) }
    },
    leaves: 'secondFactor.takenAway',
  },
  updateOperator: {
    asks: () => ({ params: params({ operatorId: otherId }), body: { disabled: true } }),
    leaves: 'operator.disabled',
  },
  deleteOperator: { asks: () => ({ params: params({ operatorId: otherId }) }), leaves: 'operator.deleted' },
  createAccount: {
    asks: () => ({ body: { username: '@second', ...credentialsWith('second') } }),
    leaves: 'account.created',
  },
  updateAccount: {
    asks: () => ({ params: params({ accountId: estate.accountId }), body: { api_key: 'another-key' } }),
    leaves: 'account.changed',
  },
  verifyAccount: { asks: () => ({ params: params({ accountId: estate.accountId }) }), leaves: 'account.verified' },
  startConsent: { asks: () => ({ body: { group: estate.groupName } }), leaves: 'consent.begun' },
  moveAccount: {
    asks: () => {
      vi.spyOn(world.deps.access, 'move').mockResolvedValueOnce({ moved: true })
      return { params: params({ accountId: estate.accountId }) }
    },
    leaves: 'account.moved',
  },
  createGroup: { asks: () => ({ body: { name: 'Another group', description: 'd' } }), leaves: 'group.created' },
  updateGroup: {
    asks: () => ({
      params: params({ groupId: estate.groupId }),
      body: { name: estate.groupName, description: 'changed' },
    }),
    leaves: 'group.changed',
  },
  createRole: { asks: () => ({ body: role }), leaves: 'role.created' },
  updateRole: {
    asks: () => ({ params: params({ roleId: estate.roleId }), body: { ...role, name: 'Renamed' } }),
    leaves: 'role.changed',
  },
  createSavedReply: {
    asks: () => ({ params: params({ roleId: estate.roleId }), body: { name: 'Bye', kind: 'reply', text: 'Bye!' } }),
    leaves: 'savedReply.created',
  },
  updateSavedReply: {
    asks: () => ({
      params: params({ roleId: estate.roleId, savedReplyId: estate.savedReplyId }),
      body: { name: 'Hello', kind: 'reply', text: 'Hello!' },
    }),
    leaves: 'savedReply.changed',
  },
  deleteSavedReply: {
    asks: () => ({ params: params({ roleId: estate.roleId, savedReplyId: estate.savedReplyId }) }),
    leaves: 'savedReply.deleted',
  },
  tryModel: { asks: () => ({ body: { model_name: 'gpt-test' } }), leaves: 'model.tried' },
  setBudget: { asks: () => ({ body: { daily: 5_000_000 } }), leaves: 'budget.set' },
  setModelBudget: { asks: () => ({ body: { daily: 5_000_000 } }), leaves: 'modelBudget.set' },
  fetchContent: { asks: () => ({ body: { tweet_url: 'https://x.com/maker/status/77' } }), leaves: 'post.read' },
  generateReplies: {
    asks: () => ({ body: { tweet_id: '77', role_id: estate.roleId, count: 1 } }),
    leaves: 'replies.generated',
  },
  updateReply: {
    asks: () => ({ params: params({ replyId: estate.freeReplyId }), body: { content: 'Other words' } }),
    leaves: 'reply.changed',
  },
  postReply: {
    asks: () => ({ body: { reply_id: estate.freeReplyId, twitter_account_id: estate.accountId } }),
    leaves: 'reply.sent',
  },
  batchPostReplies: {
    asks: () => {
      const [reply] = listOf<{ reply_id: string }>(told.generateReplies?.replies)
      return { body: { reply_ids: [reply?.reply_id], group_name: estate.groupName } }
    },
    leaves: 'batch.sent',
  },
  retryTask: { asks: () => ({ params: params({ taskId: estate.failedTaskId }) }), leaves: 'task.retried' },
  decideItem: {
    asks: () => ({ params: params({ taskId: estate.taskId, itemId: estate.itemId }), body: { action: 'give_up' } }),
    leaves: 'item.give_up',
  },
  updateMention: {
    asks: () => ({ params: params({ mentionId: estate.mentionId }), body: { state: 'dismissed' } }),
    leaves: 'mention.dismissed',
  },
  updateWatch: {
    asks: () => ({ params: params({ accountId: estate.accountId }), body: { on: true } }),
    leaves: 'mentions.switchedOn',
  },
  addDoNotReply: { asks: () => ({ body: { username: 'somebody' } }), leaves: 'person.listed' },
  deleteDoNotReply: { asks: () => ({ params: params({ personId: estate.personId }) }), leaves: 'person.removed' },
  loadSample: { asks: () => ({}), leaves: 'sample.loaded' },
  createApiToken: {
    asks: () => ({ body: { name: 'nightly', scope: 'read', days: 7 } }),
    leaves: 'apiToken.created',
  },
  endApiToken: { asks: () => ({ params: params({ apiTokenId: estate.apiTokenId }) }), leaves: 'apiToken.ended' },
  startSecondFactor: { asks: () => ({ body: { current_password: password } }), leaves: 'secondFactor.begun' },
  enrolSecondFactor: {
    asks: () => ({ body: { code: codeAt(String(told.startSecondFactor?.secret), 0) } }),
    leaves: 'secondFactor.enrolled',
  },
  answerLogin: {
    asks: async () => {
      const code = codeAt(String(told.startSecondFactor?.secret), 1)
      return { body: { challenge: (await signIn()).challenge, code } }
    },
    leaves: 'signIn.completed',
  },
  confirmSession: {
    asks: () => ({ body: { code: listOf<string>(told.enrolSecondFactor?.recovery_codes)[0] } }),
    leaves: 'secondFactor.confirmed',
  },
  renewRecoveryCodes: { asks: () => ({}), leaves: 'secondFactor.codesRenewed' },
  removeSecondFactor: { asks: () => ({}), leaves: 'secondFactor.removed' },
  startPasskey: { asks: () => ({ body: { current_password: password } }), leaves: null },
  createPasskey: {
    asks: () => ({
      body: { label: 'Blue laptop', credential: device.create(told.startPasskey as unknown as CreationOptions) },
    }),
    leaves: 'passkey.registered',
  },
  renamePasskey: {
    asks: () => ({ params: passkeyParams(), body: { label: 'Green laptop' } }),
    leaves: 'passkey.renamed',
  },
  startConfirmation: { asks: () => ({}), leaves: null },
  confirmByPasskey: { asks: () => ({ body: answerTo(told.startConfirmation) }), leaves: 'secondFactor.confirmed' },
  startPasskeySignIn: { asks: () => ({ body: {} }), leaves: null },
  answerPasskeySignIn: { asks: () => ({ body: answerTo(told.startPasskeySignIn) }), leaves: 'signIn.completed' },
  deletePasskey: { asks: () => ({ params: passkeyParams() }), leaves: 'passkey.removed' },
  deleteAccount: { asks: () => ({ params: params({ accountId: estate.accountId }) }), leaves: 'account.deleted' },
  deleteGroup: { asks: () => ({ params: params({ groupId: estate.groupId }) }), leaves: 'group.deleted' },
  deleteRole: { asks: () => ({ params: params({ roleId: estate.roleId }) }), leaves: 'role.deleted' },
  endSession: {
    asks: async () => {
      await sessionNow()
      const { id } = await world.deps.db
        .selectFrom('sessions')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      return { params: params({ sessionId: id }) }
    },
    leaves: 'session.ended',
  },
  endOtherSessions: { asks: () => ({}), leaves: 'session.othersEnded' },
  changePassword: {
    asks: () => ({ body: { current_password: password, new_password: newPassword } }),
    leaves: 'password.changed',
  },
  endSessions: { asks: () => ({}), leaves: 'session.allEnded' },
}

describe('the audit trail', () => {
  it.each(Object.entries(steps))('has a line for %s', async (name, { asks, leaves }) => {
    const call = contract[name as WritingCall]
    const request = await asks()
    const last = await lastLine()
    const headers = { ...(call.auth ? { authorization: `Bearer ${ada.token}` } : {}), ...request.headers }
    const answer = await send(world.app, call, { ...request, headers })
    expect([answer.statusCode, answer.body]).toEqual([call.status, expect.any(String)])
    if (answer.body !== '') told[name] = answer.json()
    const lines = await world.deps.db.selectFrom('audit').select('action').where('id', '>', last).execute()
    const actions = lines.map(({ action }) => action)
    if (leaves === null) return expect(actions).toEqual([])
    expect(actions).toContain(leaves)
  })

  const lastLine = async () =>
    (await world.deps.db.selectFrom('audit').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0
})
