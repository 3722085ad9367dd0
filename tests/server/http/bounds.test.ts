import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAccountRoom } from '../../../server/features/accounts/accounts.store'
import { rateOf } from '../../../server/http/callLimits'
import type { Call } from '../../../src/schemas/call'
import { type CallName, contract } from '../../../src/schemas/contract'
import { databasesHere, sqlite } from '../../support/databases'
import { copyAccount } from '../../support/manyAccounts'
import { type Operator, startTestServer, type TestServer } from '../../support/server'
import { sampleAccount, sampleRole } from '../../support/serverFakes'

const kilobytes = (count: number) => 'k'.repeat(count * 1024)

describe.each(databasesHere())('storage limits of one operator, on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator

  beforeEach(async () => {
    server = await startTestServer(create)
    ada = await server.operator('ada@example.com')
  })
  afterEach(() => server.close())

  it.each(['knowledge_base', 'example_conversations'])('is at most 64 KB in %s', async (field) => {
    const refused = await ada.call('POST', '/ai-roles', { ...sampleRole, [field]: { text: kilobytes(64) } })
    expect(refused).toEqual({ status: 422, body: { detail: `${field}: At most 64 KB` } })
    const { status } = await ada.call('POST', '/ai-roles', { ...sampleRole, [field]: { text: kilobytes(63) } })
    expect(status).toBe(201)
  })

  it('are 4 MB of characters in total, by additions and by changes', async () => {
    const filled = { ...sampleRole, knowledge_base: { text: kilobytes(63) }, example_conversations: {} }
    const { id: owner_id } = await server.database.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await ada.call('POST', '/ai-roles', { ...sampleRole, name: 'Small' })
    await ada.call('POST', '/ai-roles', filled)
    await server.database.db
      .updateTable('roles')
      .set({ bytes: 4 * 1024 * 1024 - 20_000 })
      .where('owner_id', '=', owner_id)
      .where('name', '=', 'Mara')
      .execute()
    const refused = {
      status: 422,
      body: { detail: 'Your AI characters hold 4 MB already. Shorten one, or delete one, to make room' },
    }
    expect(await ada.call('POST', '/ai-roles', filled)).toEqual(refused)
    expect(await ada.call('PUT', '/ai-roles/1', filled)).toEqual(refused)
    expect(await ada.call('GET', '/ai-roles')).toMatchObject({ body: [{ name: 'Small' }, { name: 'Mara' }] })
    await ada.call('DELETE', '/ai-roles/2')
    expect((await ada.call('PUT', '/ai-roles/1', filled)).status).toBe(200)
  })

  it('are a number of media agents, counted again when the free places are used', async () => {
    const makeRoom = createAccountRoom(server.database.db, 2)
    await ada.call('POST', '/twitter/accounts', sampleAccount('mara'))
    await makeRoom(1)
    await ada.call('POST', '/twitter/accounts', sampleAccount('jonas'))
    await expect(makeRoom(1)).rejects.toThrow('You have 2 media agents already. Delete some to add more')
    await ada.call('DELETE', '/twitter/accounts/1')
    await makeRoom(1)
    await makeRoom(2)
  })

  it('are 100,000 media agents', async () => {
    const eve = await server.operator('eve@example.com')
    await eve.call('POST', '/twitter/accounts', sampleAccount('mara'))
    await copyAccount(server.database.db, 1, 99_999)
    expect((await ada.call('POST', '/twitter/accounts', sampleAccount('jonas'))).status).toBe(201)
    expect(await ada.call('POST', '/twitter/accounts', sampleAccount('zoe'))).toEqual({
      status: 422,
      body: { detail: 'You have 100000 media agents already. Delete some to add more' },
    })
  })

  it('are 500 characters and 1,000 groups', async () => {
    const { db } = server.database
    const dated = { owner_id: 1, created_at: 'c', updated_at: 'c' }
    const lists = { personality_traits: '[]', instruction_set: '[]' }
    const objects = { knowledge_base: '{}', example_conversations: '{}', learns_from_edits: 1 } as const
    const numbered = (count: number) => Array.from({ length: count }, (_, index) => index)
    await db
      .insertInto('roles')
      .values(numbered(500).map((index) => ({ ...sampleRole, ...lists, ...objects, ...dated, name: `role ${index}` })))
      .execute()
    await db
      .insertInto('groups')
      .values(numbered(1000).map((index) => ({ ...dated, name: `group ${index}`, description: 'd' })))
      .execute()
    expect(await ada.call('POST', '/ai-roles', sampleRole)).toEqual({
      status: 422,
      body: { detail: 'You have 500 AI characters already. Delete one to make room' },
    })
    expect(await ada.call('POST', '/groups', { name: 'one more', description: 'd' })).toEqual({
      status: 422,
      body: { detail: 'You have 1000 groups already. Delete one to add another' },
    })
  })

  it('are counted again after each change, and once while nothing changes', async () => {
    await ada.call('POST', '/ai-roles', sampleRole)
    const list = async (known?: string) => {
      const headers = { authorization: `Bearer ${ada.token}`, ...(known ? { 'if-none-match': known } : {}) }
      const { statusCode, headers: answered, body } = await server.app.inject({ url: '/api/v1/ai-roles', headers })
      return { statusCode, etag: String(answered.etag), body }
    }
    const first = await list()
    expect(await list(first.etag)).toEqual({ statusCode: 304, etag: first.etag, body: '' })
    for (const change of [
      () => ada.call('POST', '/ai-roles', { ...sampleRole, name: 'Jonas' }),
      () => ada.call('PUT', '/ai-roles/2', { ...sampleRole, name: 'Jo' }),
      () => ada.call('DELETE', '/ai-roles/2'),
    ]) {
      const before = await list()
      await change()
      const after = await list(before.etag)
      expect(after.statusCode).toBe(200)
      expect(JSON.parse(after.body)).not.toEqual(JSON.parse(before.body))
    }
  })
})

describe('bodies', () => {
  let server: TestServer

  beforeEach(async () => {
    server = await startTestServer(sqlite.create)
  })
  afterEach(() => server.close())

  it.each(['login', 'register'])('of %s are read up to 8 KB', async (name) => {
    const body = { email: 'ada@example.com', password: kilobytes(8), username: 'Ada' }
    expect(await server.call('POST', `/auth/${name}`, body)).toEqual({
      status: 413,
      body: { detail: 'The request is larger than 8 KB' },
    })
  })

  it('are read up to 128 KB, up to 1 MiB for a character, up to 4 MiB for a batch', async () => {
    const ada = await server.operator('ada@example.com')
    expect(await ada.call('POST', '/groups', { name: 'crew', description: kilobytes(128) })).toEqual({
      status: 413,
      body: { detail: 'The request is larger than 128 KB' },
    })
    const role = { ...sampleRole, knowledge_base: { text: kilobytes(1000) } }
    expect(await ada.call('POST', '/ai-roles', role)).toEqual({
      status: 422,
      body: { detail: 'knowledge_base: At most 64 KB' },
    })
    expect(await ada.call('POST', '/ai-roles', { ...role, knowledge_base: { text: kilobytes(1024) } })).toEqual({
      status: 413,
      body: { detail: 'The request is larger than 1 MiB' },
    })
    const batch = (kb: number) => ({
      reply_ids: ['r1'],
      group_name: 'crew',
      expected: Array.from({ length: kb / 8 }, () => ({ content: kilobytes(8) })),
    })
    const send = (kb: number) => ada.call('POST', '/twitter/tweet/batch-post-replies', batch(kb))
    expect([(await send(4000)).status, (await send(4096)).status]).toEqual([201, 413])
  })

  it('of a caller beyond the limit are not read: even a body that is not JSON is answered with 429', async () => {
    const attempt = async () => {
      const headers = { 'content-type': 'application/json' }
      return server.app.inject({ method: 'POST', url: '/api/v1/auth/login', headers, payload: '{' })
    }
    const statuses: number[] = []
    for (let count = 0; count < 3001; count += 1) statuses.push((await attempt()).statusCode)
    expect([statuses[0], statuses[2999], statuses[3000]]).toEqual([400, 400, 429])
  })

  it('are checked up to their first unknown field, whose name is shortened', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${'u'.repeat(150)}${index}`, 1]))
    expect(await server.call('POST', '/auth/login', { email: 7, ...unknown })).toEqual({
      status: 413,
      body: { detail: 'The request is larger than 8 KB' },
    })
    const ada = await server.operator('ada@example.com')
    expect(await ada.call('POST', '/groups', { name: 7, ...unknown })).toEqual({
      status: 422,
      body: { detail: `Unrecognized key: "${'u'.repeat(100)}"` },
    })
  })
})

describe('expensive calls', () => {
  it('are all changes except those of an import, whose limit is the number of media agents', () => {
    const writes = Object.entries<Call>(contract).filter(([, { method, auth }]) => method !== 'GET' && auth)
    const unbounded = writes.flatMap(([name]) => (rateOf(name as CallName) === undefined ? [name] : []))
    expect([rateOf('updateGroup'), unbounded]).toEqual([1200, ['createAccount', 'deleteAccount']])
  })

  it('are refused beyond a number per minute, only for this operator', async () => {
    const server = await startTestServer(sqlite.create, { callsPerMinute: { listModels: 2 } })
    const ada = await server.operator('ada@example.com')
    const bob = await server.operator('bob@example.com')
    const ask = async ({ token }: Operator) => {
      const { statusCode, headers, body } = await server.app.inject({
        url: '/api/v1/openai/models',
        headers: { authorization: `Bearer ${token}` },
      })
      return { statusCode, retryAfter: headers['retry-after'], detail: JSON.parse(body).detail }
    }
    expect([(await ask(ada)).statusCode, (await ask(ada)).statusCode]).toEqual([200, 200])
    expect(await ask(ada)).toEqual({
      statusCode: 429,
      retryAfter: '60',
      detail: 'You have made this request too often. Try again in 60 seconds',
    })
    expect((await ask(bob)).statusCode).toBe(200)
    await server.close()
  })
})
