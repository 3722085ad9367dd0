import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { nothing } from '../../src/schemas/base'
import { type Call, type CallName, contract } from '../../src/schemas/contract'
import { readingOf } from '../support/members'
import { sampleAccount, sampleRole } from '../support/serverFakes'

const account = sampleAccount('ada', 'launch')
const role = { ...sampleRole, knowledge_base: {}, example_conversations: {} }
const group = { name: 'crew', description: 'For launches' }
const savedReply = { name: 'Thanks', kind: 'opening', text: 'Thank you!' }
const known = { id: 'a-1', rawId: 'b_2', type: 'public-key' } as const
const assertion = {
  ...known,
  response: { clientDataJSON: 'c', authenticatorData: 'd', signature: 'e', userHandle: 'f' },
}
const attestation = { ...known, response: { clientDataJSON: 'c', attestationObject: 'g', transports: ['usb'] } }
const limits = { model_calls: 1, tokens: 2, sends: 3, stored_bytes: 4 }
const expected = [{ content: 'Tea.', account_id: 7 }]

describe('the body', () => {
  it.each([
    ['login', { email: 'ada@example.com', password: 'abc', remember_me: true }],
    ['answerLogin', { challenge: 'second', code: '123456' }],
    ['register', { email: 'ada@example.com', username: 'Ada', password: 'abcdef', invitation: 'pass' }],
    ['resetPassword', { token: 'pass', password: 'abcdef' }],
    ['changePassword', { current_password: 'old', new_password: 'newer!' }],
    ['startPasskeySignIn', { challenge: 'second' }],
    ['answerPasskeySignIn', { challenge: 'second', credential: assertion, remember_me: true }],
    ['confirmByPasskey', { credential: assertion }],
    ['startPasskey', { current_password: 'old' }],
    ['createPasskey', { label: 'Key', credential: attestation }],
    ['renamePasskey', { label: 'Old key' }],
    ['startSecondFactor', { current_password: 'old' }],
    ['enrolSecondFactor', { code: '123456' }],
    ['confirmSession', { code: '654321' }],
    ['createApiToken', { name: 'Script', scope: 'read', days: 30 }],
    ['createApiToken', { name: 'Script', scope: 'draft', days: 30 }],
    ['updateOperator', { disabled: true }],
    ['setOperatorAllowances', limits],
    ['createAccount', account],
    ['updateAccount', account],
    ['startConsent', { account_id: 5, group: 'launch' }],
    ['createGroup', group],
    ['updateGroup', group],
    ['createRole', role],
    ['updateRole', role],
    ['createSavedReply', savedReply],
    ['updateSavedReply', { ...savedReply, kind: 'reply' }],
    ['fetchContent', { tweet_url: 'https://x.com/a/status/20' }],
    ['generateReplies', { tweet_id: '20', role_id: 6, count: 4 }],
    ['batchPostReplies', { reply_ids: ['r1', 2], group_name: 'launch', hold_seconds: 5, expected }],
    ['postReply', { reply_id: 'r1', twitter_account_id: 8, hold_seconds: 6, expected }],
    ['updateReply', { content: 'Tea.' }],
    ['decideItem', { action: 'posted', tweet_url: 'https://x.com/a/status/20' }],
    ['updateMention', { state: 'unread' }],
    ['updateMention', { state: 'dismissed' }],
    ['updateWatch', { on: true }],
    ['addDoNotReply', { username: 'dan', reason: 'asked to' }],
    ['setBudget', { daily: 9 }],
    ['setModelBudget', { daily: 10 }],
    ['tryModel', { model_name: 'gpt' }],
  ] as const)('of %s is taken as it is, without nonsense and without a member more', (name, body) => {
    const schema = contract[name].body
    expect(readingOf(schema, body)).toEqual({ kept: body, unread: [] })
    expect(z.safeParse(schema, { ...body, more: 1 }).success).toBe(false)
  })

  it.each([
    ['login', { email: 'ada@example.com', password: 'abc' }],
    ['register', { email: 'ada@example.com', username: 'Ada', password: 'abcdef' }],
    ['startPasskeySignIn', {}],
    [
      'answerPasskeySignIn',
      { credential: { ...assertion, response: { ...assertion.response, userHandle: undefined } } },
    ],
    ['startPasskey', {}],
    ['setOperatorAllowances', { model_calls: null, tokens: null, sends: null, stored_bytes: null }],
    ['updateAccount', {}],
    ['updateAccount', { group: null }],
    ['startConsent', { group: '' }],
    ['batchPostReplies', { reply_ids: ['r1'], group_name: 'launch' }],
    ['postReply', { reply_id: 3, twitter_account_id: 8, expected: [{ content: '' }] }],
    ['addDoNotReply', { username: 'dan' }],
    ['setBudget', { daily: null }],
  ] as const)('of %s may be as little as %j', (name, body) => {
    expect(z.parse(contract[name].body, body)).toEqual(body)
  })

  it('for a new account or character may leave out fields with a default', () => {
    const { group: _, ...ungrouped } = account
    expect(z.parse(contract.createAccount.body, ungrouped)).toEqual({ ...ungrouped, group: '' })
    const { personality_traits, instruction_set, knowledge_base, example_conversations, learns_from_edits, ...least } =
      role
    expect(z.parse(contract.createRole.body, least)).toEqual({
      ...least,
      personality_traits: [],
      instruction_set: [],
      knowledge_base: {},
      example_conversations: {},
    })
  })

  it.each([
    ['login', { email: 'ada@example.com', password: 'abc', remember_me: false }],
    ['createApiToken', { name: 'Script', scope: '', days: 30 }],
    ['createSavedReply', { ...savedReply, kind: '' }],
    ['createPasskey', { label: 'Key', credential: { ...attestation, type: '' } }],
    ['confirmByPasskey', { credential: { ...assertion, type: 'password' } }],
    ['confirmByPasskey', { credential: { ...assertion, more: 1 } }],
    ['postReply', { reply_id: 'r1', twitter_account_id: 8, expected: [{ content: 'Tea.', more: 1 }] }],
  ] as const)('of %s is not %j', (name, body) => {
    expect(z.safeParse(contract[name].body, body).success).toBe(false)
  })

  it.each(['answered', 'all', ''])('that changes a mention does not set it to %j', (state) => {
    expect(contract.updateMention.body.safeParse({ state }).error?.issues).toMatchObject([
      { path: ['state'], message: 'must be unread or dismissed' },
    ])
  })
})

const everyCall = Object.entries(contract) as [CallName, Call][]

describe('the address', () => {
  const wire: Record<string, [written: string, read: unknown]> = {
    grantPurpose: ['reset', 'reset'],
    consentId: ['abcdefgh-_123456', 'abcdefgh-_123456'],
    replyId: ['r1/é', 'r1/é'],
    taskId: ['t1', 't1'],
    itemId: ['i1', 'i1'],
    tweetId: ['1991427730554880217', '1991427730554880217'],
  }
  const named = everyCall.map(([name, call]) => ({
    name,
    call,
    parameters: [...call.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter),
  }))

  it.each(named.filter(({ parameters }) => parameters.length > 0))(
    'of $name is read for its path parameters, $parameters, and nothing else',
    ({ call, parameters }) => {
      const both = parameters.map((parameter) => [parameter, wire[parameter] ?? ['12', 12]] as const)
      const written = Object.fromEntries(both.map(([parameter, [text]]) => [parameter, text]))
      const read = Object.fromEntries(both.map(([parameter, [, value]]) => [parameter, value]))
      expect(call.params && z.parse(call.params, written)).toEqual(read)
      expect(call.params && z.safeParse(call.params, { ...written, more: '1' }).success).toBe(false)
      expect(call.params && z.safeParse(call.params, {}).success).toBe(false)
    },
  )

  it('reads a record only if its path names one', () => {
    const without = named.filter(({ parameters }) => parameters.length === 0)
    expect(without.filter(({ call }) => call.params).map(({ name }) => name)).toEqual([])
  })
})

describe('the query', () => {
  it.each([
    ['listAccounts', { group: 'launch' }, { group: 'launch' }],
    ['getEligibility', {}, { group: '' }],
    ['getEligibility', { group: 'crew' }, { group: 'crew' }],
    ['listRoles', { skip: '7', limit: '9' }, { skip: 7, limit: 9 }],
    ['listTasks', { limit: '8', state: 'needs_review' }, { limit: 8, state: 'needs_review' }],
    ['listOpenTasks', {}, { ids: '' }],
    ['listOpenTasks', { ids: '0a1b2c3d4e5f,012345' }, { ids: '0a1b2c3d4e5f,012345' }],
    ['getInbox', {}, { state: 'all', limit: 100 }],
    ['getInbox', { state: 'dismissed', account_id: '3', limit: '4' }, { state: 'dismissed', account_id: 3, limit: 4 }],
    ['getConnection', { limit: '5', cursor: '6' }, { limit: 5, cursor: 6 }],
    ['listAudit', { limit: '2', before: '11', search: 'gr' }, { limit: 2, before: 11, search: 'gr' }],
    ['listAccess', {}, { limit: 100 }],
  ] as const)('of %s is read from %j', (name, written, read) => {
    const schema = contract[name].query
    expect(z.parse(schema, written)).toEqual(read)
    expect(z.safeParse(schema, { ...written, more: '1' }).success).toBe(false)
  })

  it.each(['unread', 'answered', 'dismissed', 'all'])('of the inbox may ask for %s', (state) => {
    expect(contract.getInbox.query.safeParse({ state }).data).toMatchObject({ state })
  })

  it('of the inbox asks for one of four states', () => {
    expect(contract.getInbox.query.safeParse({ state: '' }).error?.issues).toMatchObject([
      { path: ['state'], message: 'must be unread, answered, dismissed or all' },
    ])
  })

  it('of tasks asks for no state except one', () => {
    expect(['', 'failed'].map((state) => contract.listTasks.query.safeParse({ state }).success)).toEqual([false, false])
  })
})

describe('the answer', () => {
  const read = (how: Call['reads'], calls = everyCall) =>
    calls.flatMap(([name, { reads }]) => (reads === how ? [name] : [])).toSorted()
  const gets = everyCall.filter(([, { method }]) => method === 'GET')
  const others = everyCall.filter(([, { method }]) => method !== 'GET')

  it('is used if it is there, for a send and for the sample data', () => {
    expect(read('optional')).toEqual(['batchPostReplies', 'loadSample', 'postReply'])
  })

  it('is required by every GET', () => {
    expect(read('required', gets)).toEqual(gets.map(([name]) => name).toSorted())
  })

  it('is required only by these calls that are not GET', () => {
    expect(read('required', others)).toEqual([
      ...['addDoNotReply', 'answerLogin', 'answerPasskeySignIn', 'createApiToken', 'createPasskey', 'decideItem'],
      ...['enrolSecondFactor', 'fetchContent', 'generateReplies', 'inviteOperator', 'login', 'moveAccount'],
      ...['renewRecoveryCodes', 'resetOperator', 'retryTask', 'setBudget', 'setModelBudget', 'setOperatorAllowances'],
      ...['startConfirmation', 'startConsent', 'startPasskey', 'startPasskeySignIn', 'startSecondFactor', 'tryModel'],
      ...['updateMention', 'updateOperator', 'updateWatch', 'verifyAccount'],
    ])
  })

  it('is not required by default', () => {
    expect(everyCall.filter(([, { answer, reads }]) => answer === nothing && reads !== 'ignored')).toEqual([])
  })
})
