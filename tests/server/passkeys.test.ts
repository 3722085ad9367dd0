import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { retrying } from '../../server/db/retrying'
import { takeFactorsAway } from '../../server/repositories/secondFactor'
import { endRestoredSessions, type SessionMark } from '../../server/repositories/sessionMark'
import type { PasskeyAssertion, RequestOptions } from '../../src/schemas/passkeySignIn'
import type { CreationOptions } from '../../src/schemas/passkeys'
import { type Authenticator, createAuthenticator } from '../support/authenticator'
import { codeAt } from '../support/codes'
import { databases } from '../support/databases'
import { caller, type Operator, password, startTestServer, type TestServer, testSettings } from '../support/server'

const email = 'ada@example.com'
const long = '2020-01-01T00:00:00.000Z'
const unconfirmed = {
  status: 403,
  body: { detail: 'Confirm that it is you under Your account first, then try again' },
}
const refusal = (detail: string) => ({ status: 422, body: { detail } })
const late = refusal('This took too long, or was answered already. Try again')
const unknown = refusal('This passkey is not known here. Use another one, or your password')
const refused = refusal('This passkey was refused. Try again, or use another way')
const copied = refusal(
  'This passkey may have been copied: its counter went back. It is not taken any more; remove it and make a new one',
)

const blocked = refusal(
  'This passkey is blocked. Use another way, then remove it under Your account and make a new one',
)

describe.each(databases)('passkeys on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator
  let device: Authenticator
  let ended: number
  const mark: SessionMark = {
    read: () => ended,
    write: (count) => {
      ended = count
    },
  }

  beforeEach(async () => {
    ended = 0
    server = await startTestServer(create, { sessionMark: mark })
    ada = await server.operator(email)
    device = createAuthenticator()
  })
  afterEach(() => server.close())

  const optionsOf = async (who = ada, body: unknown = { current_password: password }) =>
    (await who.call('POST', '/auth/passkeys/options', body)).body as unknown as CreationOptions
  const register = async (label = 'Blue laptop', who = ada, on = device) =>
    who.call('POST', '/auth/passkeys', { label, credential: on.create(await optionsOf(who)) })
  const requested = async (challenge?: string) =>
    (await server.call('POST', '/auth/login/passkey/options', challenge === undefined ? {} : { challenge }))
      .body as unknown as RequestOptions
  const answer = (credential: PasskeyAssertion, more: object = {}) =>
    server.call('POST', '/auth/login/passkey', { credential, ...more })
  const signIn = async (on = device) => answer(on.get(await requested()))
  const challengeOf = async (of = email) =>
    ((await server.call('POST', '/auth/login', { email: of, password })).body as { challenge: string }).challenge
  const expire = () => server.database.db.updateTable('sessions').set({ confirmed_at: long }).execute()
  const confirm = async (who = ada, on = device) => {
    const { body } = await who.call('POST', '/auth/confirmation/options')
    return who.call('POST', '/auth/confirmation/passkey', { credential: on.get(body as unknown as RequestOptions) })
  }
  const trail = async () =>
    (
      await server.database.db.selectFrom('audit').select(['action', 'subject', 'detail']).orderBy('id').execute()
    ).slice(2)

  it('are registered by who knows the password; the first one hands out recovery codes and ends other sessions', async () => {
    const other = await server.operator(email)
    expect(await ada.call('POST', '/auth/passkeys/options', {})).toEqual(
      refusal('current_password: This is not your password'),
    )
    const options = await optionsOf()
    expect(options).toMatchObject({
      rp: { id: 'console.example', name: 'Auto Comment Bot' },
      user: { name: email, displayName: email, id: expect.stringMatching(/^[\w-]{43}$/) },
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: [],
    })
    const { status, body } = await ada.call('POST', '/auth/passkeys', {
      label: 'Blue laptop',
      credential: device.create(options),
    })
    expect([status, body]).toEqual([
      201,
      {
        passkey: {
          id: 1,
          label: 'Blue laptop',
          created_at: expect.any(String),
          last_used_at: null,
          synced: false,
          blocked_at: null,
        },
        recovery_codes: Array(10).fill(expect.stringMatching(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)),
      },
    ])
    expect((await other.call('GET', '/groups')).status).toBe(401)
    const key = createAuthenticator({ synced: true })
    expect((await register('Phone', ada, key)).body).toMatchObject({
      passkey: { label: 'Phone', synced: true },
      recovery_codes: [],
    })
    expect((await optionsOf()).user.id).toBe(options.user.id)
    expect((await optionsOf()).excludeCredentials.map(({ id }) => id)).toEqual(
      [device, key].map(({ held }) => held[0]?.credentialId.toString('base64url')),
    )
    expect(await ada.call('GET', '/auth/second-factor')).toMatchObject({
      body: { enrolled_at: null, passkeys: 2, recovery_codes: 10, confirmed_until: expect.any(String) },
    })
    expect((await trail()).slice(1)).toMatchObject([
      { action: 'password.refused' },
      { action: 'passkey.registered', subject: 'Blue laptop', detail: '127.0.0.1, session 1' },
      { action: 'access.refused' },
      { action: 'passkey.registered', subject: 'Phone', detail: '127.0.0.1, session 1' },
    ])
  })

  it('are registered by an answer to one challenge of one session, given in time and once, by somebody verified', async () => {
    const credential = device.create(await optionsOf())
    const body = { label: 'Blue laptop', credential }
    const other = await server.operator(email)
    expect(await other.call('POST', '/auth/passkeys', body)).toEqual(late)
    expect((await ada.call('POST', '/auth/passkeys', body)).status).toBe(201)
    expect(await ada.call('POST', '/auth/passkeys', { ...body, label: 'Again' })).toEqual(late)
    const slow = createAuthenticator().create(await optionsOf())
    await server.database.db.updateTable('passkey_challenges').set({ expires_at: long }).execute()
    expect(await ada.call('POST', '/auth/passkeys', { label: 'Slow', credential: slow })).toEqual(late)
    const wrong = [
      createAuthenticator({ origin: 'https://console.example.evil.example' }),
      createAuthenticator({ verifies: false }),
      createAuthenticator({
        attestation: { fmt: 'packed', attStmt: new Map<unknown, unknown>([['x5c', [Buffer.of(1)]]]) },
      }),
      createAuthenticator({ attestation: { fmt: 'tpm', attStmt: new Map() } }),
    ]
    for (const each of wrong) expect(await register('Wrong', ada, each)).toEqual(refused)
    const elsewhere = createAuthenticator().create({ ...(await optionsOf()), rp: { id: 'evil.example', name: 'E' } })
    expect(await ada.call('POST', '/auth/passkeys', { label: 'Wrong', credential: elsewhere })).toEqual(refused)
    const garbled = { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }
    expect(await ada.call('POST', '/auth/passkeys', { label: 'Wrong', credential: garbled })).toEqual(late)
    expect(await ada.call('GET', '/auth/passkeys')).toMatchObject({ body: { passkeys: [{ label: 'Blue laptop' }] } })
    expect((await trail()).filter(({ action }) => action === 'passkey.refused')).toMatchObject([
      { subject: '127.0.0.1', detail: 'session 2' },
      ...Array(8).fill({ subject: '127.0.0.1', detail: 'session 1' }),
    ])
  })

  it('sign in alone: whose they are says the passkey, and a session of that kind is confirmed', async () => {
    await register()
    const options = await requested()
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      rpId: 'console.example',
      userVerification: 'required',
    })
    const assertion = device.get(options)
    const { status, body } = await answer(assertion, { remember_me: true })
    const { access_token } = body as { access_token: string }
    expect([status, body]).toEqual([200, { access_token, email }])
    const signedIn = caller(server.app, access_token)
    expect(await signedIn('GET', '/auth/second-factor')).toMatchObject({
      body: { confirmed_until: expect.any(String) },
    })
    expect(await signedIn('GET', '/auth/passkeys')).toMatchObject({
      body: { passkeys: [{ last_used_at: expect.any(String) }], unavailable: null },
    })
    expect(await answer(assertion)).toEqual(late)
    const { remember } = await server.database.db
      .selectFrom('sessions')
      .select('remember')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(remember).toBe(1)
    expect((await trail()).slice(1)).toMatchObject([
      { action: 'signIn.completed', detail: 'session 2, by the passkey alone, Blue laptop' },
      { action: 'passkey.refused', detail: 'at sign-in' },
    ])
  })

  it('are asked for after the password, beside codes: each sign-in has its own challenge and five tries', async () => {
    await register()
    const { body } = await server.call('POST', '/auth/login', { email, password })
    const { challenge } = body as { challenge: string }
    expect(body).toEqual({ challenge, factors: ['passkey'] })
    const options = await requested(challenge)
    expect(options.allowCredentials).toEqual([
      {
        id: device.held[0]?.credentialId.toString('base64url'),
        type: 'public-key',
        transports: ['hybrid', 'internal'],
      },
    ])
    const assertion = device.get(options)
    expect(await answer(assertion)).toEqual(late)
    const second = device.get(await requested(challenge))
    const elsewhere = await challengeOf()
    expect(await answer(second, { challenge: elsewhere })).toEqual(late)
    expect(await answer(second, { challenge })).toMatchObject({ status: 200, body: { email } })
    const tooLate = { status: 401, body: { detail: 'This sign-in took too long, or too many codes. Begin it again' } }
    expect(await answer(second, { challenge })).toEqual(tooLate)
    expect(await server.call('POST', '/auth/login/passkey/options', { challenge })).toEqual(tooLate)
    expect((await trail()).slice(-2)).toEqual(
      Array(2).fill({ action: 'secondFactor.refused', subject: '127.0.0.1', detail: 'too late' }),
    )
    for (let tries = 1; tries < 5; tries++) expect(await answer(second, { challenge: elsewhere })).toEqual(late)
    expect(await answer(device.get(await requested(await challengeOf())), { challenge: elsewhere })).toEqual(tooLate)
  })

  it('and an authenticator app stand for each other, and for recovery codes', async () => {
    const first = await register()
    const { recovery_codes } = first.body as { recovery_codes: string[] }
    const { body } = await ada.call('POST', '/auth/second-factor', { current_password: password })
    const { secret } = body as { secret: string }
    await ada.call('PUT', '/auth/second-factor', { code: codeAt(secret, 0) })
    expect((await server.call('POST', '/auth/login', { email, password })).body).toMatchObject({
      factors: ['app', 'passkey'],
    })
    expect((await ada.call('DELETE', '/auth/second-factor')).status).toBe(204)
    expect(await ada.call('GET', '/auth/second-factor')).toMatchObject({
      body: { enrolled_at: null, passkeys: 1, recovery_codes: 10 },
    })
    expect(await ada.call('DELETE', '/auth/second-factor')).toMatchObject({ status: 409 })
    const renewed = await ada.call('POST', '/auth/second-factor/recovery-codes')
    const [code = ''] = (renewed.body as { recovery_codes: string[] }).recovery_codes
    expect(recovery_codes).not.toContain(code)
    const byCode = await server.call('POST', '/auth/login/code', { challenge: await challengeOf(), code })
    expect(byCode.status).toBe(200)
    const wrong = await server.call('POST', '/auth/login/code', { challenge: await challengeOf(), code: '000000' })
    expect(wrong).toMatchObject({ status: 422 })
  })

  it('confirm a session for ten minutes before factors, password or another operator are changed', async () => {
    await register()
    await register('Key', ada, createAuthenticator())
    await server.operator('bob@example.com')
    await ada.call('PUT', '/operators/2', { disabled: true })
    await expire()
    const acts = [
      ['POST', '/auth/passkeys/options', {}, 201],
      ['POST', '/auth/second-factor', { current_password: password }, 201],
      ['PUT', '/auth/password', { current_password: password, new_password: 'better horse battery' }, 204],
      ['POST', '/auth/second-factor/recovery-codes', undefined, 201],
      ['POST', '/operators/2/reset', undefined, 201],
      ['DELETE', '/operators/2', undefined, 204],
      ['DELETE', '/auth/passkeys/2', undefined, 204],
    ] as const
    for (const [method, path, body] of acts) expect(await ada.call(method, path, body), path).toEqual(unconfirmed)
    expect((await ada.call('PUT', '/auth/passkeys/2', { label: 'Grey key' })).status).toBe(200)
    expect((await confirm()).status).toBe(204)
    for (const [method, path, body, status] of acts) {
      expect((await ada.call(method, path, body)).status, path).toBe(status)
    }
    expect(await trail()).toContainEqual({
      action: 'secondFactor.confirmed',
      subject: '127.0.0.1',
      detail: 'session 1, with the passkey Blue laptop',
    })
  })

  it('confirm one session alone, by an answer that is good once', async () => {
    await register()
    const other = (await signIn()).body as { access_token: string }
    const elsewhere = caller(server.app, other.access_token)
    await expire()
    const { body } = await ada.call('POST', '/auth/confirmation/options')
    const credential = device.get(body as unknown as RequestOptions)
    expect(await elsewhere('POST', '/auth/confirmation/passkey', { credential })).toEqual(late)
    expect((await ada.call('POST', '/auth/confirmation/passkey', { credential })).status).toBe(204)
    expect(await ada.call('POST', '/auth/confirmation/passkey', { credential })).toEqual(late)
    expect(await elsewhere('DELETE', '/auth/passkeys/1')).toEqual(unconfirmed)
  })

  it('whose counter goes back are blocked, also where it goes on later, and say so in list and trail', async () => {
    await register()
    expect((await signIn()).status).toBe(200)
    const [held] = device.held
    if (held) held.counter = 0
    expect(await signIn()).toEqual(copied)
    if (held) held.counter = 100
    expect(await signIn()).toEqual(blocked)
    expect(await ada.call('GET', '/auth/passkeys')).toMatchObject({
      body: { passkeys: [{ blocked_at: expect.any(String) }] },
    })
    expect((await trail()).slice(2)).toMatchObject([
      { action: 'passkey.blocked', detail: 'at sign-in with Blue laptop' },
      { action: 'passkey.refused', detail: 'at sign-in with Blue laptop' },
    ])
  })

  it('that do not count are taken again and again, and learn that they are synced', async () => {
    device.settings.counts = false
    await register()
    device.settings.synced = true
    for (const _ of [1, 2]) expect((await signIn()).status).toBe(200)
    expect(await ada.call('GET', '/auth/passkeys')).toMatchObject({ body: { passkeys: [{ synced: true }] } })
  })

  it('are refused with another signature, origin or name, unverified, of another operator, and with a foreign handle', async () => {
    await register()
    const changed = async (change: (credential: PasskeyAssertion) => PasskeyAssertion) =>
      answer(change(device.get(await requested())))
    const response = (change: Partial<PasskeyAssertion['response']>) =>
      changed((credential) => ({ ...credential, response: { ...credential.response, ...change } }))
    const { signature } = device.get(await requested()).response
    expect(await response({ signature })).toEqual(refused)
    expect(await response({ userHandle: Buffer.alloc(32).toString('base64url') })).toEqual(refused)
    expect(
      await changed(({ response: { userHandle, ...rest }, ...credential }) => ({ ...credential, response: rest })),
    ).toEqual(refused)
    expect(await changed((credential) => ({ ...credential, id: 'AAAA', rawId: 'AAAA' }))).toEqual(unknown)
    device.settings.verifies = false
    expect(await signIn()).toEqual(refused)
    device.settings.verifies = true
    device.settings.origin = 'https://console.example.evil.example'
    expect(await signIn()).toEqual(refused)
    device.settings.origin = 'https://console.example'
    const [held] = device.held
    if (held) held.rpId = 'evil.example'
    expect(await answer(device.get({ ...(await requested()), rpId: 'evil.example' }))).toEqual(refused)
    if (held) held.rpId = 'console.example'
    const bob = await server.operator('bob@example.com')
    const bobs = createAuthenticator()
    await register("Bob's", bob, bobs)
    const foreign = bobs.get({ ...(await requested(await challengeOf())), allowCredentials: undefined })
    expect(await answer(foreign, { challenge: await challengeOf() })).toEqual(late)
    const { body } = await ada.call('POST', '/auth/confirmation/options')
    const wanted = { ...(body as unknown as RequestOptions), allowCredentials: undefined }
    expect(await ada.call('POST', '/auth/confirmation/passkey', { credential: bobs.get(wanted) })).toEqual(unknown)
    expect((await bob.call('DELETE', '/auth/passkeys/1')).status).toBe(404)
    expect((await bob.call('PUT', '/auth/passkeys/1', { label: 'Mine' })).status).toBe(404)
    expect((await signIn()).status).toBe(200)
  })

  it('are renamed and removed one by one: the last one takes the recovery codes along', async () => {
    await register()
    await register('Key', ada, createAuthenticator())
    expect(await ada.call('PUT', '/auth/passkeys/1', { label: 'Key' })).toEqual(
      refusal('label: A passkey of this name exists. Take another name'),
    )
    expect(await ada.call('PUT', '/auth/passkeys/1', { label: 'Work laptop' })).toMatchObject({
      body: { id: 1, label: 'Work laptop' },
    })
    expect((await ada.call('DELETE', '/auth/passkeys/1')).status).toBe(204)
    expect((await ada.call('DELETE', '/auth/passkeys/1')).status).toBe(404)
    expect(await signIn()).toEqual(unknown)
    expect(await ada.call('GET', '/auth/second-factor')).toMatchObject({ body: { recovery_codes: 10 } })
    expect((await ada.call('DELETE', '/auth/passkeys/2')).status).toBe(204)
    expect(await ada.call('GET', '/auth/second-factor')).toMatchObject({ body: { passkeys: 0, recovery_codes: 0 } })
    expect(await server.call('POST', '/auth/login', { email, password })).toMatchObject({
      body: { access_token: expect.any(String) },
    })
    expect((await trail()).slice(2, 5)).toMatchObject([
      { action: 'passkey.renamed', subject: 'Work laptop' },
      { action: 'passkey.removed', subject: 'Work laptop' },
      { action: 'passkey.refused', detail: 'at sign-in' },
    ])
  })

  it('of a disabled operator open nothing, and go with a deleted one; an administrator takes lost ones away', async () => {
    const bob = await server.operator('bob@example.com')
    await register("Bob's", bob)
    expect(await ada.call('GET', '/operators')).toMatchObject({
      body: [{ has_second_factor: false }, { has_second_factor: true }],
    })
    await ada.call('PUT', '/operators/2', { disabled: true })
    expect(await signIn()).toEqual({
      status: 403,
      body: { detail: 'This operator is disabled. Ask an administrator' },
    })
    expect((await trail()).at(-1)).toEqual({ action: 'signIn.refused', subject: '127.0.0.1', detail: 'disabled' })
    await ada.call('PUT', '/operators/2', { disabled: false })
    expect((await ada.call('DELETE', '/operators/2/second-factor')).status).toBe(204)
    expect(await signIn()).toEqual(unknown)
    expect((await ada.call('DELETE', '/operators/2/second-factor')).status).toBe(409)
    await register("Bob's", await server.operator('bob@example.com'), createAuthenticator())
    await ada.call('PUT', '/operators/2', { disabled: true })
    expect((await ada.call('DELETE', '/operators/2')).status).toBe(204)
    expect(await server.database.db.selectFrom('passkeys').selectAll().execute()).toEqual([])
  })

  const removals: [string, () => Promise<unknown>][] = [
    ['removed', () => ada.call('DELETE', '/auth/passkeys/1')],
    ['taken away', () => retrying(server.database.db, (trx) => takeFactorsAway(trx, mark, 1))],
    [
      'blocked as a copy',
      () => {
        for (const held of device.held) held.counter = 0
        return signIn()
      },
    ],
  ]
  it.each(removals)(
    'of a restored backup open nothing where one was %s since; recovery codes do',
    async (_, remove) => {
      const { db, dialect } = server.database
      const { recovery_codes } = (await register()).body as { recovery_codes: string[] }
      const spare = createAuthenticator()
      await register('Key', ada, spare)
      const assertion = spare.get(await requested())
      const challenge = await challengeOf()
      expect((await signIn()).status).toBe(200)
      const tables = ['instance', 'passkeys', 'recovery_codes', 'passkey_challenges', 'sign_ins'] as const
      const backup = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
      expect((await signIn()).status).toBe(200)
      await remove()
      for (const [index, table] of tables.entries()) {
        await db.deleteFrom(table).execute()
        const rows = backup[index] ?? []
        if (rows.length > 0) await db.insertInto(table).values(rows).execute()
      }
      expect(await endRestoredSessions(db, dialect, mark)).toBe(true)

      expect(await answer(assertion)).toEqual(late)
      expect((await server.call('POST', '/auth/login/passkey/options', { challenge })).status).toBe(401)
      for (const each of [device, spare]) expect(await signIn(each)).toEqual(blocked)
      const body = { challenge: await challengeOf(), code: recovery_codes[0] }
      expect((await server.call('POST', '/auth/login/code', body)).status).toBe(200)
      expect(await endRestoredSessions(db, dialect, mark)).toBe(false)
    },
  )

  it('are twenty of one operator at most', async () => {
    await register()
    const row = await server.database.db.selectFrom('passkeys').selectAll().executeTakeFirstOrThrow()
    for (let count = 1; count < 20; count++) {
      const { id, ...more } = row
      const other = { ...more, credential_id: `c${count}`, label: `Key ${count}` }
      await server.database.db.insertInto('passkeys').values(other).execute()
    }
    expect(await register('One more', ada, createAuthenticator())).toEqual(
      refusal('You have 20 passkeys already. Remove one to make room'),
    )
  })
})

describe('the name that passkeys are for', () => {
  const unavailableAt = async (host: string, publicOrigin?: string) => {
    const [{ create }] = databases as [(typeof databases)[0]]
    const { publicOrigin: _, ...settings } = testSettings
    const server = await startTestServer(create, {
      settings: { ...settings, ...(publicOrigin ? { publicOrigin } : {}), hostNames: ['192.0.2.7', 'console.example'] },
    })
    const { token } = await server.operator(email)
    const ask = async (method: 'GET' | 'POST', path: string, payload?: object) =>
      server.app.inject({
        method,
        url: `/api/v1${path}`,
        headers: { host, authorization: `Bearer ${token}` },
        ...(payload ? { payload } : {}),
      })
    const { unavailable } = (await ask('GET', '/auth/passkeys')).json()
    const options = await ask('POST', '/auth/passkeys/options', { current_password: password })
    const rpId = options.statusCode === 201 ? options.json().rp.id : undefined
    await server.close()
    expect(rpId === undefined).toBe(unavailable !== null)
    return unavailable ?? rpId
  }

  it.each([
    ['localhost:3000', undefined, 'localhost'],
    ['localhost:x', undefined, 'Passkeys take a name, no address: open the console at http://localhost'],
    ['127.0.0.1:3000', undefined, 'Passkeys take a name, no address: open the console at http://localhost:3000'],
    [
      '[::1]:3000',
      'http://127.0.0.1:3000',
      'Passkeys take a name, no address: open the console at http://localhost:3000',
    ],
    ['127.0.0.1:3000', 'https://console.example', 'console.example'],
    [
      '192.0.2.7:3000',
      'http://192.0.2.7:3000',
      'Passkeys take a name, no address: an administrator may set PUBLIC_ORIGIN to one',
    ],
    [
      'console.example',
      'http://console.example',
      'Passkeys take https: an administrator may put TLS before this server',
    ],
  ])('is told for %s, or why there is none', async (host, publicOrigin, expected) => {
    expect(await unavailableAt(host, publicOrigin)).toBe(expected)
  })

  it('and the origin are the ones of localhost, with its port', async () => {
    const [{ create }] = databases as [(typeof databases)[0]]
    const { publicOrigin: _, ...settings } = testSettings
    const server = await startTestServer(create, { settings })
    const { token } = await server.operator(email)
    const ask = async (path: string, payload: object) =>
      server.app.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        headers: { host: 'localhost:4321', authorization: `Bearer ${token}` },
        payload,
      })
    const registered = async (origin: string) => {
      const options = (await ask('/auth/passkeys/options', { current_password: password })).json()
      const credential = createAuthenticator({ origin }).create(options)
      return (await ask('/auth/passkeys', { label: origin, credential })).statusCode
    }
    expect([await registered('http://localhost:4322'), await registered('http://localhost:4321')]).toEqual([422, 201])
    await server.close()
  })
})
