import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeAccountAnswers } from '../../server/repositories/accountAnswers'
import { updateAccount } from '../../server/repositories/accounts'
import { deleteGroup } from '../../server/repositories/groups'
import { lockUser } from '../../server/repositories/users'
import { XError } from '../../server/x/types'
import { credentialNames } from '../../src/schemas/accounts'
import { databasesHere } from '../support/databases'
import { type Operator, startTestServer, storedCredentials, type TestServer, testSettings } from '../support/server'
import { sampleAccount } from '../support/serverFakes'
import { eventually } from '../support/waiting'

const at = '2026-03-01T00:00:00.000Z'

const settings = { ...testSettings, quietMs: 20 }
const bodyOf = sampleAccount
const secretsOf = (name: string) => {
  const { username, group, ...secrets } = sampleAccount(name)
  return secrets
}
const answerOf = (id: number, username: string, group: string | null = null) => ({
  id,
  username,
  group,
  is_active: true,
  created_at: at,
  inactive_reason: null,
})

const expired = 'Invalid or expired token. Reconnect this account: enter its keys again in Media Agent, then retry.'

describe.each(databasesHere())('media agents on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) })
    server = await startTestServer(create, { settings })
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

  it('have handles that are one whatever their case and @', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    await ada.call('POST', '/twitter/accounts', bodyOf('jonas'))
    const taken = { status: 409, body: { detail: '@mara is already connected' } }
    expect(await ada.call('POST', '/twitter/accounts', { ...bodyOf('x'), username: 'MARA' })).toEqual(taken)
    expect(await ada.call('PUT', '/twitter/accounts/2', { username: '@Mara' })).toEqual(taken)
    const bob = await server.operator('bob@example.com')
    expect((await bob.call('POST', '/twitter/accounts', bodyOf('mara'))).status).toBe(201)
  })

  it('need every field, and a group that exists', async () => {
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

  it('keep their credentials sealed, and never send them back', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    expect(await storedCredentials(server, 1)).toEqual(secretsOf('mara'))
    const answers = await Promise.all([
      ada.call('GET', '/twitter/accounts'),
      ada.call('GET', '/twitter/accounts/1'),
      ada.call('PUT', '/twitter/accounts/1', { api_key: 'another api key' }),
      ada.call('POST', '/twitter/accounts/1/verify'),
      ada.call('GET', '/audit'),
    ])
    const row = JSON.stringify(await stored(1))
    for (const secret of [...Object.values(secretsOf('mara')), 'another api key'].filter((text) => text !== 'mara')) {
      expect(row).not.toContain(secret)
      expect(JSON.stringify(answers)).not.toContain(secret)
    }
  })

  it('change in what the request names and keep the rest', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara', 'crew'))
    expect(await ada.call('PUT', '/twitter/accounts/1', { group: 'night' })).toEqual({
      status: 200,
      body: answerOf(1, '@mara', 'night'),
    })
    expect(await ada.call('PUT', '/twitter/accounts/1', { group: '' })).toEqual({
      status: 200,
      body: answerOf(1, '@mara'),
    })
    await ada.call('PUT', '/twitter/accounts/1', { api_key: 'new key' })
    expect(await storedCredentials(server, 1)).toEqual({ ...secretsOf('mara'), api_key: 'new key' })
    expect(await ada.call('PUT', '/twitter/accounts/1', { username: '@lena' })).toEqual({
      status: 200,
      body: answerOf(1, '@lena'),
    })
    expect(await storedCredentials(server, 1)).toEqual({ ...secretsOf('mara'), api_key: 'new key' })
  })

  it('have credentials that open in their own row alone', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    await ada.call('POST', '/twitter/accounts', bodyOf('jonas'))
    const mara = await stored(1)
    const copied = Object.fromEntries(credentialNames.map((name) => [name, mara[name]]))
    await server.database.db.updateTable('accounts').set(copied).where('id', '=', 2).execute()
    await expect(storedCredentials(server, 2)).rejects.toThrow()
  })

  it('are checked with X in the background after they are connected or reconnected', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    await eventually(async () => expect((await stored(1)).x_user_id).toBe('x-mara'))
    server.x.getMe.mockRejectedValue(new XError('Invalid or expired token.', 401, {}, 'unauthorized'))
    await ada.call('PUT', '/twitter/accounts/1', { api_key: 'wrong' })
    const refused = {
      status: 200,
      body: { ...answerOf(1, '@mara'), is_active: false, inactive_reason: expired },
    }
    await eventually(async () => expect(await ada.call('GET', '/twitter/accounts/1')).toEqual(refused))
  })

  it('are all checked in the background, save those that X cannot be asked about', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `mara${index}`)
    server.x.getMe.mockImplementation(async ({ access_token }) => {
      if (access_token === 'mara7') throw new XError('X did not answer within 30 s')
      if (access_token === 'mara8') throw new XError('Invalid or expired token.', 401, {}, 'unauthorized')
      return { id: `x-${access_token}`, username: access_token }
    })
    for (const name of names) await ada.call('POST', '/twitter/accounts', bodyOf(name))
    const verdicts = async () => {
      const { db } = server.database
      const rows = await db.selectFrom('accounts').select(['username_key', 'x_user_id', 'inactive_reason']).execute()
      return Object.fromEntries(rows.map((row) => [row.username_key, row.x_user_id ?? row.inactive_reason]))
    }
    const expected = Object.fromEntries(names.map((name) => [name, `x-${name}`]))
    const refused = { mara7: null, mara8: expired }
    await eventually(async () => expect(await verdicts()).toEqual({ ...expected, ...refused }))
  })

  it('stay active when X cannot be asked in the background, and say so when asked for it', async () => {
    server.x.getMe.mockRejectedValue(new XError('X did not answer within 30 s'))
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    await eventually(() => expect(server.x.getMe).toHaveBeenCalled())
    expect(await ada.call('POST', '/twitter/accounts/1/verify')).toEqual({
      status: 502,
      body: { detail: 'X did not answer within 30 s' },
    })
    expect(await ada.call('GET', '/twitter/accounts/1')).toEqual({ status: 200, body: answerOf(1, '@mara') })
  })

  it('are asked about again, by themselves, until X has answered', async () => {
    let isAway = true
    server.x.getMe.mockImplementation(async ({ access_token }) => {
      if (isAway) throw new XError('Service Unavailable', 503)
      return { id: `x-${access_token}`, username: access_token === 'lena' ? 'mara' : access_token }
    })
    for (const name of ['mara', 'lena']) await ada.call('POST', '/twitter/accounts', bodyOf(name))
    await eventually(() => expect(server.x.getMe.mock.calls.length).toBeGreaterThan(4))
    isAway = false
    await eventually(async () => {
      expect(await stored(1)).toMatchObject({ is_active: 1, x_user_id: 'x-mara' })
      const inactive_reason = 'X says that these credentials belong to @mara'
      expect(await stored(2)).toMatchObject({ is_active: 0, inactive_reason })
    })
  })

  const unauthorized = new XError('Unauthorized', 401, {}, 'unauthorized')

  it('stay active when X says 401 of them once, and not again', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    server.x.getMe.mockReset().mockRejectedValueOnce(unauthorized).mockResolvedValue({ id: 'x-mara', username: 'mara' })
    expect(await ada.call('POST', '/twitter/accounts/1/verify')).toEqual({ status: 200, body: answerOf(1, '@mara') })
    expect(server.x.getMe.mock.calls.length).toBeGreaterThanOrEqual(2)
  })

  it('stay active when X says 401 of another one too that it took before', async () => {
    for (const name of ['mara', 'lena']) await ada.call('POST', '/twitter/accounts', bodyOf(name))
    await ada.call('POST', '/twitter/accounts/2/verify')
    server.x.getMe.mockRejectedValue(unauthorized)
    expect(await ada.call('POST', '/twitter/accounts/1/verify')).toEqual({
      status: 502,
      body: { detail: expect.stringMatching(/^X refuses @lena too, which it took before\. Either/) },
    })
    expect(await ada.call('GET', '/twitter/accounts/1')).toEqual({ status: 200, body: answerOf(1, '@mara') })
  })

  it('are verified on request, also as to whose credentials they are', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    expect(await ada.call('POST', '/twitter/accounts/1/verify')).toEqual({ status: 200, body: answerOf(1, '@mara') })
    server.x.getMe.mockResolvedValue({ id: '5', username: 'SomebodyElse' })
    expect(await ada.call('POST', '/twitter/accounts/1/verify')).toEqual({
      status: 200,
      body: {
        ...answerOf(1, '@mara'),
        is_active: false,
        inactive_reason: 'X says that these credentials belong to @SomebodyElse',
      },
    })
  })

  const renamed = 'X calls this account @lena now, which is a media agent of its own. Delete one of them.'

  it('are not active twice as one user of X that has another name now', async () => {
    for (const name of ['mara', 'jonas']) await ada.call('POST', '/twitter/accounts', bodyOf(name))
    await eventually(async () => expect((await stored(2)).x_user_id).toBe('x-jonas'))
    const bob = await server.operator('bob@example.com')
    await bob.call('POST', '/twitter/accounts', bodyOf('mara'))
    await eventually(async () => expect((await stored(3)).x_user_id).toBe('x-mara'))
    const others = await Promise.all([2, 3].map(stored))
    server.x.getMe.mockResolvedValue({ id: 'x-mara', username: 'lena' })
    await ada.call('POST', '/twitter/accounts', { ...bodyOf('mara'), username: '@lena' })
    const both = [
      { ...answerOf(1, '@mara'), is_active: false, inactive_reason: renamed },
      { ...answerOf(4, '@lena'), created_at: expect.any(String) },
    ]
    await eventually(async () =>
      expect((await ada.call('GET', '/twitter/accounts')).body).toEqual([both[0], answerOf(2, '@jonas'), both[1]]),
    )
    expect(await Promise.all([2, 3].map(stored))).toEqual(others)
    server.x.getMe.mockClear()
    await ada.call('POST', '/twitter/accounts/4/verify')
    expect(await ada.call('GET', '/twitter/accounts/1')).toEqual({ status: 200, body: both[0] })
  })

  it('are not active twice as one user of X where two verdicts come at once', async () => {
    for (const name of ['mara', 'lena']) await ada.call('POST', '/twitter/accounts', bodyOf(name))
    await eventually(async () => expect((await stored(2)).x_user_id).toBe('x-lena'))
    const { db } = server.database
    await db.updateTable('accounts').set({ x_user_id: null }).execute()
    const asked = await stored(2)
    const second = await db.transaction().execute(async (trx) => {
      await lockUser(trx, 1)
      await trx.updateTable('accounts').set({ x_user_id: '7' }).where('id', '=', 1).execute()
      const storing = storeAccountAnswers(db, [{ asked, said: { me: { id: '7', username: 'lena' } } }])
      await delay(300)
      return { storing }
    })
    await second.storing
    expect(await stored(1)).toMatchObject({ is_active: 0, inactive_reason: renamed })
    expect(await stored(2)).toMatchObject({ is_active: 1, x_user_id: '7' })
  })

  it('take changes that come at once in turn', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    const { db, vault } = server.deps
    const second = await db.transaction().execute(async (trx) => {
      await updateAccount(trx, vault, 1, 1, { username: '@lena' })
      const waiting = ada.call('PUT', '/twitter/accounts/1', { api_key: 'newer' })
      await delay(300)
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
    await eventually(async () => expect((await stored(1)).x_user_id).toBe('x-mara'))
    const { db, dialect } = server.database
    const change = await db.transaction().execute(async (trx) => {
      await lockUser(trx, 1)
      const waiting = ada.call(method, path, body)
      await delay(300)
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
      await delay(300)
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

  it('stay without a group when theirs is deleted', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara', 'crew'))
    await ada.call('DELETE', '/groups/1')
    expect(await ada.call('GET', '/twitter/accounts/1')).toEqual({ status: 200, body: answerOf(1, '@mara') })
  })

  it.each(['api_key', 'api_secret', 'access_token_secret'])(
    'are left with what they had when X answers after their %s was changed',
    async (name) => {
      let answerLate: (me: { id: string; username: string }) => void = () => undefined
      const late = new Promise<{ id: string; username: string }>((resolve) => {
        answerLate = resolve
      })
      server.x.getMe.mockReturnValueOnce(late)
      await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
      await eventually(() => expect(server.x.getMe).toHaveBeenCalledTimes(1))
      await ada.call('PUT', '/twitter/accounts/1', { [name]: 'newer' })
      expect((await ada.call('POST', '/twitter/accounts/1/verify')).status).toBe(200)
      answerLate({ id: 'too late', username: 'mara' })
      await server.app.close()
      expect((await stored(1)).x_user_id).toBe('x-mara')
    },
  )

  describe('whose verdicts the database does not take at once', () => {
    /** Every write of a verdict that names the account ends with the error, as often as told. */
    const fail = async (xUserId: string, error: Error, times: number) => {
      let left = times
      await server.close()
      server = await startTestServer(create, ({ db }) => ({
        settings,
        db: db.withPlugin({
          transformQuery({ node }) {
            const fails = node.kind === 'UpdateQueryNode' && left > 0 && JSON.stringify(node).includes(`"${xUserId}"`)
            if (!fails) return node
            left -= 1
            throw error
          },
          transformResult: async ({ result }) => result,
        }),
      }))
      ada = await server.operator('ada@example.com')
    }
    const userIds = async () => {
      const rows = await server.database.db.selectFrom('accounts').select('x_user_id').orderBy('id').execute()
      return rows.map(({ x_user_id }) => x_user_id)
    }

    it('are stored after a lost race', async () => {
      await fail('x-mara', Object.assign(new Error('deadlock detected'), { code: '40P01' }), 2)
      await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
      await eventually(async () => expect(await userIds()).toEqual(['x-mara']))
    })

    it('do not take others with them', async () => {
      const names = Array.from({ length: 12 }, (_, index) => `mara${index}`)
      await fail('x-mara3', new Error('value out of range'), Number.POSITIVE_INFINITY)
      for (const name of names) await ada.call('POST', '/twitter/accounts', bodyOf(name))
      const expected = names.map((name) => (name === 'mara3' ? null : `x-${name}`))
      await eventually(async () => expect(await userIds()).toEqual(expected))
    })
  })
})
