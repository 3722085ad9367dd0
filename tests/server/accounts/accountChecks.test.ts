import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listUnverified, storeAccountAnswers } from '../../../server/features/accounts/accountAnswers.store'
import { lockUser } from '../../../server/features/session/users.store'
import { XError } from '../../../server/x/types'
import { databasesHere } from '../../support/databases'
import { somebodyWaits } from '../../support/locks'
import { type Operator, startTestServer, type TestServer, testSettings } from '../../support/server'
import { answeredAccount, sampleAccount as bodyOf } from '../../support/serverFakes'
import { eventually } from '../../support/waiting'

const at = '2026-03-01T00:00:00.000Z'
const answerOf = answeredAccount(at)

const settings = { ...testSettings, quietMs: 20 }

const unauthorized = new XError('Unauthorized', 401, {}, 'unauthorized')
const expired = "Invalid or expired token. Enter this account's keys again in Media Agent, then retry."
const renamed = 'This account is now @lena on X, which is already a media agent. Delete one of the two.'

describe.each(databasesHere())('media agents that the server checks with X, on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) })
    server = await startTestServer(create, { settings })
    ada = await server.operator('ada@example.com')
  })
  afterEach(async () => {
    vi.useRealTimers()
    await server.close()
  })

  const stored = (id: number) =>
    server.database.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('are checked in the background after they are connected or reconnected', async () => {
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

  it('are all checked in the background, except those that X cannot be asked about', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `mara${index}`)
    server.x.getMe.mockImplementation(async ({ access_token }) => {
      if (access_token === 'mara7') throw new XError('X did not answer within 30 s')
      if (access_token === 'mara8') throw new XError('Invalid or expired token.', 401, {}, 'unauthorized')
      return { id: `x-${access_token}`, username: access_token }
    })
    for (const name of names) await ada.call('POST', '/twitter/accounts', bodyOf(name))
    const said = async () => {
      const { db } = server.database
      const rows = await db.selectFrom('accounts').select(['username_key', 'x_user_id', 'inactive_reason']).execute()
      return Object.fromEntries(rows.map((row) => [row.username_key, row.x_user_id ?? row.inactive_reason]))
    }
    const expected = Object.fromEntries(names.map((name) => [name, `x-${name}`]))
    const refused = { mara7: null, mara8: expired }
    await eventually(async () => expect(await said()).toEqual({ ...expected, ...refused }))
  })

  it('stay active when X cannot be reached in the background, and show that on request', async () => {
    server.x.getMe.mockRejectedValue(new XError('X did not answer within 30 s'))
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    await eventually(() => expect(server.x.getMe).toHaveBeenCalled())
    expect(await ada.call('POST', '/twitter/accounts/1/verify')).toEqual({
      status: 502,
      body: { detail: 'X did not answer within 30 s' },
    })
    expect(await ada.call('GET', '/twitter/accounts/1')).toEqual({ status: 200, body: answerOf(1, '@mara') })
  })

  it('are repeated automatically until X has answered', async () => {
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
      const inactive_reason = 'These credentials belong to @mara'
      expect(await stored(2)).toMatchObject({ is_active: 0, inactive_reason })
    })
  })

  it('stay active when X answers 401 for them once, and not again', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    server.x.getMe.mockReset().mockRejectedValueOnce(unauthorized).mockResolvedValue({ id: 'x-mara', username: 'mara' })
    expect(await ada.call('POST', '/twitter/accounts/1/verify')).toEqual({ status: 200, body: answerOf(1, '@mara') })
    expect(server.x.getMe.mock.calls.length).toBeGreaterThanOrEqual(2)
  })

  it('stay active when X also answers 401 for an account that worked before', async () => {
    for (const name of ['mara', 'lena']) await ada.call('POST', '/twitter/accounts', bodyOf(name))
    await ada.call('POST', '/twitter/accounts/2/verify')
    server.x.getMe.mockRejectedValue(unauthorized)
    expect(await ada.call('POST', '/twitter/accounts/1/verify')).toEqual({
      status: 502,
      body: { detail: expect.stringMatching(/^X now also refuses @lena, which worked before\. Either/) },
    })
    expect(await ada.call('GET', '/twitter/accounts/1')).toEqual({ status: 200, body: answerOf(1, '@mara') })
  })

  it('are verified on request, including the owner of their credentials', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    expect(await ada.call('POST', '/twitter/accounts/1/verify')).toEqual({ status: 200, body: answerOf(1, '@mara') })
    server.x.getMe.mockResolvedValue({ id: '5', username: 'SomebodyElse' })
    expect(await ada.call('POST', '/twitter/accounts/1/verify')).toEqual({
      status: 200,
      body: {
        ...answerOf(1, '@mara'),
        is_active: false,
        inactive_reason: 'These credentials belong to @SomebodyElse',
      },
    })
  })

  it('are never active twice for one X user who was renamed', async () => {
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
    await ada.call('POST', '/twitter/accounts/4/verify')
    expect(await ada.call('GET', '/twitter/accounts/1')).toEqual({ status: 200, body: both[0] })
  })

  it('are never active twice for one X user if two answers arrive at once', async () => {
    for (const name of ['mara', 'lena']) await ada.call('POST', '/twitter/accounts', bodyOf(name))
    await eventually(async () => expect((await stored(1)).x_user_id).toBe('x-mara'))
    await eventually(async () => expect((await stored(2)).x_user_id).toBe('x-lena'))
    const { db } = server.database
    await db.updateTable('accounts').set({ x_user_id: null }).execute()
    const asked = await stored(2)
    const second = await db.transaction().execute(async (trx) => {
      await lockUser(trx, 1)
      await trx.updateTable('accounts').set({ x_user_id: '7' }).where('id', '=', 1).execute()
      const storing = storeAccountAnswers(db, [{ asked, said: { me: { id: '7', username: 'lena' } } }])
      await somebodyWaits(server.database)
      return { storing }
    })
    await second.storing
    expect(await stored(1)).toMatchObject({ is_active: 0, inactive_reason: renamed })
    expect(await stored(2)).toMatchObject({ is_active: 1, x_user_id: '7' })
  })

  it('stay inactive after their operator deactivated them, even if X accepts them later, until a check', async () => {
    let answerLate: (me: { id: string; username: string }) => void = () => undefined
    server.x.getMe.mockReturnValueOnce(
      new Promise((resolve) => {
        answerLate = resolve
      }),
    )
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    await eventually(() => expect(server.x.getMe).toHaveBeenCalledTimes(1))
    const reason = 'You deactivated this media agent. Press Check to activate it again.'
    const inactive = { ...answerOf(1, '@mara'), is_active: false, inactive_reason: reason }
    expect(await ada.call('PUT', '/twitter/accounts/1', { is_active: false })).toEqual({ status: 200, body: inactive })
    answerLate({ id: 'too late', username: 'mara' })
    await server.app.close()
    expect(await stored(1)).toMatchObject({ is_active: 0, inactive_reason: reason, x_user_id: null })
    expect(await listUnverified(server.database.db)).toEqual([])
  })

  it('stay inactive, and X is not asked, if they are deactivated before their first check', async () => {
    const asked = new Map<string, () => void>()
    server.x.getMe.mockImplementation(
      ({ access_token: name }) =>
        new Promise((resolve) => asked.set(name, () => resolve({ id: `x-${name}`, username: name }))),
    )
    const names = ['ana', 'bob', 'cy', 'dee', 'eve', 'fay']
    for (const name of names) await ada.call('POST', '/twitter/accounts', bodyOf(name))
    await eventually(() => expect(asked.size).toBe(4))
    const [early = ''] = names.filter((name) => !asked.has(name))
    await ada.call('PUT', `/twitter/accounts/${names.indexOf(early) + 1}`, { is_active: false })
    server.x.getMe.mockImplementation(async ({ access_token: name }) => ({ id: `x-${name}`, username: name }))
    for (const answer of asked.values()) answer()
    for (const name of names.filter((each) => each !== early))
      await eventually(async () => expect((await stored(names.indexOf(name) + 1)).x_user_id).toBe(`x-${name}`))
    expect(await stored(names.indexOf(early) + 1)).toMatchObject({ is_active: 0, x_user_id: null })
    expect(server.x.getMe.mock.calls.map(([{ access_token }]) => access_token)).not.toContain(early)
  })

  it('are active again after a check that X accepts, and keep X’s reason if they are deactivated after it', async () => {
    await ada.call('POST', '/twitter/accounts', bodyOf('mara'))
    await eventually(async () => expect((await stored(1)).x_user_id).toBe('x-mara'))
    await ada.call('PUT', '/twitter/accounts/1', { is_active: false })
    expect((await ada.call('POST', '/twitter/accounts/1/verify')).body).toMatchObject({ is_active: true })
    server.x.getMe.mockRejectedValue(unauthorized)
    await ada.call('POST', '/twitter/accounts/1/verify')
    expect((await ada.call('PUT', '/twitter/accounts/1', { is_active: false })).body).toMatchObject({
      is_active: false,
      inactive_reason: expired.replace('Invalid or expired token.', 'Unauthorized.'),
    })
    expect((await ada.call('PUT', '/twitter/accounts/1', { is_active: true })).body).toMatchObject({ is_active: false })
  })

  it.each(['api_key', 'api_secret', 'access_token_secret'])(
    'do not change if X answers after a change of their %s',
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

  describe('whose answers the database cannot store at once', () => {
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

    it('do not affect other checks', async () => {
      const names = Array.from({ length: 12 }, (_, index) => `mara${index}`)
      await fail('x-mara3', new Error('value out of range'), Number.POSITIVE_INFINITY)
      for (const name of names) await ada.call('POST', '/twitter/accounts', bodyOf(name))
      const expected = names.map((name) => (name === 'mara3' ? null : `x-${name}`))
      await eventually(async () => expect(await userIds()).toEqual(expected))
    })
  })
})
