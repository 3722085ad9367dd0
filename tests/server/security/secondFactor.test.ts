import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rotateCredentials } from '../../../server/features/accounts/rotation.store'
import { secretPlace } from '../../../server/features/security/secondFactor.store'
import { createSecret, stepOf } from '../../../server/security/totp'
import { createVault } from '../../../server/security/vault'
import { codeText } from '../../../src/schemas/gate/codes'
import { classedText } from '../../security/hostile'
import { codeAt } from '../../support/codes'
import { databasesHere } from '../../support/databases'
import { caller, type Operator, password, startTestServer, type TestServer, testKey } from '../../support/server'

const email = 'ada@example.com'
const signedOut = { status: 401, body: { detail: 'Sign in to continue' } }
const wrongCode = { status: 422, body: { detail: 'code: This code is wrong or was already used' } }
const unconfirmed = {
  status: 403,
  body: { detail: 'Confirm your identity in Settings, Security, then try again' },
}
const tooLate = {
  status: 401,
  body: { detail: 'This sign-in took too long or had too many codes. Start again' },
}

describe.each(databasesHere())('a second factor on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator

  /** Within one time step of the codes, so that none ends between two requests. */
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T00:00:10.000Z') })
    server = await startTestServer(create)
    ada = await server.operator(email)
  })
  afterEach(async () => {
    await server.close()
    vi.useRealTimers()
  })

  const start = async () => {
    const { body } = await ada.call('POST', '/auth/second-factor', { current_password: password })
    return body as { secret: string; address: string }
  }
  const enrolled = async () => {
    const { secret } = await start()
    const { body } = await ada.call('PUT', '/auth/second-factor', { code: codeAt(secret, 0) })
    return { secret, codes: (body as { recovery_codes: string[] }).recovery_codes }
  }
  const begin = async (of = email) => {
    const { body } = await server.call('POST', '/auth/login', { email: of, password })
    return (body as { challenge: string }).challenge
  }
  const answer = (challenge: string, code: string) => server.call('POST', '/auth/login/code', { challenge, code })
  const trail = async () =>
    (await server.database.db.selectFrom('audit').select(['action', 'detail']).orderBy('id').execute()).slice(2)

  it('is on after a first correct code, ends other sessions, and is stored encrypted and hashed', async () => {
    const other = await server.operator(email)
    expect(await ada.call('POST', '/auth/second-factor', { current_password: 'a guess' })).toEqual({
      status: 422,
      body: { detail: 'current_password: This is not your password' },
    })
    const { secret, address } = await start()
    expect(address).toContain(`secret=${secret}`)
    expect(await server.call('POST', '/auth/login', { email, password })).toMatchObject({
      body: { access_token: expect.any(String) },
    })
    expect(await ada.call('PUT', '/auth/second-factor', { code: '000000' })).toEqual(wrongCode)
    expect((await trail()).at(-1)).toEqual({ action: 'secondFactor.refused', detail: 'wrong code when turning it on' })
    const { body } = await ada.call('PUT', '/auth/second-factor', { code: codeAt(secret, 0) })
    const codes = (body as { recovery_codes: string[] }).recovery_codes
    expect([codes.length, new Set(codes).size, codes[0]]).toEqual([
      10,
      10,
      expect.stringMatching(/^([A-Z2-7]{4}-){7}[A-Z2-7]{4}$/),
    ])
    expect(await other.call('GET', '/groups')).toEqual(signedOut)
    expect(await ada.call('GET', '/auth/second-factor')).toMatchObject({
      body: { enrolled_at: expect.any(String), recovery_codes: 10, confirmed_until: expect.any(String) },
    })
    expect((await ada.call('POST', '/auth/second-factor', { current_password: password })).status).toBe(409)
    const { db } = server.database
    const stored = JSON.stringify([
      await db.selectFrom('second_factors').selectAll().execute(),
      await db.selectFrom('recovery_codes').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ])
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
      expect(stored).not.toContain(text)
    }
  })

  it('that is on is not turned on again, which costs no attempt', async () => {
    const { secret } = await enrolled()
    const on = { status: 409, body: { detail: 'Your second factor is already on' } }
    for (const code of [codeAt(secret, 0), codeAt(secret, 1), '000000']) {
      expect(await ada.call('PUT', '/auth/second-factor', { code })).toEqual(on)
    }
    expect((await trail()).map(({ action }) => action)).toEqual(['secondFactor.begun', 'secondFactor.enrolled'])
    expect((await answer(await begin(), codeAt(secret, 1))).status).toBe(200)
  })

  it('is required at sign-in: a code works once, even for another sign-in', async () => {
    const { secret } = await enrolled()
    const challenge = await begin()
    expect(await server.call('GET', '/groups')).toEqual(signedOut)
    expect(await caller(server.app, challenge)('GET', '/groups')).toEqual(signedOut)
    expect(await answer(challenge, codeAt(secret, 0))).toEqual(wrongCode)
    const next = codeAt(secret, 1)
    const { status, body } = await answer(challenge, `${next.slice(0, 3)} ${next.slice(3)}`)
    const { access_token } = body as { access_token: string }
    expect([status, (await caller(server.app, access_token)('GET', '/groups')).status]).toEqual([200, 200])
    expect(await answer(challenge, next)).toEqual(tooLate)
    expect(await answer(await begin(), next)).toEqual(wrongCode)
    expect(await answer('no challenge', next)).toEqual(tooLate)
    expect((await trail()).map(({ action }) => action)).toEqual([
      'secondFactor.begun',
      'secondFactor.enrolled',
      'secondFactor.asked',
      'access.refused',
      'access.refused',
      'secondFactor.refused',
      'signIn.completed',
      'secondFactor.refused',
      'secondFactor.asked',
      'secondFactor.refused',
      'secondFactor.refused',
    ])
  })

  it('is a code in the digits of any script, and any other text is a wrong code', async () => {
    const { secret } = await enrolled()
    const challenge = await begin()
    for (const typed of ['１２３é５６', '½½½½½½', '😀😀😀😀😀😀', 'ıßſ–ＡＢ', '–']) {
      expect(await answer(challenge, typed), typed).toEqual(wrongCode)
    }
    expect((await answer(await begin(), fullWidth(codeAt(secret, 1)))).status).toBe(200)
    vi.setSystemTime(new Date('2026-03-01T00:01:10.000Z'))
    const arabic = codeAt(secret, 1).replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
    expect((await ada.call('POST', '/auth/confirmation', { code: arabic })).status).toBe(204)
  })

  it('is accepted for one of two simultaneous sign-ins', async () => {
    const { secret } = await enrolled()
    const challenges = [await begin(), await begin()]
    const code = codeAt(secret, 1)
    const answers = await Promise.all(challenges.map((challenge) => answer(challenge, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('is replaced by each recovery code once, however it is typed', async () => {
    const { codes } = await enrolled()
    const [first = '', second = '', third = ''] = codes
    expect((await answer(await begin(), first)).status).toBe(200)
    expect(await answer(await begin(), first)).toEqual(wrongCode)
    expect((await answer(await begin(), second.replaceAll('-', ' ').toLowerCase())).status).toBe(200)
    expect((await answer(await begin(), fullWidth(third).replaceAll('－', '–'))).status).toBe(200)
    expect(await ada.call('GET', '/auth/second-factor')).toMatchObject({ body: { recovery_codes: 7 } })
  })

  it('cannot be guessed: five attempts per sign-in, twenty an hour, and a recovery code still works', async () => {
    const { secret, codes } = await enrolled()
    for (let signIn = 0; signIn < 4; signIn++) {
      const challenge = await begin()
      for (let tries = 0; tries < 5; tries++) expect(await answer(challenge, '000000')).toEqual(wrongCode)
      expect(await answer(challenge, codeAt(secret, 1))).toEqual(tooLate)
    }
    const challenge = await begin()
    expect(await answer(challenge, codeAt(secret, 1))).toEqual({
      status: 429,
      body: { detail: 'Too many wrong codes. Wait an hour, or use a recovery code' },
    })
    expect((await answer(challenge, codes[0] ?? '')).status).toBe(200)
    // The clock was a day ahead, and was set back.
    await server.database.db.updateTable('second_factors').set({ wrong_since: '2026-03-02T00:00:00.000Z' }).execute()
    expect((await answer(await begin(), codeAt(secret, 1))).status).toBe(200)
    await server.database.db
      .updateTable('second_factors')
      .set({ wrong_codes: 20, wrong_since: '2026-02-28T23:00:10.000Z' })
      .execute()
    expect(await answer(await begin(), '000000')).toEqual(wrongCode)
  })

  it('is required by a sign-in that expires, or ends with a changed password', async () => {
    const { codes } = await enrolled()
    const late = await begin()
    await server.database.db.updateTable('sign_ins').set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute()
    expect(await answer(late, codes[0] ?? '')).toEqual(tooLate)
    const before = await begin()
    const better = 'better horse battery'
    await ada.call('PUT', '/auth/password', { current_password: password, new_password: better })
    expect(await answer(before, codes[0] ?? '')).toEqual(tooLate)
  })

  it('is required again before password, credentials, recovery codes or the factor are changed', async () => {
    const { secret } = await enrolled()
    await ada.call('POST', '/groups', { name: 'Owls', description: 'x' })
    const account = { username: '@quietowl', group: 'Owls', ...keys }
    expect((await ada.call('POST', '/twitter/accounts', account)).status).toBe(201)
    const { body } = await ada.call('GET', '/twitter/accounts')
    const path = `/twitter/accounts/${(body as { id: number }[])[0]?.id}`
    await server.database.db.updateTable('sessions').set({ confirmed_at: '2020-01-01T00:00:00.000Z' }).execute()
    const change = { current_password: password, new_password: 'better horse battery' }
    expect(await ada.call('PUT', '/auth/password', change)).toEqual(unconfirmed)
    expect(await ada.call('PUT', path, { api_secret: 'another-secret' })).toEqual(unconfirmed)
    expect((await ada.call('PUT', path, { username: '@quietowl' })).status).toBe(200)
    expect(await ada.call('DELETE', '/auth/second-factor')).toEqual(unconfirmed)
    expect(await ada.call('POST', '/auth/second-factor/recovery-codes')).toEqual(unconfirmed)
    expect(await ada.call('POST', '/auth/confirmation', { code: '000000' })).toEqual(wrongCode)
    expect(await ada.call('PUT', '/auth/password', change)).toEqual(unconfirmed)
    expect((await ada.call('POST', '/auth/confirmation', { code: codeAt(secret, 1) })).status).toBe(204)
    expect((await ada.call('PUT', path, { api_secret: 'another-secret' })).status).toBe(200)
    expect((await ada.call('POST', '/auth/second-factor/recovery-codes')).status).toBe(201)
    expect((await ada.call('PUT', '/auth/password', change)).status).toBe(204)
    expect((await ada.call('DELETE', '/auth/second-factor')).status).toBe(204)
    expect(await server.call('POST', '/auth/login', { email, password: change.new_password })).toMatchObject({
      body: { access_token: expect.any(String) },
    })
  })

  it('is required again before an administrator enables or disables an operator, resets, or removes something', async () => {
    const { secret } = await enrolled()
    await server.operator('bob@example.com')
    await ada.call('PUT', '/operators/2', { disabled: true })
    await server.database.db.updateTable('sessions').set({ confirmed_at: '2020-01-01T00:00:00.000Z' }).execute()
    const acts: [method: 'POST' | 'PUT' | 'DELETE', path: string, status: number, body?: object][] = [
      ['POST', '/operators/invitations', 201],
      ['PUT', '/operators/2', 200, { disabled: false }],
      ['POST', '/operators/2/reset', 201],
      ['PUT', '/operators/2', 200, { disabled: true }],
      ['DELETE', '/operators/2/second-factor', 409],
      ['DELETE', '/operators/2', 204],
    ]
    for (const [method, path, , body] of acts) expect(await ada.call(method, path, body)).toEqual(unconfirmed)
    await ada.call('POST', '/auth/confirmation', { code: codeAt(secret, 1) })
    for (const [method, path, status, body] of acts) {
      expect((await ada.call(method, path, body)).status, path).toBe(status)
    }
  })

  it('that no key decrypts any more is reported, and a recovery code still works', async () => {
    const { secret, codes } = await enrolled()
    await server.database.db.updateTable('second_factors').set({ secret: 'gone' }).execute()
    expect(await answer(await begin(), codeAt(secret, 1))).toEqual({
      status: 409,
      body: { detail: 'This second factor cannot be used any more. Use a recovery code, or ask an administrator' },
    })
    expect((await answer(await begin(), codes[3] ?? '')).status).toBe(200)
  })

  it('that is lost is removed by an administrator, which ends the sessions', async () => {
    const bob = await server.operator('bob@example.com')
    const { body } = await bob.call('POST', '/auth/second-factor', { current_password: password })
    await bob.call('PUT', '/auth/second-factor', { code: codeAt((body as { secret: string }).secret, 0) })
    expect(await ada.call('GET', '/operators')).toMatchObject({
      body: [{ has_second_factor: false }, { has_second_factor: true }],
    })
    expect((await bob.call('DELETE', '/operators/1/second-factor')).status).toBe(403)
    const waiting = await begin('bob@example.com')
    expect((await ada.call('DELETE', '/operators/2/second-factor')).status).toBe(204)
    expect(await bob.call('GET', '/groups')).toEqual(signedOut)
    expect(await answer(waiting, '000000')).toEqual(tooLate)
    expect((await ada.call('DELETE', '/operators/2/second-factor')).status).toBe(409)
    expect((await ada.call('DELETE', '/operators/9/second-factor')).status).toBe(404)
    expect(await server.call('POST', '/auth/login', { email: 'bob@example.com', password })).toMatchObject({
      body: { access_token: expect.any(String) },
    })
    expect((await trail()).map(({ action }) => action)).toContain('secondFactor.takenAway')
  })

  it('is encrypted again by a newer key, and skipped by name if no key decrypts it', async () => {
    const { secret } = await enrolled()
    const { db } = server.database
    const newKey = Buffer.alloc(32, 9)
    expect(await rotateCredentials(db, createVault([newKey, testKey]))).toBe(1)
    const { secret: sealed } = await db.selectFrom('second_factors').select('secret').executeTakeFirstOrThrow()
    expect(createVault([newKey]).open(sealed, secretPlace(1))).toBe(secret)
    expect(() => createVault([newKey]).open(sealed, secretPlace(2))).toThrow()
    await db.updateTable('second_factors').set({ secret: 'damaged' }).execute()
    const aside: string[] = []
    await rotateCredentials(db, createVault([newKey]), ({ username }) => aside.push(username))
    expect(aside).toEqual([`the second factor of ${email}`])
  })

  it('of one operator does not work for another: neither codes nor the stored secret', async () => {
    const { secret, codes } = await enrolled()
    const bob = await server.operator('bob@example.com')
    const { body } = await bob.call('POST', '/auth/second-factor', { current_password: password })
    await bob.call('PUT', '/auth/second-factor', { code: codeAt((body as { secret: string }).secret, 0) })
    const challenge = await begin('bob@example.com')
    expect(await answer(challenge, codes[0] ?? '')).toEqual(wrongCode)
    expect(await answer(challenge, codeAt(secret, 1))).toEqual(wrongCode)
    expect(await ada.call('GET', '/auth/second-factor')).toMatchObject({ body: { recovery_codes: 10 } })
  })
})

it('is valid for one moment, also in characters of any kind', () => {
  const secret = createSecret()
  fc.assert(
    fc.property(classedText(0, 8), (text) => {
      expect([stepOf(secret, codeText(text)), stepOf(secret, text)]).toEqual([undefined, undefined])
    }),
  )
})

const fullWidth = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

const keys = {
  client_id: 'client-id',
  client_secret: 'client-secret',
  api_key: 'api-key',
  api_secret: 'api-secret',
  access_token: 'access-token',
  access_token_secret: 'access-token-secret',
}
