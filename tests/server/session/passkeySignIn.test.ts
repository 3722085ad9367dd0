import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refusedSizes } from '../../../server/db/trail/auditRefused'
import type { PasskeyAssertion, RequestOptions } from '../../../src/schemas/session/passkeySignIn'
import { createAuthenticator } from '../../support/authenticator'
import { codeAt } from '../../support/codes'
import { databasesHere } from '../../support/databases'
import { email, type PasskeyBench, refusals, startPasskeyBench } from '../../support/passkeys'
import { caller, password } from '../../support/server'

const { late, unknown, refused, copied, blocked } = refusals

const unconfirmed = {
  status: 403,
  body: { detail: 'Confirm your identity in Settings, Security, then try again' },
}

describe.each(databasesHere())('passkeys on $name', ({ create }) => {
  let bench: PasskeyBench
  beforeEach(async () => {
    bench = await startPasskeyBench(create)
  })
  afterEach(() => bench.server.close())

  it('sign in without a password: the passkey identifies its owner, and such a session counts as confirmed', async () => {
    const { server, device, register, requested, answer, trail } = bench
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
      { action: 'signIn.completed', detail: 'session 2, without a password, with the passkey Blue laptop' },
      { action: 'passkey.refused', detail: 'at sign-in' },
    ])
  })

  it('are accepted after the password, beside codes: each sign-in has its own challenge and five tries', async () => {
    const { server, device, register, requested, answer, challengeOf, trail } = bench
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
    const tooLate = { status: 401, body: { detail: 'This sign-in took too long or had too many codes. Start again' } }
    expect(await answer(second, { challenge })).toEqual(tooLate)
    expect(await server.call('POST', '/auth/login/passkey/options', { challenge })).toEqual(tooLate)
    expect((await trail()).slice(-2)).toEqual(
      Array(2).fill({ action: 'secondFactor.refused', subject: '127.0.0.1', detail: 'too late' }),
    )
    for (let tries = 1; tries < 5; tries++) expect(await answer(second, { challenge: elsewhere })).toEqual(late)
    expect(await answer(device.get(await requested(await challengeOf())), { challenge: elsewhere })).toEqual(tooLate)
  })

  it('and an authenticator app replace each other and recovery codes', async () => {
    const { server, ada, register, challengeOf } = bench
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
    const { server, ada, register, expire, confirm, trail } = bench
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
      ['PUT', '/operators/2', { disabled: false }, 200],
      ['POST', '/operators/2/reset', undefined, 201],
      ['PUT', '/operators/2', { disabled: true }, 200],
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

  it('confirm only one session, by an answer that works once', async () => {
    const { server, ada, device, register, signIn, expire } = bench
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

  it('with a counter that goes back are blocked, even if it rises later, in list and audit trail', async () => {
    const { server, ada, device, register, signIn, trail } = bench
    await register()
    expect((await signIn()).status).toBe(200)
    const [held] = device.held
    // Refusals leave this many lines and no more; a block is more than a refusal.
    for (let tries = 0; tries < refusedSizes.perCaller; tries++) {
      await server.call('POST', '/auth/login', { email, password: 'a guess' })
    }
    if (held) held.counter = 0
    expect(await signIn()).toEqual(copied)
    if (held) held.counter = 100
    expect(await signIn()).toEqual(blocked)
    expect(await ada.call('GET', '/auth/passkeys')).toMatchObject({
      body: { passkeys: [{ blocked_at: expect.any(String) }] },
    })
    expect((await trail()).at(-1)).toMatchObject({ action: 'passkey.blocked', detail: 'at sign-in with Blue laptop' })
  })

  it('without a counter are accepted repeatedly, and are marked as synced', async () => {
    const { ada, device, register, signIn } = bench
    device.settings.counts = false
    await register()
    device.settings.synced = true
    for (const _ of [1, 2]) expect((await signIn()).status).toBe(200)
    expect(await ada.call('GET', '/auth/passkeys')).toMatchObject({ body: { passkeys: [{ synced: true }] } })
  })

  it('are refused with another signature, origin or name, unverified, of another operator, and with a foreign handle', async () => {
    const { server, ada, device, register, requested, answer, signIn, challengeOf } = bench
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
})
