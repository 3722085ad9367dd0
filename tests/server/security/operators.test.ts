import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesHere } from '../../support/databases'
import { caller, type Operator, startTestServer, type TestServer, testSettings } from '../../support/server'

const password = 'correct horse battery'
const better = 'better horse battery'
const closed = { settings: { ...testSettings, meta: { ...testSettings.meta, sign_up_open: false }, firstSignUp: true } }
const signedOut = { status: 401, body: { detail: 'Sign in to continue' } }
const forbidden = { status: 403, body: { detail: 'Only an administrator may do this' } }

describe.each(databasesHere())('operators on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator

  beforeEach(async () => {
    server = await startTestServer(create, closed)
    ada = await server.operator('ada@example.com')
  })
  afterEach(() => server.close())

  const bob = { email: 'bob@example.com', username: 'Bob', password }
  const invite = async () => ((await ada.call('POST', '/operators/invitations')).body as { token: string }).token
  const signIn = async (email: string, word = password) => {
    const { status, body } = await server.call('POST', '/auth/login', { email, password: word })
    const token = (body as { access_token?: string }).access_token
    return { status, body, call: caller(server.app, token) }
  }
  const invited = async () => {
    await server.call('POST', '/auth/register', { ...bob, invitation: await invite() })
    return signIn(bob.email)
  }

  it('sign up once without an invitation: the first becomes the administrator', async () => {
    expect(await ada.call('GET', '/auth/me')).toEqual({
      status: 200,
      body: { id: 1, email: 'ada@example.com', username: 'ada', is_admin: true },
    })
    expect(await server.call('GET', '/meta')).toMatchObject({ body: { sign_up_open: false } })
    expect(await server.call('POST', '/auth/register', bob)).toEqual({
      status: 403,
      body: { detail: 'Sign-up is closed on this server' },
    })
  })

  it('sign up by an invitation, once, and are no administrators', async () => {
    const invitation = await invite()
    expect((await server.call('POST', '/auth/register', { ...bob, invitation })).status).toBe(201)
    expect(await server.call('POST', '/auth/register', { ...bob, email: 'eve@example.com', invitation })).toEqual({
      status: 422,
      body: { detail: 'This link was already used or has expired' },
    })
    const { call } = await signIn(bob.email)
    expect(await call('GET', '/auth/me')).toMatchObject({ body: { id: 2, is_admin: false } })
    for (const [method, path, body] of [
      ['GET', '/operators'],
      ['POST', '/operators/invitations'],
      ['PUT', '/operators/1', { disabled: true }],
      ['POST', '/operators/1/reset'],
      ['DELETE', '/operators/1'],
    ] as const) {
      expect(await call(method, path, body)).toEqual(forbidden)
    }
  })

  it('keep an invitation that could not be used', async () => {
    const invitation = await invite()
    const taken = { ...bob, email: 'ada@example.com', invitation }
    expect((await server.call('POST', '/auth/register', taken)).status).toBe(409)
    expect((await server.call('POST', '/auth/register', { ...bob, invitation })).status).toBe(201)
  })

  it('are listed, disabled at once, re-enabled and deleted by the administrator, who cannot do that to their own account', async () => {
    const { call } = await invited()
    expect(await ada.call('PUT', '/operators/2', { disabled: true })).toMatchObject({
      status: 200,
      body: { id: 2, email: bob.email, disabled_at: expect.any(String), last_used_at: null },
    })
    expect(await call('GET', '/groups')).toEqual(signedOut)
    expect(await signIn(bob.email)).toMatchObject({
      status: 403,
      body: { detail: 'This operator is disabled. Ask an administrator to enable it' },
    })
    expect((await signIn(bob.email, 'a wrong guess')).status).toBe(401)
    await ada.call('PUT', '/operators/2', { disabled: false })
    expect((await signIn(bob.email)).status).toBe(200)
    expect(await ada.call('DELETE', '/operators/2')).toEqual({
      status: 409,
      body: { detail: 'Disable this operator first, so that nothing more is sent' },
    })
    await ada.call('PUT', '/operators/2', { disabled: true })
    expect(await ada.call('DELETE', '/operators/2')).toEqual({ status: 204, body: null })
    expect(await ada.call('GET', '/operators')).toMatchObject({ body: [{ id: 1, is_admin: true, disabled_at: null }] })
    expect((await ada.call('PUT', '/operators/1', { disabled: true })).status).toBe(409)
    expect((await ada.call('DELETE', '/operators/1')).status).toBe(409)
    expect((await ada.call('DELETE', '/operators/2')).status).toBe(404)
  })

  it('change their password, which ends all other sessions', async () => {
    const other = await signIn('ada@example.com')
    const change = (fields: object) =>
      ada.call('PUT', '/auth/password', { current_password: password, new_password: better, ...fields })
    expect(await change({ current_password: 'a wrong guess' })).toEqual({
      status: 422,
      body: { detail: 'current_password: This is not your password' },
    })
    expect(await change({ new_password: 'letmein' })).toMatchObject({ status: 422 })
    expect(await other.call('GET', '/groups')).toMatchObject({ status: 200 })
    expect(await change({})).toEqual({ status: 204, body: null })
    expect(await other.call('GET', '/groups')).toEqual(signedOut)
    expect(await ada.call('GET', '/groups')).toMatchObject({ status: 200 })
    expect([(await signIn('ada@example.com')).status, (await signIn('ada@example.com', better)).status]).toEqual([
      401, 200,
    ])
  })

  it("set a password by the administrator's link, once, which ends all their sessions", async () => {
    const { call } = await invited()
    const reset = (token: string, word = better) => server.call('POST', '/auth/reset', { token, password: word })
    const { token: first } = (await ada.call('POST', '/operators/2/reset')).body as { token: string }
    const { token } = (await ada.call('POST', '/operators/2/reset')).body as { token: string }
    const refused = { status: 422, body: { detail: 'This link was already used or has expired' } }
    expect(await reset(first)).toEqual(refused)
    expect(await reset(await invite())).toEqual(refused)
    expect(await reset(token, '77bob!!2026')).toEqual({
      status: 422,
      body: { detail: 'password: This password is your own address or name. Choose another password' },
    })
    expect(await reset(token)).toEqual({ status: 204, body: null })
    expect(await call('GET', '/groups')).toEqual(signedOut)
    expect((await signIn(bob.email, better)).status).toBe(200)
    expect(await reset(token)).toEqual(refused)
  })

  it('see where they are signed in, and end one session or all', async () => {
    const login = { email: 'ada@example.com', password }
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      remoteAddress: '192.0.2.44',
      headers: { 'user-agent': 'A browser' },
      payload: login,
    })
    const elsewhere = caller(server.app, answer.json().access_token)
    const { body } = await ada.call('GET', '/auth/sessions')
    const sessions = body as { id: number; address: string; device: string; current: boolean }[]
    const byId = sessions
      .toSorted((a, b) => a.id - b.id)
      .map(({ address, device, current }) => [address, device, current])
    expect(byId).toEqual([
      [null, null, true],
      ['192.0.2.44', 'A browser', false],
    ])
    const foreign = sessions.find(({ current }) => !current)?.id
    expect(await ada.call('DELETE', `/auth/sessions/${foreign}`)).toEqual({ status: 204, body: null })
    expect(await elsewhere('GET', '/groups')).toEqual(signedOut)
    expect((await ada.call('DELETE', `/auth/sessions/${foreign}`)).status).toBe(404)
    const third = await signIn('ada@example.com')
    expect(await ada.call('DELETE', '/auth/sessions')).toEqual({ status: 204, body: null })
    expect([await ada.call('GET', '/groups'), await third.call('GET', '/groups')]).toEqual([signedOut, signedOut])
  })

  it("end all other sessions, including sessions with a thief's API tokens, with a line in the audit trail", async () => {
    const others = [await signIn('ada@example.com'), await signIn('ada@example.com')]
    const { body } = await ada.call('POST', '/auth/api-tokens', { name: 'a', scope: 'read', days: 30 })
    const script = caller(server.app, (body as { token: string }).token)
    expect((await script('GET', '/groups')).status).toBe(200)
    expect(await ada.call('DELETE', '/auth/sessions/others')).toEqual({ status: 204, body: null })
    for (const ended of [script, ...others.map(({ call }) => call)]) {
      expect(await ended('GET', '/groups')).toEqual(signedOut)
    }
    expect((await ada.call('GET', '/groups')).status).toBe(200)
    expect(await ada.call('DELETE', '/auth/sessions/others')).toEqual({ status: 204, body: null })
    const lines = await server.database.db.selectFrom('audit').select('action').orderBy('id').execute()
    expect(lines.map(({ action }) => action).filter((action) => action.startsWith('session.'))).toEqual([
      'session.othersEnded',
      'session.othersEnded',
    ])
  })

  it.each([
    'Ada',
    'ADA@example.net',
    '1ada!!2026',
    'AutoCommentBot1',
    'Ada-Lovelace7',
    'letmein',
    'slipknot666',
    'passw0rd',
  ])('may not have the password %s', async (guessable) => {
    const body = { email: 'ada@example.net', username: 'Ada Lovelace', password: guessable.padEnd(6, '!') }
    const { status } = await server.call('POST', '/auth/register', { ...body, invitation: await invite() })
    expect(status).toBe(422)
  })
})
