import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { updateAccount } from '../../../server/features/accounts/accounts.store'
import { deleteGroup } from '../../../server/features/groups/groups.store'
import { lockUser } from '../../../server/features/session/users.store'
import { credentialNames } from '../../../src/schemas/accounts/accounts'
import { databasesHere } from '../../support/databases'
import { somebodyWaits } from '../../support/locks'
import { type Operator, startTestServer, storedCredentials, type TestServer } from '../../support/server'
import { answeredAccount, sampleAccount } from '../../support/serverFakes'

const at = '2026-03-01T00:00:00.000Z'

const bodyOf = sampleAccount
const secretsOf = (name: string) => {
  const { username, group, ...secrets } = sampleAccount(name)
  return secrets
}
const answerOf = answeredAccount(at)

describe.each(databasesHere())('media agents on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) })
    server = await startTestServer(create)
    ada = await server.operator('ada@example.com')
    await ada.call('POST', '/groups', { name: 'crew', description: 'x' })
    await ada.call('POST', '/groups', { name: 'night', description: 'x' })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await server.close()
  })

  const stored = (id: number) =>
    server.database.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('are connected with a group or without, and listed by group', async () => {
    expect(await ada.call('POST', '/twitter/accounts', bodyOf('mara', 'crew'))).toEqual({
      status: 201,
      body: answerOf(1, '@mara', 'crew'),
    })
    const { group: _group, ...withoutGroup } = bodyOf('jonas')
    expect(await ada.call('POST', '/twitter/accounts', withoutGroup)).toEqual({
      status: 201,
      body: answerOf(2, '@jonas'),
    })
    const [mara, jonas] = [answerOf(1, '@mara', 'crew'), answerOf(2, '@jonas')]
    expect(await ada.call('GET', '/twitter/accounts')).toEqual({ status: 200, body: [mara, jonas] })
    expect(await ada.call('GET', '/twitter/accounts?group=')).toEqual({ status: 200, body: [mara, jonas] })
    expect(await ada.call('GET', '/twitter/accounts?group=crew')).toEqual({ status: 200, body: [mara] })
    expect(await ada.call('GET', '/twitter/accounts?group=unknown')).toEqual({ status: 200, body: [] })
    expect(await ada.call('GET', '/twitter/accounts/1')).toEqual({ status: 200, body: mara })
  })

  it('have handles that are unique ignoring case and @', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    await ada.call('POST', '/twitter/accounts', bodyOf('jonas'))
    const taken = { status: 409, body: { detail: '@mara is already connected' } }
    expect(await ada.call('POST', '/twitter/accounts', { ...bodyOf('x'), username: 'MARA' })).toEqual(taken)
    expect(await ada.call('PUT', '/twitter/accounts/2', { username: '@Mara' })).toEqual(taken)
    const bob = await server.operator('bob@example.com')
    expect((await bob.call('POST', '/twitter/accounts', bodyOf('mara'))).status).toBe(201)
  })

  it('require every field, and an existing group', async () => {
    expect(await ada.call('POST', '/twitter/accounts', { username: '', group: 'crew' })).toEqual({
      status: 422,
      body: {
        detail: [
          'username: Username is required',
          'client_id: Client ID is required',
          'client_secret: Client Secret is required',
          'api_key: API Key is required',
          'api_secret: API Secret is required',
          'access_token: Access Token is required',
          'access_token_secret: Access Token Secret is required',
        ].join('; '),
      },
    })
    const missing = { status: 404, body: { detail: 'Group "unknown" was not found' } }
    expect(await ada.call('POST', '/twitter/accounts', bodyOf('mara', 'unknown'))).toEqual(missing)
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    expect(await ada.call('PUT', '/twitter/accounts/1', { group: 'unknown' })).toEqual(missing)
  })

  it('have keys and handles without foreign characters, and are otherwise refused', async () => {
    const wrapped = { ...bodyOf('mara'), username: 'https://x.com/Mara', api_key: 'API Key = “GoodKey”\u200b' }
    expect(await ada.call('POST', '/twitter/accounts', wrapped)).toEqual({ status: 201, body: answerOf(1, '@Mara') })
    expect(await storedCredentials(server, 1)).toEqual({ ...secretsOf('mara'), api_key: 'GoodKey' })
    expect(await ada.call('PUT', '/twitter/accounts/1', { username: '@ma ra', api_secret: 'Good\nSecret' })).toEqual({
      status: 422,
      body: {
        detail:
          'username: A username on X has letters (a to z), digits and underscores only, 20 at most; ' +
          'api_secret: API Secret contains a line break after character 4',
      },
    })
  })

  it('have encrypted credentials, which no answer contains', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    expect(await storedCredentials(server, 1)).toEqual(secretsOf('mara'))
    const answers = await Promise.all([
      ada.call('GET', '/twitter/accounts'),
      ada.call('GET', '/twitter/accounts/1'),
      ada.call('PUT', '/twitter/accounts/1', { api_key: 'another-api-key' }),
      ada.call('POST', '/twitter/accounts/1/verify'),
      ada.call('GET', '/audit'),
    ])
    const row = JSON.stringify(await stored(1))
    for (const secret of [...Object.values(secretsOf('mara')), 'another-api-key'].filter((text) => text !== 'mara')) {
      expect(row).not.toContain(secret)
      expect(JSON.stringify(answers)).not.toContain(secret)
    }
  })

  it('change only in the fields that the request names', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara', 'crew'))
    expect(await ada.call('PUT', '/twitter/accounts/1', { group: 'night' })).toEqual({
      status: 200,
      body: answerOf(1, '@mara', 'night'),
    })
    expect(await ada.call('PUT', '/twitter/accounts/1', { group: '' })).toEqual({
      status: 200,
      body: answerOf(1, '@mara'),
    })
    await ada.call('PUT', '/twitter/accounts/1', { api_key: 'new-key' })
    expect(await storedCredentials(server, 1)).toEqual({ ...secretsOf('mara'), api_key: 'new-key' })
    expect(await ada.call('PUT', '/twitter/accounts/1', { username: '@lena' })).toEqual({
      status: 200,
      body: answerOf(1, '@lena'),
    })
    expect(await storedCredentials(server, 1)).toEqual({ ...secretsOf('mara'), api_key: 'new-key' })
  })

  it('have credentials that decrypt only in their own row', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    await ada.call('POST', '/twitter/accounts', bodyOf('jonas'))
    const mara = await stored(1)
    const copied = Object.fromEntries(credentialNames.map((name) => [name, mara[name]]))
    await server.database.db.updateTable('accounts').set(copied).where('id', '=', 2).execute()
    await expect(storedCredentials(server, 2)).rejects.toThrow()
  })

  it('accept simultaneous changes one after another', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    const { db, vault } = server.deps
    const second = await db.transaction().execute(async (trx) => {
      await updateAccount(trx, vault, 1, 1, { username: '@lena' })
      const waiting = ada.call('PUT', '/twitter/accounts/1', { api_key: 'newer' })
      await somebodyWaits(server.database)
      return { waiting }
    })
    expect(await second.waiting).toEqual({ status: 200, body: answerOf(1, '@lena') })
    expect(await storedCredentials(server, 1)).toEqual({ ...secretsOf('mara'), api_key: 'newer' })
  })

  it.each([
    ['are changed', 'PUT', '/twitter/accounts/1', { group: 'night' }, 200],
    ['are disconnected', 'DELETE', '/twitter/accounts/1', undefined, 204],
    ['lose their group', 'DELETE', '/groups/1', undefined, 204],
    ['have another name for it', 'PUT', '/groups/1', { name: 'early', description: 'x' }, 200],
  ] as const)('keep nothing waiting that locked the operator before they %s', async (_, method, path, body, status) => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara', 'crew'))
    await ada.call('POST', '/twitter/accounts/1/verify')
    const { db, dialect } = server.database
    const change = await db.transaction().execute(async (trx) => {
      await lockUser(trx, 1)
      const waiting = ada.call(method, path, body)
      await somebodyWaits(server.database)
      if (dialect === 'postgres') {
        await sql`set local lock_timeout = '500ms'`.execute(trx)
        await trx.selectFrom('groups').select('id').where('id', '=', 1).forKeyShare().execute()
      }
      await trx.updateTable('accounts').set({ last_used_at: at }).where('id', '=', 1).execute()
      expect(await trx.selectFrom('accounts').select(['group_id', 'last_used_at']).executeTakeFirst()).toEqual({
        group_id: 1,
        last_used_at: at,
      })
      return { waiting }
    })
    expect((await change.waiting).status).toBe(status)
  })

  it.each([
    ['are not connected to', 'POST', '/twitter/accounts', bodyOf('lena', 'night')],
    ['are not moved to', 'PUT', '/twitter/accounts/1', { group: 'night' }],
  ] as const)('%s a group that is being deleted', async (_what, method, path, body) => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara', 'crew'))
    const { waiting } = await server.deps.db.transaction().execute(async (trx) => {
      await deleteGroup(trx, 1, 2)
      const waiting = ada.call(method, path, body)
      await somebodyWaits(server.database)
      return { waiting }
    })
    expect(await waiting).toEqual({ status: 404, body: { detail: 'Group "night" was not found' } })
    expect(await ada.call('GET', '/twitter/accounts')).toEqual({ status: 200, body: [answerOf(1, '@mara', 'crew')] })
  })

  it('are disconnected', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    expect(await ada.call('DELETE', '/twitter/accounts/1')).toEqual({ status: 204, body: null })
    const missing = { status: 404, body: { detail: 'Media agent was not found' } }
    expect(await ada.call('GET', '/twitter/accounts/1')).toEqual(missing)
    expect(await ada.call('DELETE', '/twitter/accounts/1')).toEqual(missing)
    expect(await ada.call('POST', '/twitter/accounts/1/verify')).toEqual(missing)
  })

  it('stay without a group when their group is deleted', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara', 'crew'))
    await ada.call('DELETE', '/groups/1')
    expect(await ada.call('GET', '/twitter/accounts/1')).toEqual({ status: 200, body: answerOf(1, '@mara') })
  })
})
