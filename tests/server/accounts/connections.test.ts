import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { sandboxAccounts } from '../../../sandbox/accounts-data'
import { defaultMeta } from '../../../src/schemas/system'
import { type Browser, browserOf, type ConnectingServer, startConnectingServer } from '../../support/connecting'
import { databasesHere, sqlite } from '../../support/databases'
import { copyAccount } from '../../support/manyAccounts'
import { type Operator, startTestServer, testSettings } from '../../support/server'
import { sampleAccount } from '../../support/serverFakes'
import { eventually } from '../../support/waiting'

const [brewlab, espresso] = sandboxAccounts(2, { group: 'crew' })
const unknown = 'unknown'

describe.each(databasesHere())('connecting by consent on $name', ({ create }) => {
  let server: ConnectingServer
  let ada: Operator
  let browser: Browser

  beforeEach(async () => {
    server = await startConnectingServer(create)
    ada = await server.operator('ada@example.com')
    await ada.call('POST', '/groups', { name: 'crew', description: 'x' })
    browser = browserOf(server, ada.token)
  })
  afterEach(() => server.close())

  const connect = async (username = '@brewlab_ama', body: object = { group: 'crew' }) =>
    browser.comeBack(await browser.decide(await browser.begin(body), 'authorize', username))
  const outcome = async (id: string) => (await ada.call('GET', `/x/consents/${id}`)).body
  const accounts = async () => (await ada.call('GET', '/twitter/accounts')).body
  const tokens = () => server.database.db.selectFrom('x_tokens').selectAll().execute()
  /** Waits until X has named the account: later writes of a test then stay. */
  const untilAsked = (id: number) =>
    eventually(async () => {
      const { db } = server.database
      const { x_user_id } = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      expect(x_user_id).not.toBeNull()
    })

  it('requests the four scopes with a challenge, and never shows the verifier', async () => {
    const asked = new URL(await browser.begin())
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'sandbox-client',
      redirect_uri: 'http://127.0.0.1:3000/api/v1/x/callback',
      scope: 'tweet.read tweet.write users.read offline.access',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(asked.href).toContain('scope=tweet.read%20tweet.write')
    const [stored] = await server.database.db.selectFrom('x_consents').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(asked.searchParams.get('state'))
  })

  it('is refused beyond 100,000 media agents, except for a media agent that exists', async () => {
    const eve = await server.operator('eve@example.com')
    await eve.call('POST', '/twitter/accounts', sampleAccount('mara'))
    await copyAccount(server.database.db, 1, 100_000)
    const consent = (body: object) => ada.call('POST', '/x/consents', { group: 'crew', ...body })
    expect(await consent({})).toEqual({
      status: 422,
      body: { detail: 'You have 100000 media agents already. Delete some to add more' },
    })
    expect((await consent({ account_id: 2 })).status).toBe(201)
  })

  it('connects the account that consented, active and in its group, with encrypted tokens', async () => {
    const id = await connect()
    expect(await outcome(id)).toEqual({ outcome: 'connected', username: '@brewlab_ama', detail: null })
    expect(await accounts()).toMatchObject([{ username: '@brewlab_ama', group: 'crew', is_active: true }])
    expect(await tokens()).toMatchObject([
      { client: 'server', generation: 1, scope: 'tweet.read tweet.write users.read offline.access' },
    ])
    const [row] = await tokens()
    expect([row?.access_token, row?.refresh_token]).toEqual([
      expect.stringMatching(/^v1\./),
      expect.stringMatching(/^v1\./),
    ])
    expect((await ada.call('POST', '/twitter/accounts/1/verify')).body).toMatchObject({ is_active: true })
  })

  it('renews the connection of a connected account, without a second account', async () => {
    await connect()
    const id = await connect()
    expect(await outcome(id)).toEqual({ outcome: 'renewed', username: '@brewlab_ama', detail: null })
    expect(await accounts()).toHaveLength(1)
    expect(await tokens()).toMatchObject([{ generation: 2 }])
  })

  it('stores nothing if the operator cancels at X', async () => {
    const id = await browser.comeBack(await browser.decide(await browser.begin(), 'cancel', '@brewlab_ama'))
    expect(await outcome(id)).toEqual({ outcome: 'denied', username: null, detail: null })
    expect(await accounts()).toEqual([])
  })

  it('accepts a callback once: a second visit shows the first outcome, and a foreign browser learns nothing', async () => {
    const callback = await browser.decide(await browser.begin(), 'authorize', '@brewlab_ama')
    const stranger = browserOf(server, ada.token)
    expect(await stranger.comeBack(callback)).toBe(unknown)
    expect(await accounts()).toEqual([])
    const id = await browser.comeBack(callback)
    expect(await outcome(id)).toMatchObject({ outcome: 'connected' })
    expect(await browser.comeBack(callback)).toBe(id)
    expect(server.standIn.tokenEvents().filter(({ kind }) => kind === 'granted')).toHaveLength(1)
  })

  it('accepts no state except its own, and none of an ended session', async () => {
    const callback = await browser.decide(await browser.begin(), 'authorize', '@brewlab_ama')
    for (const state of ['', 'x', 'a'.repeat(500), 'a'.repeat(501)]) {
      expect(await browser.comeBack(`http://127.0.0.1:3000/api/v1/x/callback?code=c&state=${state}`)).toBe(unknown)
    }
    expect(await browser.comeBack('http://127.0.0.1:3000/api/v1/x/callback?state=a&state=b')).toBe(unknown)
    await ada.call('POST', '/auth/logout')
    expect(await browser.comeBack(callback)).toBe(unknown)
  })

  it('requires a new start after ten minutes', async () => {
    const callback = await browser.decide(await browser.begin(), 'authorize', '@brewlab_ama')
    await server.database.db.updateTable('x_consents').set({ expires_at: '2026-01-01T00:00:00.000Z' }).execute()
    expect(await outcome(await browser.comeBack(callback))).toEqual({ outcome: 'late', username: null, detail: null })
  })

  it("shows X's words about an expired code", async () => {
    const callback = new URL(await browser.decide(await browser.begin(), 'authorize', '@brewlab_ama'))
    callback.searchParams.set('code', 'one-that-X-never-gave')
    expect(await outcome(await browser.comeBack(callback.href))).toEqual({
      outcome: 'refused',
      username: null,
      detail: 'Value passed for the authorization code was invalid.',
    })
  })

  it('accepts a code once: X refuses it with the state of another attempt, and the first tokens stay', async () => {
    const first = await browser.decide(await browser.begin(), 'authorize', '@brewlab_ama')
    await browser.comeBack(first)
    const second = new URL(await browser.decide(await browser.begin(), 'authorize', '@corner_espresso'))
    second.searchParams.set('code', new URL(first).searchParams.get('code') ?? '')
    expect(await outcome(await browser.comeBack(second.href))).toMatchObject({ outcome: 'refused', username: null })
    expect([await accounts(), await tokens()]).toMatchObject([[{ username: '@brewlab_ama' }], [{ generation: 1 }]])
  })

  it('changes nothing if X’s answer is lost, reports that, and connects at the next attempt', async () => {
    const breakOnce = (path: '/2/oauth2/token' | '/2/users/me', method: 'POST' | 'GET') =>
      server.standIn.control({ rules: [{ match: { method, path }, times: 1, do: { accept: true, answer: 'drop' } }] })
    const lost = { outcome: 'failed', username: null, detail: expect.stringMatching(/^X did not answer/) }
    breakOnce('/2/oauth2/token', 'POST')
    expect(await outcome(await connect())).toEqual(lost)
    breakOnce('/2/users/me', 'GET')
    expect(await outcome(await connect())).toEqual(lost)
    expect([await accounts(), server.standIn.tokenEvents().at(-1)]).toMatchObject([[], { kind: 'revoked' }])
    expect(await outcome(await connect())).toMatchObject({ outcome: 'connected' })
    const before = await tokens()
    breakOnce('/2/oauth2/token', 'POST')
    expect(await outcome(await connect())).toEqual(lost)
    expect([await accounts(), await tokens()]).toEqual([[expect.objectContaining({ is_active: true })], before])
  })

  it('reports an interruption if the server was killed after the browser returned', async () => {
    const callback = await browser.decide(await browser.begin(), 'authorize', '@brewlab_ama')
    const since = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const consents = () => server.database.db.updateTable('x_consents')
    await consents()
      .set({ used_at: since(1) })
      .execute()
    const id = await browser.comeBack(callback)
    expect(await outcome(id)).toEqual({ outcome: null, username: null, detail: null })
    await consents()
      .set({ used_at: since(4) })
      .execute()
    expect(await outcome(id)).toMatchObject({ outcome: 'failed', detail: 'The server stopped before X answered' })
  })

  it('changes nothing if another account than the intended one consents', async () => {
    await connect()
    const id = await connect('@corner_espresso', { account_id: 1 })
    expect(await outcome(id)).toEqual({ outcome: 'other_account', username: '@corner_espresso', detail: null })
    expect(await accounts()).toHaveLength(1)
    expect(server.standIn.tokenEvents().at(-1)).toMatchObject({ kind: 'revoked', username: 'corner_espresso' })
  })

  it('connects no account with only read permission', async () => {
    server.standIn.control({ withheldScopes: ['tweet.write'] })
    expect(await outcome(await connect())).toEqual({ outcome: 'read_only', username: '@brewlab_ama', detail: null })
    expect(await accounts()).toEqual([])
  })

  it('does not take over an account that belonged to another X user, and names the earlier user', async () => {
    await connect()
    const { db } = server.database
    await db.updateTable('accounts').set({ x_user_id: 'somebody-else' }).execute()
    const before = await tokens()
    expect(await outcome(await connect())).toEqual({
      outcome: 'failed',
      username: null,
      detail: '@brewlab_ama belonged to another user of X when it was connected here. Delete that media agent first',
    })
    expect([await tokens(), server.standIn.tokenEvents().at(-1)]).toEqual([
      before,
      expect.objectContaining({ kind: 'revoked', username: 'brewlab_ama' }),
    ])
  })

  it('leaves one account active if two belonged to the X user who consents', async () => {
    const { db } = server.database
    await connect()
    const [{ x_user_id: brewlabId } = { x_user_id: null }] = await db.selectFrom('accounts').selectAll().execute()
    await ada.call('POST', '/twitter/accounts', espresso)
    await untilAsked(2)
    await ada.call('PUT', '/twitter/accounts/1', { username: '@first' })
    await eventually(async () => expect(await accounts()).toMatchObject([{ is_active: false }, {}]))
    await db.updateTable('accounts').set({ x_user_id: brewlabId, is_active: 1 }).execute()
    expect(await outcome(await connect())).toEqual({ outcome: 'renewed', username: '@brewlab_ama', detail: null })
    expect(await accounts()).toMatchObject([
      { username: '@brewlab_ama', is_active: true },
      {
        username: '@corner_espresso',
        is_active: false,
        inactive_reason:
          'This account is now @brewlab_ama on X, which is already a media agent. Delete one of the two.',
      },
    ])
  })

  it('renews the account with the current name if an earlier media agent is the same X user', async () => {
    const { db } = server.database
    await ada.call('POST', '/twitter/accounts', espresso)
    await untilAsked(1)
    await connect()
    const { x_user_id } = await db.selectFrom('accounts').selectAll().where('id', '=', 2).executeTakeFirstOrThrow()
    await db.updateTable('accounts').set({ x_user_id }).execute()
    expect(await outcome(await connect())).toEqual({ outcome: 'renewed', username: '@brewlab_ama', detail: null })
    expect(await accounts()).toMatchObject([{ is_active: false }, { username: '@brewlab_ama', is_active: true }])
  })

  it('names the deleted group that the account was to join', async () => {
    const asked = await browser.begin({ group: 'crew' })
    await ada.call('DELETE', '/groups/1')
    const id = await browser.comeBack(await browser.decide(asked, 'authorize', '@brewlab_ama'))
    expect(await outcome(id)).toMatchObject({ outcome: 'failed', detail: expect.stringMatching(/group/i) })
    expect(server.standIn.tokenEvents().at(-1)).toMatchObject({ kind: 'revoked' })
  })

  it('hides the outcome and the account from other operators', async () => {
    const id = await connect()
    const eve = await server.operator('eve@example.com')
    expect(await eve.call('GET', `/x/consents/${id}`)).toMatchObject({ status: 404 })
    expect(await eve.call('POST', '/x/consents', { account_id: 1, group: '' })).toMatchObject({ status: 404 })
    expect(await eve.call('POST', '/twitter/accounts/1/move')).toMatchObject({ status: 404 })
  })

  it('revokes the connection at X when the account is deleted, and deletes the account even if X is away', async () => {
    const { revocations } = server.deps.access
    revocations.start()
    onTestFinished(revocations.stop)
    await connect()
    const ended = () => server.standIn.tokenEvents().filter(({ kind }) => kind === 'revoked')
    expect(await ada.call('DELETE', '/twitter/accounts/1')).toMatchObject({ status: 204 })
    await eventually(() => expect(ended()).toMatchObject([{ username: 'brewlab_ama' }]))
    expect([await accounts(), await tokens()]).toEqual([[], []])
    await connect('@corner_espresso')
    server.standIn.control({
      rules: [{ match: { method: 'POST', path: '/2/oauth2/revoke' }, do: { accept: false, answer: 'drop' } }],
    })
    expect(await ada.call('DELETE', '/twitter/accounts/2')).toMatchObject({ status: 204 })
    expect([await accounts(), await tokens(), ended().length]).toEqual([[], [], 1])
  })

  it('returns to OAuth 1.0a when six new keys are given, and accepts no fewer', async () => {
    await connect()
    expect(await ada.call('PUT', '/twitter/accounts/1', { api_key: 'another' })).toMatchObject({ status: 422 })
    expect(await tokens()).toHaveLength(1)
    const { username: _username, group: _group, ...keys } = brewlab ?? {}
    expect(await ada.call('PUT', '/twitter/accounts/1', keys)).toMatchObject({ status: 200 })
    expect(await tokens()).toEqual([])
    await eventually(async () => expect((await ada.call('POST', '/twitter/accounts/1/verify')).status).toBe(200))
  })

  it('never shows keys with only read permission as active', async () => {
    server.standIn.control({
      people: { brewlab_ama: { readOnly: true, subscription_type: 'Premium', protected: true } },
    })
    await ada.call('POST', '/twitter/accounts', brewlab)
    expect((await ada.call('POST', '/twitter/accounts/1/verify')).body).toMatchObject({
      is_active: false,
      inactive_reason: expect.stringMatching(/may only read.*Read and write/),
    })
    expect(
      await server.database.db
        .selectFrom('accounts')
        .select(['x_access', 'x_subscription', 'x_protected'])
        .executeTakeFirst(),
    ).toEqual({ x_access: 'read', x_subscription: 'Premium', x_protected: 1 })
  })
})

describe('visits to the consent page', () => {
  it.each([
    [
      'http://127.0.0.1:3000',
      /^x_consent_[\w-]+=[\w-]{43}; Path=\/api\/v1\/x\/callback; Max-Age=600; HttpOnly; SameSite=Lax$/,
    ],
    [
      'https://console.example',
      /^__Host-x_consent_[\w-]+=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    ],
  ])('are bound to the browser by a cookie of this exact host if there is TLS: %s', async (publicOrigin, wanted) => {
    const settings = { ...testSettings, meta: { ...defaultMeta, sandbox: true }, publicOrigin }
    const server = await startTestServer(sqlite.create, { settings })
    const { token } = await server.operator('ada@example.com')
    const { headers } = await server.app.inject({
      method: 'POST',
      url: '/api/v1/x/consents',
      headers: { authorization: `Bearer ${token}` },
      payload: { group: '' },
    })
    expect(headers['set-cookie']).toMatch(wanted)
    await server.close()
  })
})

describe('a server without connecting by consent', () => {
  it.each([
    [{ connect: undefined }, /X_CLIENT_ID/],
    [{ settings: 'http://localhost:3000' }, /http:\/\/127\.0\.0\.1:3000/],
    [{ settings: 'http://console.example' }, /only by https/],
  ])('%o shows the reason', async (changed, reason) => {
    const server = await startConnectingServer(sqlite.create, {
      ...('connect' in changed ? { connect: undefined } : {}),
      settings: { ...testSettings, ...('settings' in changed ? { publicOrigin: changed.settings } : {}) },
    })
    try {
      const ada = await server.operator('ada@example.com')
      expect((await ada.call('GET', '/x/connection')).body).toMatchObject({
        unavailable: expect.stringMatching(reason),
      })
      expect(await ada.call('POST', '/x/consents', { group: '' })).toMatchObject({ status: 409 })
    } finally {
      await server.close()
    }
  })
})
