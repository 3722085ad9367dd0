import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { roleBodyOf, roleFormOf } from '../../../src/schemas/characters/roleForm'
import { role } from '../../../src/schemas/characters/roles'
import { databasesHere } from '../../support/databases'
import { startTestServer, type TestServer, testSettings } from '../../support/server'
import { sampleAccount, sampleRole } from '../../support/serverFakes'
import { eventually } from '../../support/waiting'

const sandbox = {
  accounts: (count: number, group: string) =>
    Array.from({ length: count }, (_, index) => sampleAccount(`crew${index}`, group)),
  csv: (count: number) => `username\r\n${'@crew\r\n'.repeat(count)}`,
}

describe.each(databasesHere())('the audit trail on $name', ({ create }) => {
  let server: TestServer
  afterEach(() => server.close())

  it('shows who did what, newest first, and never a secret', async () => {
    server = await startTestServer(create)
    const ada = await server.operator('ada@example.com')
    await server.call('POST', '/auth/login', { email: 'ada@example.com', password: 'wrong password' })
    await ada.call('POST', '/groups', { name: 'crew', description: 'x' })
    await ada.call('POST', '/twitter/accounts', sampleAccount('mara', 'crew'))
    await ada.call('PUT', '/twitter/accounts/1', { api_key: 'changed', group: '' })
    await ada.call('PUT', '/twitter/accounts/1', {})
    await ada.call('DELETE', '/twitter/accounts/1')
    await ada.call('POST', '/ai-roles', sampleRole)
    await ada.call('DELETE', '/groups/1')
    const { body } = await ada.call('GET', '/audit?limit=100')
    const lines = (body as { action: string; subject: string | null; detail: string | null }[]).map(
      ({ action, subject, detail }) => [action, subject, detail],
    )
    expect(lines).toEqual([
      ['group.deleted', 'crew', null],
      ['role.created', 'Mara', null],
      ['account.deleted', '@mara', null],
      ['account.changed', '@mara', null],
      ['account.changed', '@mara', 'fields: api_key, group'],
      ['account.created', '@mara', null],
      ['group.created', 'crew', null],
      ['signIn.refused', '127.0.0.1', null],
      ['signIn.completed', '127.0.0.1', null],
      ['operator.registered', '127.0.0.1', null],
    ])
    const { body: newest } = await ada.call('GET', '/audit?limit=1')
    expect((newest as { action: string }[]).map(({ action }) => action)).toEqual(['group.deleted'])
  })
})

describe.each(databasesHere())('the sample data on $name', ({ create }) => {
  let server: TestServer
  afterEach(() => server.close())

  it('contains a group of twelve media agents and three characters, once', async () => {
    server = await startTestServer(create, { sandbox, settings: { ...testSettings, quietMs: 20 } })
    const ada = await server.operator('ada@example.com')
    await ada.call('POST', '/twitter/accounts', sampleAccount('crew3'))
    const body = { group: 'launch-crew', accounts: 11, characters: 3 }
    expect(await ada.call('POST', '/sandbox/sample')).toEqual({ status: 201, body })
    expect(await ada.call('POST', '/sandbox/sample')).toEqual({ status: 201, body })
    const { body: groups } = await ada.call('GET', '/groups')
    const { body: accounts } = await ada.call('GET', '/twitter/accounts')
    const { body: crew } = await ada.call('GET', '/twitter/accounts?group=launch-crew')
    const { body: roles } = await ada.call('GET', '/ai-roles')
    expect(groups).toEqual([
      { id: 1, name: 'launch-crew', description: 'Twelve sandbox accounts that speak up when something launches' },
    ])
    expect([(accounts as unknown[]).length, (crew as unknown[]).length]).toEqual([12, 11])
    expect((roles as { name: string; model_name: string }[]).map((role) => [role.name, role.model_name])).toEqual([
      ['Mara', 'gpt-test'],
      ['Jonas', 'gpt-test'],
      ['Inés', 'gpt-test'],
    ])
    await eventually(() => expect(server.x.getMe).toHaveBeenCalledTimes(12))
  })

  it('is loaded once by two simultaneous clicks', async () => {
    server = await startTestServer(create, { sandbox })
    const ada = await server.operator('ada@example.com')
    const answers = await Promise.all([1, 2].map(() => ada.call('POST', '/sandbox/sample')))
    const { body: accounts } = await ada.call('GET', '/twitter/accounts?group=launch-crew')
    const { body: roles } = await ada.call('GET', '/ai-roles')
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect([accounts, roles].map((list) => (list as unknown[]).length)).toEqual([12, 3])
  })

  it('joins the group with the same name in another spelling', async () => {
    server = await startTestServer(create, { sandbox })
    const ada = await server.operator('ada@example.com')
    await ada.call('POST', '/groups', { name: 'Launch-Crew', description: 'x' })
    expect(await ada.call('POST', '/sandbox/sample')).toEqual({
      status: 201,
      body: { group: 'Launch-Crew', accounts: 12, characters: 3 },
    })
    expect((await ada.call('GET', '/groups')).body).toEqual([{ id: 1, name: 'Launch-Crew', description: 'x' }])
  })

  it('has characters that can be saved unchanged in their form', async () => {
    server = await startTestServer(create, { sandbox })
    const ada = await server.operator('ada@example.com')
    await ada.call('POST', '/sandbox/sample')
    const roles = z.array(role).parse((await ada.call('GET', '/ai-roles')).body)
    expect(roles).toHaveLength(3)
    for (const { id, ...stored } of roles) expect(roleBodyOf(roleFormOf({ id, ...stored }))).toEqual(stored)
  })

  it('is offered as a file to import', async () => {
    server = await startTestServer(create, { sandbox })
    const { headers, body } = await server.app.inject('/api/v1/sandbox/accounts.csv?count=2')
    expect([headers['content-type'], headers['content-disposition'], body]).toEqual([
      'text/csv; charset=utf-8',
      'attachment; filename="sandbox-accounts.csv"',
      'username\r\n@crew\r\n@crew\r\n',
    ])
    expect(await server.call('GET', '/sandbox/accounts.csv?count=0')).toMatchObject({ status: 422 })
  })

  it('is a file of at most a hundred rows for unknown callers', async () => {
    server = await startTestServer(create, { sandbox })
    const ada = await server.operator('ada@example.com')
    const rows = async (count: number, headers: Record<string, string>) => {
      const url = `/api/v1/sandbox/accounts.csv?count=${count}`
      const { statusCode, body } = await server.app.inject({ url, headers })
      return [statusCode, body.split('@crew').length - 1]
    }
    expect(await rows(100, {})).toEqual([200, 100])
    expect(await rows(101, {})).toEqual([401, 0])
    expect(await rows(10_000, { authorization: `Bearer ${ada.token}` })).toEqual([200, 10_000])
    for (let count = 1; count < 20; count += 1) await rows(101, { authorization: `Bearer ${ada.token}` })
    expect(await rows(101, { authorization: `Bearer ${ada.token}` })).toEqual([429, 0])
    expect(await rows(100, {})).toEqual([200, 100])
  })

  it('is not available with the real X', async () => {
    server = await startTestServer(create)
    const ada = await server.operator('ada@example.com')
    const missing = { status: 404, body: { detail: 'Not found' } }
    expect(await ada.call('POST', '/sandbox/sample')).toEqual(missing)
    expect(await ada.call('GET', '/sandbox/accounts.csv')).toEqual(missing)
  })
})
