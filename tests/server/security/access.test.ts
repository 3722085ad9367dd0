import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { sandboxAccounts } from '../../../sandbox/accounts-data'
import { sandboxApp } from '../../../sandbox/x/oauth2'
import type { Row } from '../../../server/db/schema'
import { createAccountAccess } from '../../../server/features/accounts/access'
import { storeAccountAnswers } from '../../../server/features/accounts/accountAnswers.store'
import { rotateCredentials } from '../../../server/features/accounts/rotation.store'
import { loseConnection, type NewTokens, storeTokens, tokenPlace } from '../../../server/features/accounts/tokens.store'
import { createVault, type Vault } from '../../../server/security/vault'
import { createXOAuth2, type XOAuth2 } from '../../../server/x/oauth2'
import { browserOf, type ConnectingServer, startConnectingServer } from '../../support/connecting'
import { databasesHere } from '../../support/databases'
import { type Operator, testKey } from '../../support/server'
import { eventually } from '../../support/waiting'

const token = { method: 'POST', path: '/2/oauth2/token' } as const
const otherKey = Buffer.alloc(32, 9)
const hours = (count: number) => () => new Date(Date.now() + count * 3_600_000)
const [brewlab, crema] = sandboxAccounts(2)

describe.each(databasesHere())('access of accounts on $name', ({ create }) => {
  let server: ConnectingServer
  let ada: Operator
  let account: Row<'accounts'>

  const byConsent = async () => {
    const browser = browserOf(server, ada.token)
    await browser.comeBack(await browser.decide(await browser.begin(), 'authorize', '@brewlab_ama'))
    account = await stored()
  }
  const stored = () => server.database.db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
  const tokens = () => server.database.db.selectFrom('x_tokens').selectAll().executeTakeFirstOrThrow()
  const events = (kind: string) => server.standIn.tokenEvents().filter((event) => event.kind === kind)

  beforeEach(async () => {
    server = await startConnectingServer(create)
    ada = await server.operator('ada@example.com')
  })
  afterEach(() => server.close())

  it('requests nothing while the access token is valid', async () => {
    await byConsent()
    await server.otherProcess().open(account)
    expect(events('refreshed')).toEqual([])
  })

  it('works with another credentials key, including the token before the last', async () => {
    await byConsent()
    await server.otherProcess(hours(3)).open(account)
    const { db } = server.database
    const [both, newer] = [createVault([otherKey, testKey]), createVault([otherKey])]
    const opened = (vault: Vault, row: Row<'x_tokens'>) => [
      vault.open(row.access_token, tokenPlace(account, 'access_token')),
      vault.open(row.refresh_token, tokenPlace(account, 'refresh_token')),
      vault.open(String(row.previous_refresh_token), tokenPlace(account, 'refresh_token')),
    ]
    const before = opened(both, await tokens())
    expect(new Set(before).size).toBe(3)
    expect([await rotateCredentials(db, both), await rotateCredentials(db, both)]).toEqual([2, 0])
    expect(opened(newer, await tokens())).toEqual(before)
    const unopened: string[] = []
    await rotateCredentials(db, createVault([Buffer.alloc(32, 5), otherKey]))
    await db.updateTable('x_tokens').set({ access_token: 'v1.damaged' }).execute()
    await rotateCredentials(db, createVault([Buffer.alloc(32, 5)]), ({ username }) => unopened.push(username))
    expect(unopened).toEqual(['@brewlab_ama'])
  })

  it('is renewed once for all simultaneous callers, in two processes', async () => {
    await byConsent()
    server.standIn.control({ rules: [{ match: token, do: { delayMs: 150 } }] })
    const [one, other] = [server.otherProcess(hours(3)), server.otherProcess(hours(3))]
    const opened = await Promise.all([one, other, one, other, one].map((each) => each.open(account)))
    expect(new Set(opened.map((access) => 'bearer' in access && access.bearer)).size).toBe(1)
    expect([events('refreshed').length, events('refused').length]).toEqual([1, 0])
    expect(await tokens()).toMatchObject({ generation: 2, renewing_until: null })
  })

  it('is requested again after a fault of X, and uses the valid token in the meantime', async () => {
    await byConsent()
    server.standIn.control({ rules: [{ match: token, times: 2, do: { answer: 'unavailable' } }] })
    const nearlyOver = server.otherProcess(() => new Date(Date.now() + 7_000_000))
    expect(await nearlyOver.open(account)).toHaveProperty('bearer')
    const over = server.otherProcess(hours(3))
    await expect(over.open(account)).rejects.toMatchObject({ status: undefined, refusal: undefined })
    expect(await stored()).toMatchObject({ is_active: 1 })
    expect(await over.open(account)).toHaveProperty('bearer')
    expect(events('refreshed')).toHaveLength(1)
  })

  it('requires a new connection if X used the refresh token and the answer was lost', async () => {
    await byConsent()
    server.standIn.control({ rules: [{ match: token, times: 1, do: { accept: true, answer: 'drop' } }] })
    const access = server.otherProcess(hours(3))
    await expect(access.open(account)).rejects.toThrow('X did not answer')
    await expect(access.open(account)).rejects.toMatchObject({ status: 401, refusal: 'connectAgain' })
    expect(await stored()).toMatchObject({
      is_active: 0,
      inactive_reason: expect.stringMatching(/Connect this account again/),
    })
    await byConsent()
    expect(await stored()).toMatchObject({ is_active: 1, inactive_reason: null })
    expect(await access.open(await stored())).toHaveProperty('bearer')
  })

  it('uses the OAuth 1.0a keys of a moved account even if the answer was lost', async () => {
    await ada.call('POST', '/twitter/accounts', brewlab)
    account = await stored()
    server.standIn.control({ rules: [{ match: token, times: 1, do: { accept: true, answer: 'drop' } }] })
    const access = server.otherProcess(hours(3))
    expect(await access.move(account)).toMatchObject({ moved: false })
    expect(await access.open(account)).toHaveProperty('api_key')
    expect(await access.move(account)).toEqual({ moved: true })
    expect(await access.move(account)).toEqual({ moved: true, before: true })
    const later = server.otherProcess(hours(6))
    server.standIn.control({ rules: [{ match: token, times: 1, do: { accept: true, answer: 'drop' } }] })
    await expect(later.open(await stored())).rejects.toThrow('X did not answer')
    expect(await later.open(await stored())).toHaveProperty('bearer')
    expect(await stored()).toMatchObject({ is_active: 1 })
    expect(events('exchanged')).toHaveLength(3)
  })

  it('does not use keys beside a connection, because they may belong to another user', async () => {
    const keysOfAnother = { ...crema, username: '@brewlab_ama' }
    await ada.call('POST', '/twitter/accounts', keysOfAnother)
    await byConsent()
    expect(await stored()).toMatchObject({ is_active: 1, access_token: expect.stringMatching(/^v1\./) })
    server.standIn.control({ rules: [{ match: token, times: 1, do: { accept: true, answer: 'drop' } }] })
    const access = server.otherProcess(hours(3))
    await expect(access.open(account)).rejects.toThrow('X did not answer')
    await expect(access.open(account)).rejects.toMatchObject({ status: 401, refusal: 'connectAgain' })
    expect([events('exchanged'), await tokens()]).toEqual([[], expect.objectContaining({ client: 'server' })])
  })

  it('keeps the earlier token until its successor has worked, and is renewed after a 401', async () => {
    await byConsent()
    const access = server.otherProcess(hours(3))
    const opened = await access.open(account)
    const before = await tokens()
    expect(before.previous_refresh_token).not.toBeNull()
    if (!('bearer' in opened)) throw new Error('no token')
    await opened.accepted()
    expect((await tokens()).previous_refresh_token).toBeNull()
    await opened.refused()
    await access.open(account)
    expect(await tokens()).toMatchObject({ generation: 3 })
    await opened.refused()
    expect(await tokens()).toMatchObject({ generation: 3, renew_at: expect.not.stringMatching(/^1970/) })
  })

  it('revokes the token pair of a move at X if a consent was faster', async () => {
    await ada.call('POST', '/twitter/accounts', brewlab)
    account = await stored()
    const { db } = server.database
    const vault = createVault([testKey])
    const pairOf = (name: string) => ({ accessToken: name, refreshToken: `${name} refresh`, livesMs: 7e6, scope: 's' })
    const revoked: string[] = []
    const oauth2: XOAuth2 = {
      ...createXOAuth2({ baseUrl: server.standIn.baseUrl, siteUrl: server.standIn.baseUrl, timeoutMs: 30_000 }),
      exchange: async () => {
        const byConsent = {
          account,
          client: 'server',
          app: 'theirs',
          pair: pairOf('consented'),
          now: new Date(),
        } as const
        await storeTokens(db, vault, { ...byConsent, before: undefined })
        return { kind: 'granted', pair: pairOf('exchanged') }
      },
      revoke: async (_app, token) => {
        revoked.push(token)
        return true
      },
    }
    const access = createAccountAccess({ db, vault, oauth2, app: undefined, deadlineMs: 30_000 })
    expect(await access.move(account)).toMatchObject({ moved: false })
    await access.revocations.revokeDue()
    expect(revoked).toEqual(['exchanged refresh', 'exchanged'])
    expect(await tokens()).toMatchObject({ client: 'server' })
  })

  it('revokes a renewed pair at X if the account was deleted during the renewal', async () => {
    await byConsent()
    const { db } = server.database
    const revoked: string[] = []
    const pair = { accessToken: 'renewed', refreshToken: 'renewed refresh', livesMs: 7e6, scope: 's' }
    const oauth2: XOAuth2 = {
      ...createXOAuth2({ baseUrl: server.standIn.baseUrl, siteUrl: server.standIn.baseUrl, timeoutMs: 30_000 }),
      refresh: async () => {
        await ada.call('DELETE', `/twitter/accounts/${account.id}`)
        await server.deps.access.revocations.revokeDue()
        return { kind: 'granted', pair }
      },
      revoke: async (_app, token) => {
        revoked.push(token)
        return true
      },
    }
    const vault = createVault([testKey])
    const access = createAccountAccess({ db, vault, oauth2, app: sandboxApp, deadlineMs: 30_000, clock: hours(3) })
    await expect(access.open(account)).rejects.toThrow('The keys of this account were changed in the meantime')
    await access.revocations.revokeDue()
    expect(revoked).toEqual(['renewed refresh', 'renewed'])
  })

  it('is revoked at X after a deletion even if X or this process was away, for a day at most, and its secret is deleted then', async () => {
    const { db } = server.database
    const waiting = () => db.selectFrom('farewells').selectAll().execute()
    const tries = async () => (await waiting()).map((each) => each.tries)
    const away = [{ match: { method: 'POST', path: '/2/oauth2/revoke' } as const, do: { answer: 'drop' } as const }]
    const deleted = async () => {
      await byConsent()
      server.standIn.control({ rules: away })
      await ada.call('DELETE', `/twitter/accounts/${account.id}`)
      await server.deps.access.revocations.revokeDue()
      expect(await tries()).toEqual([1])
    }
    await deleted()
    expect(await waiting()).toMatchObject([{ username: '@brewlab_ama', secret: expect.stringMatching(/^v1\./) }])
    server.standIn.control({ rules: [] })
    await server.otherProcess().revocations.revokeDue()
    expect([await tries(), events('revoked')]).toEqual([[1], []])
    await server.otherProcess(hours(1)).revocations.revokeDue()
    expect([await tries(), events('revoked')]).toMatchObject([[], [{ username: 'brewlab_ama' }]])

    await deleted()
    const seen: number[][] = []
    for (const day of [1, 2, 3, 4, 5, 6]) {
      await server.otherProcess(hours(24 * day)).revocations.revokeDue()
      seen.push(await tries())
    }
    expect([seen, events('revoked').length]).toEqual([[[2], [3], [4], [5], [6], []], 1])
  })

  it('is revoked at X without waiting for a past time after the clock was set back', async () => {
    const { db } = server.database
    const nextAt = async () =>
      Date.parse((await db.selectFrom('farewells').select('next_at').executeTakeFirst())?.next_at ?? '')
    await byConsent()
    server.standIn.control({ rules: [{ match: { method: 'POST', path: '/2/oauth2/revoke' }, do: { answer: 'drop' } }] })
    await ada.call('DELETE', `/twitter/accounts/${account.id}`)
    await server.deps.access.revocations.revokeDue()
    await server.otherProcess(hours(24)).revocations.revokeDue()
    expect(await nextAt()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    const now = new Date()
    await server.otherProcess(() => now).revocations.revokeDue()
    expect(await nextAt()).toBe(now.getTime() + 5 * 60_000 + 5_000)
    server.standIn.control({ rules: [] })
    await server.otherProcess(() => new Date(now.getTime() + 4 * 60_000)).revocations.revokeDue()
    expect(events('revoked')).toEqual([])
    await server.otherProcess(() => new Date(now.getTime() + 6 * 60_000)).revocations.revokeDue()
    expect(events('revoked')).toMatchObject([{ username: 'brewlab_ama' }])
  })

  it('is revoked at X when its operator is deleted, but not if the deletion is refused', async () => {
    const bob = await server.operator('bob@example.com')
    const { db } = server.database
    const browser = browserOf(server, bob.token)
    await browser.comeBack(await browser.decide(await browser.begin(), 'authorize', '@brewlab_ama'))
    expect((await ada.call('DELETE', '/operators/2')).status).toBe(409)
    expect(await db.selectFrom('farewells').selectAll().execute()).toEqual([])
    await ada.call('PUT', '/operators/2', { disabled: true })
    const { revocations } = server.deps.access
    revocations.start()
    onTestFinished(revocations.stop)
    expect((await ada.call('DELETE', '/operators/2')).status).toBe(204)
    await eventually(async () => expect(await db.selectFrom('farewells').selectAll().execute()).toEqual([]))
    expect(events('revoked')).toMatchObject([{ username: 'brewlab_ama' }])
    expect(await db.selectFrom('x_tokens').selectAll().execute()).toEqual([])
  })

  it('wastes no token if another app is configured', async () => {
    await byConsent()
    await server.database.db.updateTable('accounts').set({ x_app: 'of another client' }).execute()
    const error = { detail: expect.stringContaining('another app'), status: undefined, refusal: 'appRefused' }
    await expect(server.otherProcess(hours(3)).open(await stored())).rejects.toMatchObject(error)
    expect(events('refreshed')).toEqual([])
    expect(await stored()).toMatchObject({ is_active: 1 })
  })

  it("keeps an account's uncertain state through renewals, until it is connected again", async () => {
    await byConsent()
    const { db } = server.database
    const doubt = {
      scope: `doubt:${account.id}`,
      until: '2026-11-22T12:00:10.000Z',
      created_at: '2026-11-22T12:00:00.000Z',
    }
    await db
      .insertInto('holds')
      .values({ ...doubt, reason: 'X said 401' })
      .execute()
    const held = () => db.selectFrom('holds').select(['scope', 'until']).execute()
    await server.otherProcess(hours(3)).open(account)
    expect([events('refreshed').length, await held()]).toEqual([1, [{ scope: doubt.scope, until: doubt.until }]])
    await byConsent()
    expect(await held()).toEqual([])
  })

  it('does not mistake an answer about the earlier access for the current one', async () => {
    await byConsent()
    const before = account
    await byConsent()
    await storeAccountAnswers(server.database.db, [{ asked: before, said: { reason: 'Not yours any more' } }])
    expect(await stored()).toMatchObject({ is_active: 1, inactive_reason: null })
    await storeAccountAnswers(server.database.db, [{ asked: account, said: { reason: 'Not yours' } }])
    expect(await stored()).toMatchObject({ is_active: 0, inactive_reason: 'Not yours' })
  })

  it('is active again when a delayed process stores the pair that another process missed', async () => {
    await byConsent()
    const { db } = server.database
    const used = await tokens()
    const said = 'Value passed for the token was invalid.'
    await loseConnection(db, account, used, said)
    expect(await stored()).toMatchObject({
      is_active: 0,
      inactive_reason:
        'X no longer knows this connection: Value passed for the token was invalid. Connect this account again: Media Agent, Connect with X. Queued replies are kept and sent after that.',
    })
    const late: NewTokens = {
      account,
      client: 'server',
      app: account.x_app,
      pair: { accessToken: 'late', refreshToken: 'later', livesMs: 7_200_000, scope: used.scope },
      before: { generation: used.generation, sealedRefreshToken: used.refresh_token },
      now: new Date(),
    }
    expect(await storeTokens(db, createVault([testKey]), late)).toBe(true)
    expect(await stored()).toMatchObject({ is_active: 1, inactive_reason: null })
    await loseConnection(db, account, used, said)
    expect(await stored()).toMatchObject({ is_active: 1 })
  })

  it('can be requested by another process when the first one died', async () => {
    await byConsent()
    const dead = new Date(Date.now() + 10_800_000 - 1000).toISOString()
    await server.database.db.updateTable('x_tokens').set({ renewing_until: dead }).execute()
    expect(await server.otherProcess(hours(3)).open(account)).toHaveProperty('bearer')
  })
})
