import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ownId } from '../../src/schemas/base'
import { type Call, contract } from '../../src/schemas/contract'

const at = '2026-05-01T08:00:00.000Z'
const account = { id: 1, username: '@ada', group: 'launch', is_active: true, created_at: at }
const group = { id: 1, name: 'launch', description: 'For launches' }
const role = {
  id: 1,
  name: 'Mara',
  model_name: 'gpt',
  category: 'Dry',
  system_prompt: 'You are Mara.',
  personality_traits: ['dry'],
  background_story: 'Repairs signs.',
  instruction_set: ['brief'],
  version: '1',
  knowledge_base: {},
  example_conversations: {},
  language: 'English',
}
const credentials = {
  client_id: 'a',
  client_secret: 'b',
  api_key: 'c',
  api_secret: 'd',
  access_token: 'e',
  access_token_secret: 'f',
}
const accountBody = { username: '@ada', ...credentials, group: 'launch' }
const { id: _, ...roleBody } = role
const groupBody = { name: 'launch', description: 'For launches' }
const reply = { reply_id: 1, content: 'Hello' }
const task = { id: 1, owner_id: 2, status: 'completed', error: null, created_at: at, updated_at: at }
const item = {
  id: 1,
  reply_id: 2,
  retry_count: 0,
  twitter_username: '@ada',
  status: 'completed',
  error: null,
  created_at: at,
  updated_at: at,
  reply_tweet_id: '1991427730554880999',
}

/** The specification's table of calls, with the smallest answer. */
const specified: Record<string, { body?: unknown; answer?: unknown }> = {
  'POST /auth/login': { body: { email: 'a@example.com', password: 'abc' }, answer: { access_token: 'token' } },
  'POST /auth/register': { body: { email: 'a@example.com', password: 'abcdef', username: 'Ada' } },
  'GET /twitter/accounts': { answer: [account] },
  'POST /twitter/accounts': { body: accountBody },
  'GET /twitter/accounts/{accountId}': { answer: { ...account, ...credentials } },
  'PUT /twitter/accounts/{accountId}': { body: accountBody },
  'DELETE /twitter/accounts/{accountId}': {},
  'GET /groups': { answer: [group] },
  'POST /groups': { body: groupBody },
  'GET /groups/{groupId}': { answer: group },
  'PUT /groups/{groupId}': { body: groupBody },
  'DELETE /groups/{groupId}': {},
  'GET /ai-roles': { answer: [role] },
  'GET /ai-roles/{roleId}': { answer: role },
  'POST /ai-roles': { body: roleBody },
  'PUT /ai-roles/{roleId}': { body: roleBody },
  'DELETE /ai-roles/{roleId}': {},
  'GET /openai/models': { answer: [{ id: 'gpt' }] },
  'POST /twitter/tweet/content': {
    body: { tweet_url: 'https://x.com/ada/status/1991427730554880217' },
    answer: { tweet_id: '1991427730554880217' },
  },
  'POST /twitter/tweet/generate-reply': {
    body: { tweet_id: '1991427730554880217', role_id: 1, count: 1 },
    answer: { replies: [reply] },
  },
  'POST /twitter/tweet/batch-post-replies': { body: { reply_ids: [1, 2], group_name: 'launch' } },
  'POST /twitter/tweet/post-reply': { body: { reply_id: 1, twitter_account_id: 1 } },
  'GET /twitter/replies/detail/{replyId}': { answer: reply },
  'PUT /twitter/replies/{replyId}': { body: { content: 'Hello' } },
  'GET /tasks/': { answer: [{ ...task, total_items: 1, completed: 1, failed: 0, pending: 0 }] },
  'GET /tasks/{taskId}': { answer: { ...task, items: [item] } },
}

/** Further calls and their status on success: operators' scripts rely on both. */
const added: Record<string, number> = {
  'GET /ai-roles/{roleId}/saved-replies': 200,
  'POST /ai-roles/{roleId}/saved-replies': 201,
  'DELETE /ai-roles/{roleId}/saved-replies/{savedReplyId}': 204,
  'PUT /ai-roles/{roleId}/saved-replies/{savedReplyId}': 200,
  'GET /audit': 200,
  'GET /audit/access': 200,
  'GET /x/new-answers': 200,
  'GET /auth/allowances': 200,
  'GET /auth/api-tokens': 200,
  'POST /auth/api-tokens': 201,
  'DELETE /auth/api-tokens/{apiTokenId}': 204,
  'POST /auth/confirmation': 204,
  'POST /auth/confirmation/options': 201,
  'POST /auth/confirmation/passkey': 204,
  'GET /auth/grants': 200,
  'DELETE /auth/grants/{grantPurpose}/{grantId}': 204,
  'POST /auth/login/code': 200,
  'POST /auth/login/passkey': 200,
  'POST /auth/login/passkey/options': 201,
  'POST /auth/logout': 204,
  'GET /auth/me': 200,
  'DELETE /auth/me/notice': 204,
  'GET /auth/passkeys': 200,
  'POST /auth/passkeys': 201,
  'POST /auth/passkeys/options': 201,
  'DELETE /auth/passkeys/{passkeyId}': 204,
  'PUT /auth/passkeys/{passkeyId}': 200,
  'PUT /auth/password': 204,
  'POST /auth/reset': 204,
  'DELETE /auth/second-factor': 204,
  'GET /auth/second-factor': 200,
  'POST /auth/second-factor': 201,
  'PUT /auth/second-factor': 200,
  'POST /auth/second-factor/recovery-codes': 201,
  'DELETE /auth/sessions': 204,
  'DELETE /auth/sessions/others': 204,
  'GET /auth/sessions': 200,
  'DELETE /auth/sessions/{sessionId}': 204,
  'GET /do-not-reply': 200,
  'POST /do-not-reply': 201,
  'DELETE /do-not-reply/{personId}': 204,
  'GET /inbox': 200,
  'PUT /inbox/watches/{accountId}': 200,
  'PUT /inbox/{mentionId}': 200,
  'GET /meta': 200,
  'PUT /openai/budget': 200,
  'POST /openai/models/try': 200,
  'GET /openai/providers': 200,
  'GET /openai/spending': 200,
  'GET /operators': 200,
  'POST /operators/invitations': 201,
  'DELETE /operators/{operatorId}': 204,
  'PUT /operators/{operatorId}': 200,
  'GET /operators/{operatorId}/allowances': 200,
  'PUT /operators/{operatorId}/allowances': 200,
  'POST /operators/{operatorId}/reset': 201,
  'DELETE /operators/{operatorId}/second-factor': 204,
  'POST /sandbox/sample': 201,
  'GET /tasks/handed-over': 200,
  'GET /tasks/open': 200,
  'POST /tasks/{taskId}/items/{itemId}/decision': 200,
  'GET /tasks/{taskId}/items/{itemId}/history': 200,
  'POST /tasks/{taskId}/retry': 200,
  'GET /tasks/{taskId}/spending': 200,
  'POST /twitter/accounts/{accountId}/move': 200,
  'POST /twitter/accounts/{accountId}/verify': 200,
  'GET /twitter/replies/told/{replyId}': 200,
  'GET /twitter/tweet/{tweetId}/eligibility': 200,
  'PUT /x/budget': 200,
  'GET /x/connection': 200,
  'POST /x/consents': 201,
  'GET /x/consents/{consentId}': 200,
  'GET /x/spending': 200,
}

const calls = new Map<string, Call>(Object.values(contract).map((call) => [`${call.method} ${call.path}`, call]))

describe('the contract', () => {
  it('has every call of the specification, by method and path', () => {
    expect(Object.keys(specified).filter((name) => !calls.has(name))).toEqual([])
    expect(Object.keys(specified)).toHaveLength(26)
  })

  it('has the additional calls at their addresses, with their statuses', () => {
    const beyond = [...calls].filter(([name]) => !(name in specified)).map(([name, { status }]) => [name, status])
    expect(Object.fromEntries(beyond)).toEqual(added)
  })

  it('sends a plain provider exactly the calls and fields of the specification', () => {
    const sent = [...calls].flatMap(([name, call]) => (call.specified ? [[name, call.specified.toSorted()]] : []))
    const queries: Record<string, string[]> = {
      'GET /twitter/accounts': ['group'],
      'GET /ai-roles': ['limit', 'skip'],
      'GET /tasks/': ['limit'],
    }
    const fields = Object.entries(specified).map(([name, { body }]) => [
      name,
      queries[name] ?? Object.keys(Object(body)).toSorted(),
    ])
    expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(fields))
  })

  it('requires no more of a provider than the specification shows', () => {
    const refused = Object.entries(specified).flatMap(([name, { body, answer }]) => {
      const call = calls.get(name)
      const problems = [
        ...(body === undefined ? [] : [call?.body && z.safeParse(call.body, body).error]),
        ...(answer === undefined ? [] : [call && z.safeParse(call.answer, answer).error]),
      ]
      const isReadable = answer !== undefined || call?.reads !== 'required'
      return problems.some(Boolean) || !isReadable ? [{ name, problems }] : []
    })
    expect(refused).toEqual([])
  })

  it('sends the queries of the specification', () => {
    expect(z.parse(contract.listAccounts.query, {})).toEqual({ group: '' })
    expect(z.parse(contract.listRoles.query, {})).toEqual({ skip: 0, limit: 100 })
    expect(z.parse(contract.listTasks.query, {})).toEqual({ limit: 100 })
  })
})

it('every call requires a session, except calls before a session and calls about the server', () => {
  const open = Object.entries(contract).flatMap(([name, { auth }]) => (auth ? [] : [name]))
  expect(open.toSorted()).toEqual([
    'answerLogin',
    'answerPasskeySignIn',
    'getMeta',
    'login',
    'register',
    'resetPassword',
    'startPasskeySignIn',
  ])
})

it.each([
  [7, 7],
  ['7', 7],
  ['0x7', 0],
  ['7e0', 0],
  [' 7', 0],
  ['', 0],
  ['seven', 0],
  [-7, 0],
] as const)('%j as an id of our server is the record %i', (given, own) => {
  expect(ownId(given)).toBe(own)
})
