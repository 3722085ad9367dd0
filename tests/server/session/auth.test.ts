import { hash } from '@node-rs/argon2'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import { hasSessionFrom, listSessions } from '../../../server/features/session/sessions.store'
import { databasesHere, sqlite } from '../../support/databases'
import { caller, startTestServer, type TestServer, testSettings } from '../../support/server'
import { eventually } from '../../support/waiting'

const hour = 60 * 60 * 1000
const ada = { email: 'ada@example.com', password: 'correct horse battery' }
const wrong = { status: 401, body: { detail: 'Incorrect email or password' } }
const signedOut = { status: 401, body: { detail: 'Sign in to continue' } }
const tokenIn = (body: unknown) => (body as { access_token: string }).access_token

describe.each(databasesHere())('signing in on $name', ({ create }) => {
  let server: TestServer

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T00:00:00.000Z') })
    server = await startTestServer(create)
    await server.call('POST', '/auth/register', { ...ada, username: 'Ada' })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await server.close()
  })

  const signIn = async (extra: object = {}) =>
    tokenIn((await server.call('POST', '/auth/login', { ...ada, ...extra })).body)
  const groupsWith = (token: string) => caller(server.app, token)('GET', '/groups')

  it('accepts the address in any case and answers a token that works for the calls', async () => {
    const { status, body } = await server.call('POST', '/auth/login', { ...ada, email: ' ADA@Example.com ' })
    expect([status, Object.keys(body as object)]).toEqual([200, ['access_token']])
    expect(tokenIn(body)).toMatch(/^[\w-]{43}$/)
    expect(await groupsWith(tokenIn(body))).toEqual({ status: 200, body: [] })
  })

  it('answers a wrong password and an unknown address alike', async () => {
    expect(await server.call('POST', '/auth/login', { ...ada, password: 'wrong' })).toEqual(wrong)
    expect(await server.call('POST', '/auth/login', { ...ada, email: 'bob@example.com' })).toEqual(wrong)
  })

  it('is required by every call that needs it, with the scheme to use', async () => {
    const answer = await server.app.inject('/api/v1/groups')
    expect([answer.statusCode, answer.json(), answer.headers['www-authenticate']]).toEqual([
      401,
      signedOut.body,
      'Bearer',
    ])
    expect(await groupsWith('x'.repeat(43))).toEqual(signedOut)
  })

  it('ends on the server at the sign-out', async () => {
    const [token, other] = [await signIn(), await signIn()]
    expect(await caller(server.app, token)('POST', '/auth/logout')).toEqual({ status: 204, body: null })
    expect(await groupsWith(token)).toEqual(signedOut)
    expect(await groupsWith(other)).toEqual({ status: 200, body: [] })
  })

  it('ends at once when another process ends it', async () => {
    const token = await signIn()
    expect(await groupsWith(token)).toEqual({ status: 200, body: [] })
    const other = await openDatabase(server.database.location)
    await other.db.deleteFrom('sessions').execute()
    expect(await groupsWith(token)).toEqual(signedOut)
    await other.close()
  })

  /** The last use is stored after the answer. */
  const usedNow = async (token: string) => {
    const now = new Date().toISOString()
    expect((await groupsWith(token)).status).toBe(200)
    await eventually(async () => {
      const uses = await server.database.db.selectFrom('sessions').select('last_used_at').execute()
      expect(uses.map(({ last_used_at }) => last_used_at)).toContain(now)
    })
    vi.setSystemTime(now)
  }

  it('lasts 12 hours without use and 24 hours at most', async () => {
    const [idle, used] = [await signIn(), await signIn()]
    vi.setSystemTime(Date.now() + 11 * hour)
    await usedNow(used)
    vi.setSystemTime(Date.now() + 2 * hour)
    expect(await groupsWith(idle)).toEqual(signedOut)
    await usedNow(used)
    vi.setSystemTime(Date.now() + 11 * hour)
    expect(await groupsWith(used)).toEqual(signedOut)
  })

  it('is remembered for 30 days without use and 90 days at most', async () => {
    const token = await signIn({ remember_me: true })
    for (const days of [29, 58, 87]) {
      vi.setSystemTime(new Date('2026-03-01T00:00:00.000Z').getTime() + days * 24 * hour)
      await usedNow(token)
    }
    vi.setSystemTime(new Date('2026-03-01T00:00:00.000Z').getTime() + 90 * 24 * hour)
    expect(await groupsWith(token)).toEqual(signedOut)
  })

  it('that expired is neither listed nor makes its address familiar', async () => {
    await server.call('POST', '/auth/login', { ...ada, remember_me: true })
    vi.setSystemTime(Date.now() + 13 * hour)
    const token = await signIn()
    const listed = async () => (await caller(server.app, token)('GET', '/auth/sessions')).body as { id: number }[]
    const [{ address }] = (await listed()) as unknown as [{ address: string }]
    const isFamiliar = () => hasSessionFrom(server.database.db, 1, address)
    expect([(await listed()).map(({ id }) => id), await isFamiliar()]).toEqual([[2, 1], true])
    await server.database.db.deleteFrom('sessions').where('id', '=', 2).execute()
    vi.setSystemTime(Date.now() + 30 * 24 * hour)
    expect([await listSessions(server.database.db, 1, 0), await isFamiliar()]).toEqual([[], false])
  })

  it('accepts the current password thirty times in five minutes, across all calls that require it', async () => {
    const call = caller(server.app, await signIn())
    const calls = [
      () => call('POST', '/auth/second-factor', { current_password: ada.password }),
      () => call('POST', '/auth/passkeys/options', { current_password: ada.password }),
    ]
    for (let count = 0; count < 30; count += 1) expect((await calls[count % 2]?.())?.status).toBe(201)
    for (const each of calls) expect((await each()).status).toBe(429)
    const other = caller(server.app, await signIn())
    expect((await other('POST', '/auth/second-factor', { current_password: ada.password })).status).toBe(201)
  })

  it('stores neither password nor token', async () => {
    const token = await signIn()
    const users = await server.database.db.selectFrom('users').selectAll().execute()
    const sessions = await server.database.db.selectFrom('sessions').selectAll().execute()
    expect(users).toMatchObject([
      {
        id: 1,
        email: ada.email,
        username: 'Ada',
        password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
        created_at: '2026-03-01T00:00:00.000Z',
      },
    ])
    expect(sessions).toHaveLength(1)
    expect(JSON.stringify([users, sessions])).not.toContain(token)
    expect(JSON.stringify([users, sessions])).not.toContain(ada.password)
  })

  it('renews a hash that was created with other parameters', async () => {
    const cheap = await hash(ada.password, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
    await server.database.db.updateTable('users').set({ password_hash: cheap }).execute()
    await signIn()
    const { password_hash } = await server.database.db
      .selectFrom('users')
      .select('password_hash')
      .executeTakeFirstOrThrow()
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await signIn()).toMatch(/^[\w-]{43}$/)
  })

  it('accepts a password in every form that looks the same, and a password stored as it was typed', async () => {
    const typed = 'cafe\u0301\u00a0fu\u0308r zwei'
    const cheap = await hash(typed, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
    await server.database.db.updateTable('users').set({ password_hash: cheap }).execute()
    const attempt = async (password: string) => (await server.call('POST', '/auth/login', { ...ada, password })).status
    const composed = typed.normalize('NFC').replace('\u00a0', ' ')
    expect([await attempt(composed), await attempt(typed), await attempt(composed)]).toEqual([401, 200, 200])
    expect([await attempt(typed), await attempt(typed.normalize('NFC'))]).toEqual([200, 200])
    expect(await attempt('cafe\u0301 fu\u0308r drei')).toBe(401)
  })

  it('is slowed per operator and address, and locks nobody else out', async () => {
    const attempt = (remoteAddress: string, email = ada.email) =>
      server.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        remoteAddress,
        payload: { email, password: 'wrong' },
      })
    for (let count = 0; count < 30; count += 1) expect((await attempt('192.0.2.1')).statusCode).toBe(401)
    const refused = await attempt('192.0.2.1', 'ADA@example.com')
    const seconds = refused.headers['retry-after']
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      { detail: `Too many attempts. Try again in ${seconds} seconds` },
    ])
    expect(Number(seconds)).toBeGreaterThan(0)
    expect((await attempt('192.0.2.2')).statusCode).toBe(401)
    expect((await attempt('192.0.2.1', 'bob@example.com')).statusCode).toBe(401)
  })
})

describe('signing in behind a proxy', () => {
  let server: TestServer
  afterEach(() => server.close())

  it.each([
    ['one', 1, '203.0.113.7'],
    ['two', 2, '203.0.113.7, 198.51.100.1'],
  ])('is throttled by the address that %s added, whatever the caller claims', async (_, trustProxy, added) => {
    server = await startTestServer(sqlite.create, { settings: { ...testSettings, trustProxy } })
    const attempt = async (claimed: number) => {
      const { statusCode } = await server.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        headers: { 'x-forwarded-for': `10.0.0.${claimed}, ${added}` },
        payload: { email: ada.email, password: 'wrong' },
      })
      return statusCode
    }
    for (let count = 0; count < 30; count += 1) expect(await attempt(count)).toBe(401)
    expect(await attempt(30)).toBe(429)
  })
})

describe.each(databasesHere())('signing up on $name', ({ create }) => {
  let server: TestServer
  afterEach(() => server.close())

  const signUp = (fields: object) => server.call('POST', '/auth/register', { ...ada, username: 'Ada', ...fields })

  it('creates an operator once per address', async () => {
    server = await startTestServer(create)
    expect(await signUp({})).toEqual({ status: 201, body: { id: 1, email: ada.email, username: 'Ada' } })
    const taken = { status: 409, body: { detail: 'An operator with this email exists already' } }
    expect(await signUp({ email: 'ADA@EXAMPLE.COM' })).toEqual(taken)
  })

  it('names the wrong fields', async () => {
    server = await startTestServer(create)
    expect(await signUp({ email: 'ada', username: '', password: 'short' })).toEqual({
      status: 422,
      body: {
        detail:
          'email: Invalid email address; username: Username is required; ' +
          'password: Password must be at least 6 characters long',
      },
    })
    expect(await server.call('POST', '/auth/login', { email: '', password: 'xx' })).toEqual({
      status: 422,
      body: { detail: 'email: Email is required; password: Password must be at least 3 characters long' },
    })
  })

  it('accepts long passwords completely, and refuses the most common ones', async () => {
    server = await startTestServer(create)
    const long = 'a long road to the sea '.repeat(44)
    expect((await signUp({ password: `${long}a` })).status).toBe(201)
    expect((await server.call('POST', '/auth/login', { ...ada, password: `${long}b` })).status).toBe(401)
    expect((await server.call('POST', '/auth/login', { ...ada, password: `${long}a` })).status).toBe(200)
    expect(await signUp({ email: 'bob@example.com', password: 'Password' })).toEqual({
      status: 422,
      body: { detail: 'password: This password is too common. Choose a longer, less predictable password' },
    })
  })

  it('counts the visible characters of a password', async () => {
    server = await startTestServer(create)
    expect(await signUp({ password: 'a\u0301e\u0301o\u0301' })).toEqual({
      status: 422,
      body: { detail: 'password: Password must be at least 6 characters long' },
    })
  })

  it('requires a longer minimum if one is configured', async () => {
    server = await startTestServer(create, { settings: { ...testSettings, passwordMin: 12 } })
    expect(await signUp({ password: 'elevenchars' })).toEqual({
      status: 422,
      body: { detail: 'password: Password must be at least 12 characters long' },
    })
    expect((await signUp({ password: 'twelve chars' })).status).toBe(201)
  })

  it('can be closed', async () => {
    const meta = { ...testSettings.meta, sign_up_open: false, takes_expected: true, takes_thinking: true }
    server = await startTestServer(create, { settings: { ...testSettings, meta } })
    expect(await signUp({})).toEqual({ status: 403, body: { detail: 'Sign-up is closed on this server' } })
    expect(await server.call('GET', '/meta')).toEqual({ status: 200, body: meta })
  })

  it('creates one first operator, the only administrator, even if several sign up at once', async () => {
    const meta = { ...testSettings.meta, sign_up_open: false }
    server = await startTestServer(create, { settings: { ...testSettings, meta, firstSignUp: true } })
    const emails = ['ada', 'bob', 'eve', 'mia'].map((name) => `${name}@example.com`)
    const answers = await Promise.all(emails.map((email) => signUp({ email })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403])
    const admins = await server.database.db.selectFrom('users').select('is_admin').execute()
    expect(admins).toEqual([{ is_admin: 1 }])
  })
})
