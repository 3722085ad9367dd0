import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Call, contract } from '../../../src/schemas/contract'
import { databasesHere } from '../../support/databases'
import { type Operator, startTestServer, type TestServer } from '../../support/server'
import { sampleAccount, sampleRole } from '../../support/serverFakes'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const sampleSavedReply = { name: 'Thanks', kind: 'opening', text: 'Thank you, {name}!' }

/** Every call that names a record, in its path or its body; another operator's and a missing one must look alike. */
const calls = (ids: { number: number; text: string; group: string }): [Method, string, unknown?][] => [
  ['GET', `/twitter/accounts/${ids.number}`],
  ['PUT', `/twitter/accounts/${ids.number}`, { username: '@new' }],
  ['DELETE', `/twitter/accounts/${ids.number}`],
  ['POST', `/twitter/accounts/${ids.number}/verify`],
  ['POST', '/twitter/accounts', sampleAccount('lena', ids.group)],
  ['GET', `/groups/${ids.number}`],
  ['PUT', `/groups/${ids.number}`, { name: 'taken over', description: 'x' }],
  ['DELETE', `/groups/${ids.number}`],
  ['GET', `/ai-roles/${ids.number}`],
  ['PUT', `/ai-roles/${ids.number}`, sampleRole],
  ['DELETE', `/ai-roles/${ids.number}`],
  ['GET', `/ai-roles/${ids.number}/saved-replies`],
  ['POST', `/ai-roles/${ids.number}/saved-replies`, sampleSavedReply],
  ['PUT', `/ai-roles/${ids.number}/saved-replies/${ids.number}`, { ...sampleSavedReply, name: 'taken over' }],
  ['DELETE', `/ai-roles/${ids.number}/saved-replies/${ids.number}`],
  ['POST', '/twitter/tweet/generate-reply', { tweet_id: '1', role_id: ids.number, count: 1 }],
  ['GET', `/twitter/replies/detail/${ids.text}`],
  ['PUT', `/twitter/replies/${ids.text}`, { content: 'taken over' }],
  ['GET', `/inbox?account_id=${ids.number}`],
  ['PUT', `/inbox/watches/${ids.number}`, { on: true }],
  ['PUT', `/inbox/${ids.number}`, { state: 'dismissed' }],
  ['DELETE', `/do-not-reply/${ids.number}`],
]

const someMention = {
  owner_id: 1,
  account_id: 1,
  tweet_id: '5',
  kind: 'mention',
  author_id: '6',
  author_username: 'zoe',
  author_key: 'zoe',
  author_name: 'Zoe',
  text: 'hey @mara',
  posted_at: '2026-11-20T10:00:00.000Z',
  received_at: '2026-11-20T10:01:00.000Z',
  dismissed_at: null,
  asks_to_stop: 0,
} as const

describe.each(databasesHere())('records on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator
  let bob: Operator
  let replyId: string

  beforeEach(async () => {
    server = await startTestServer(create)
    ada = await server.operator('ada@example.com')
    bob = await server.operator('bob@example.com')
    await ada.call('POST', '/groups', { name: 'crew', description: 'x' })
    await ada.call('POST', '/ai-roles', sampleRole)
    await ada.call('POST', '/ai-roles/1/saved-replies', sampleSavedReply)
    await ada.call('POST', '/twitter/accounts', sampleAccount('mara', 'crew'))
    await ada.call('POST', '/twitter/tweet/content', { tweet_url: '1' })
    const { body } = await ada.call('POST', '/twitter/tweet/generate-reply', { tweet_id: '1', role_id: 1, count: 1 })
    await ada.call('PUT', '/inbox/watches/1', { on: true })
    await server.database.db.insertInto('mentions').values(someMention).execute()
    await ada.call('POST', '/do-not-reply', { username: '@zoe', reason: 'Asked to be left alone' })
    replyId = (body as { replies: { reply_id: string }[] }).replies[0]?.reply_id ?? ''
  })
  afterEach(() => server.close())

  it('of another operator are answered with 404, word for word like missing ones, and do not change', async () => {
    const before = await snapshot(ada)
    const others = calls({ number: 1, text: replyId, group: 'crew' })
    const missing = calls({ number: 999, text: 'ffffffffffff', group: 'crew' })
    for (const [index, call] of others.entries()) {
      const answer = await bob.call(...call)
      expect([call[1], answer.status]).toEqual([call[1], 404])
      expect(answer).toEqual(await bob.call(...(missing[index] ?? call)))
    }
    expect(await snapshot(ada)).toEqual(before)
  })

  it('are listed only to their owner', async () => {
    for (const path of ['/twitter/accounts', '/twitter/accounts?group=crew', '/groups', '/ai-roles', '/tasks/']) {
      expect([path, await bob.call('GET', path)]).toEqual([path, { status: 200, body: [] }])
    }
    const { body } = await bob.call('GET', '/audit')
    expect((body as { action: string }[]).map(({ action }) => action)).toEqual([
      'signIn.completed',
      'operator.registered',
    ])
  })

  it('cannot be generated from a post that another operator fetched', async () => {
    await bob.call('POST', '/ai-roles', sampleRole)
    expect(await bob.call('POST', '/twitter/tweet/generate-reply', { tweet_id: '1', role_id: 2, count: 1 })).toEqual({
      status: 404,
      body: { detail: 'A fetched post 1 was not found' },
    })
  })

  const snapshot = async (operator: Operator) =>
    Promise.all(
      [
        '/twitter/accounts',
        '/groups',
        '/ai-roles',
        '/ai-roles/1/saved-replies',
        '/inbox',
        '/do-not-reply',
        `/twitter/replies/detail/${replyId}`,
      ].map((path) => operator.call('GET', path)),
    )
})

describe('the calls of the contract', () => {
  it('require a session, except for the seven that come before one', () => {
    const open = (Object.entries(contract) as [string, Call][]).filter(([, { auth }]) => !auth).map(([name]) => name)
    expect(open).toEqual([
      'login',
      'answerLogin',
      'register',
      'resetPassword',
      'startPasskeySignIn',
      'answerPasskeySignIn',
      'getMeta',
    ])
  })

  it.each(databasesHere())('all answer 401 without a session on $name', async ({ create }) => {
    const server = await startTestServer(create)
    const asked = (Object.values(contract) as Call[]).filter(({ auth }) => auth)
    const statuses = await Promise.all(
      asked.map(async ({ method, path }) => {
        const answer = await server.call(method, path.replaceAll(/\{\w+\}/g, '1'))
        return `${method} ${path} ${answer.status}`
      }),
    )
    await server.close()
    expect(statuses).toEqual(asked.map(({ method, path }) => `${method} ${path} 401`))
  })
})
