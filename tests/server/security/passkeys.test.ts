import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { retrying } from '../../../server/db/retrying'
import { takeFactorsAway } from '../../../server/features/security/secondFactor.store'
import { createAuthenticator } from '../../support/authenticator'
import { databasesHere } from '../../support/databases'
import { email, longAgo, type PasskeyBench, refusal, refusals, startPasskeyBench } from '../../support/passkeys'
import { password } from '../../support/server'

const { late, unknown, refused, blocked } = refusals

describe.each(databasesHere())('passkeys on $name', ({ create }) => {
  let bench: PasskeyBench
  beforeEach(async () => {
    bench = await startPasskeyBench(create)
  })
  afterEach(() => bench.server.close())

  it('are registered with the password; the first one creates recovery codes and ends other sessions', async () => {
    const { server, ada, device, optionsOf, register, trail } = bench
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
        recovery_codes: Array(10).fill(expect.stringMatching(/^([A-Z2-7]{4}-){7}[A-Z2-7]{4}$/)),
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

  it('are registered by one answer to one challenge of one session, in time, by a verified person', async () => {
    const { server, ada, device, optionsOf, register, trail } = bench
    const credential = device.create(await optionsOf())
    const body = { label: 'Blue laptop', credential }
    const other = await server.operator(email)
    expect(await other.call('POST', '/auth/passkeys', body)).toEqual(late)
    expect((await ada.call('POST', '/auth/passkeys', body)).status).toBe(201)
    expect(await ada.call('POST', '/auth/passkeys', { ...body, label: 'Again' })).toEqual(late)
    const slow = createAuthenticator().create(await optionsOf())
    await server.database.db.updateTable('passkey_challenges').set({ expires_at: longAgo }).execute()
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

  it('are renamed and removed one by one; the last one removes the recovery codes too', async () => {
    const { server, ada, register, signIn, trail } = bench
    await register()
    await register('Key', ada, createAuthenticator())
    expect(await ada.call('PUT', '/auth/passkeys/1', { label: 'Key' })).toEqual(
      refusal('label: A passkey with this name exists. Choose another name'),
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

  it('of a disabled operator give no access, and are deleted with their operator; an administrator removes lost ones', async () => {
    const { server, ada, register, signIn, trail } = bench
    const bob = await server.operator('bob@example.com')
    await register("Bob's", bob)
    expect(await ada.call('GET', '/operators')).toMatchObject({
      body: [{ has_second_factor: false }, { has_second_factor: true }],
    })
    await ada.call('PUT', '/operators/2', { disabled: true })
    expect(await signIn()).toEqual({
      status: 403,
      body: { detail: 'This operator is disabled. Ask an administrator to enable it' },
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
    ['removed', () => bench.ada.call('DELETE', '/auth/passkeys/1')],
    ['taken away', () => retrying(bench.server.database.db, (trx) => takeFactorsAway(trx, 1))],
    [
      'blocked as a copy',
      () => {
        for (const held of bench.device.held) held.counter = 0
        return bench.signIn()
      },
    ],
  ]

  it.each(removals)('of a restored backup give no access if one was %s since; recovery codes do', async (_, remove) => {
    const { server, ada, device, restart, register, requested, answer, signIn, challengeOf } = bench
    const { db } = server.database
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
    expect(await restart()).toBe(true)

    expect(await answer(assertion)).toEqual(late)
    expect((await server.call('POST', '/auth/login/passkey/options', { challenge })).status).toBe(401)
    for (const each of [device, spare]) expect(await signIn(each)).toEqual(blocked)
    const body = { challenge: await challengeOf(), code: recovery_codes[0] }
    expect((await server.call('POST', '/auth/login/code', body)).status).toBe(200)
    expect(await restart()).toBe(false)
  })

  it('are at most twenty per operator', async () => {
    const { server, ada, register } = bench
    await register()
    const row = await server.database.db.selectFrom('passkeys').selectAll().executeTakeFirstOrThrow()
    for (let count = 1; count < 20; count++) {
      const { id, ...more } = row
      const other = { ...more, credential_id: `c${count}`, label: `Key ${count}` }
      await server.database.db.insertInto('passkeys').values(other).execute()
    }
    expect(await register('One more', ada, createAuthenticator())).toEqual(
      refusal('You have 20 passkeys already. Remove one to add another'),
    )
  })
})
