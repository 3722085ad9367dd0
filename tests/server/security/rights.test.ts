import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, Migrator, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { migrateToLatest } from '../../../server/db/migrate'
import { migrations } from '../../../server/db/migrations'
import type { Database } from '../../../server/db/schema'
import { openSqlite } from '../../../server/db/sqlite'
import { listGrants } from '../../../server/features/security/grants.store'
import { createPass, findPass } from '../../../server/features/session/passes.store'
import { hashToken } from '../../../server/security/tokens'
import { timestamp } from '../../../server/time/clock'
import { codeAt } from '../../support/codes'
import { databasesHere } from '../../support/databases'
import { caller, type Operator, password, startTestServer, type TestServer, testSettings } from '../../support/server'

const better = 'better horse battery'
const usedUp = { status: 422, body: { detail: 'This link was already used or has expired' } }
const unconfirmed = {
  status: 403,
  body: { detail: 'Confirm your identity in Settings, Security, then try again' },
}

describe.each(databasesHere())('rights and their foundations, on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator
  let bob: Operator
  let eve: Operator

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T00:00:10.000Z') })
    server = await startTestServer(create)
    ada = await server.operator('ada@example.com')
    bob = await server.operator('bob@example.com')
    eve = await server.operator('eve@example.com')
  })
  afterEach(async () => {
    await server.close()
    vi.useRealTimers()
  })

  const tokenOf = ({ body }: { body: unknown }) => (body as { token: string }).token
  const invite = async (by = ada) => tokenOf(await by.call('POST', '/operators/invitations'))
  const resetOf = async (id: number) => tokenOf(await ada.call('POST', `/operators/${id}/reset`))
  const signUp = (invitation: string, name = 'new') =>
    server.call('POST', '/auth/register', { email: `${name}@example.com`, username: name, password, invitation })
  const setPassword = (token: string) => server.call('POST', '/auth/reset', { token, password: better })
  const grants = async (by: Operator) => {
    const { body } = await by.call('GET', '/auth/grants')
    return (
      body as { purpose: string; id: number; name: string | null; email: string | null; issued_by: string }[]
    ).map(({ purpose, name, email, issued_by }) => [purpose, name, email, issued_by])
  }
  const nameAdministrator = (id: number, is_admin: boolean, by = ada) =>
    by.call('PUT', `/operators/${id}`, { is_admin })

  it.each<[string, () => Promise<unknown>]>([
    ['a new password', () => bob.call('PUT', '/auth/password', { current_password: password, new_password: better })],
    ['the end of all sessions', () => bob.call('DELETE', '/auth/sessions')],
    ['the end of all other sessions', () => bob.call('DELETE', '/auth/sessions/others')],
    ['being disabled', () => ada.call('PUT', '/operators/2', { disabled: true })],
    [
      'being disabled, even when enabled again',
      async () => {
        await ada.call('PUT', '/operators/2', { disabled: true })
        await ada.call('PUT', '/operators/2', { disabled: false })
      },
    ],
  ])('a reset link ends with %s of its operator, not of others', async (_, end) => {
    const [theirs, another] = [await resetOf(2), await resetOf(3)]
    await end()
    expect(await setPassword(theirs)).toEqual(usedUp)
    expect((await setPassword(another)).status).toBe(204)
  })

  it('a disabled operator gets no reset link', async () => {
    await ada.call('PUT', '/operators/2', { disabled: true })
    expect(await ada.call('POST', '/operators/2/reset')).toEqual({
      status: 409,
      body: { detail: 'This operator is disabled. Enable the operator first' },
    })
  })

  it('a link is refused for another purpose, without being used up', async () => {
    const [reset, invitation] = [await resetOf(2), await invite()]
    expect([await signUp(reset), await setPassword(invitation)]).toEqual([usedUp, usedUp])
    expect([(await setPassword(reset)).status, (await signUp(invitation)).status]).toEqual([204, 201])
    expect([await setPassword(reset), await signUp(invitation, 'other')]).toEqual([usedUp, usedUp])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['sessions end', () => ada.call('DELETE', '/auth/sessions')],
    ['password changes', () => ada.call('PUT', '/auth/password', { current_password: password, new_password: better })],
    [
      'right to make them ends',
      async () => {
        await nameAdministrator(2, true)
        await nameAdministrator(1, false, bob)
      },
    ],
  ])('invitations and reset links end when the %s of the administrator who made them', async (_, end) => {
    await nameAdministrator(3, true)
    const [invitation, reset, others] = [await invite(), await resetOf(2), await invite(eve)]
    const atTheMachine = (await createPass(server.database.db, { purpose: 'invitation' })).token
    await end()
    expect([await signUp(invitation), await setPassword(reset)]).toEqual([usedUp, usedUp])
    expect([(await signUp(others)).status, (await signUp(atTheMachine, 'second')).status]).toEqual([201, 201])
  })

  it('links and API tokens are listed and revoked by administrators and by their owners', async () => {
    const [invitation, reset] = [await invite(), await resetOf(2)]
    await resetOf(3)
    await bob.call('POST', '/auth/api-tokens', { name: 'Night script', scope: 'read', days: 30 })
    const ofBob = [
      ['reset', null, 'bob@example.com', 'ada@example.com'],
      ['apiToken', 'Night script', 'bob@example.com', 'bob@example.com'],
    ]
    expect(await grants(bob)).toEqual(ofBob)
    expect(await grants(ada)).toEqual([
      ofBob[0],
      ['reset', null, 'eve@example.com', 'ada@example.com'],
      ['invitation', null, null, 'ada@example.com'],
      ofBob[1],
    ])
    const end = async (by: Operator) => {
      const listed = (await ada.call('GET', '/auth/grants')).body as { purpose: string; id: number }[]
      const asked = listed.map(({ purpose, id }) => by.call('DELETE', `/auth/grants/${purpose}/${id}`))
      return (await Promise.all(asked)).map(({ status }) => status)
    }
    expect(await end(eve)).toEqual([404, 204, 404, 404])
    expect(await end(ada)).toEqual([204, 204, 204])
    expect([await grants(ada), await signUp(invitation), await setPassword(reset)]).toEqual([[], usedUp, usedUp])
  })

  it('an administrator appoints others, and the last administrator stays', async () => {
    const last = {
      status: 409,
      body: { detail: 'This is the last administrator. Make another operator administrator first' },
    }
    expect((await nameAdministrator(3, true, bob)).status).toBe(403)
    expect(await nameAdministrator(1, false)).toEqual(last)
    expect(await nameAdministrator(2, true)).toMatchObject({ status: 200, body: { id: 2, is_admin: true } })
    await ada.call('PUT', '/operators/2', { disabled: true })
    expect(await nameAdministrator(1, false)).toEqual(last)
    await ada.call('PUT', '/operators/2', { disabled: false })
    expect((await nameAdministrator(1, false)).status).toBe(200)
    expect((await ada.call('GET', '/operators')).status).toBe(403)
    const lines = await server.database.db.selectFrom('audit').select('action').where('owner_id', '=', 1).execute()
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['operator.administratorNamed', 'operator.administratorRemoved']),
    )
  })

  describe('without a second factor', () => {
    const guarded: [string, () => Promise<{ status: number }>][] = [
      ['inviting', () => ada.call('POST', '/operators/invitations')],
      ['offering a new password', () => ada.call('POST', '/operators/2/reset')],
      ['naming an administrator', () => nameAdministrator(2, true)],
      ['disabling', () => ada.call('PUT', '/operators/2', { disabled: true })],
      ['making an API token', () => ada.call('POST', '/auth/api-tokens', { name: 'Old', scope: 'read', days: 365 })],
      ['deleting', () => ada.call('DELETE', '/operators/2')],
    ]

    it('the password is required again after ten minutes', async () => {
      vi.setSystemTime(new Date('2026-03-01T00:10:09.999Z'))
      for (const [what, act] of guarded.slice(0, 2)) expect([what, (await act()).status]).toEqual([what, 201])
      vi.setSystemTime(new Date('2026-03-01T00:10:10.000Z'))
      for (const [what, act] of guarded) expect([what, await act()]).toEqual([what, unconfirmed])
      for (const which of ['/2', '/others', '']) {
        expect([which, await ada.call('DELETE', `/auth/sessions${which}`)]).toEqual([which, unconfirmed])
      }
      expect((await ada.call('POST', '/auth/confirmation', { current_password: password })).status).toBe(204)
      for (const [what, act] of guarded)
        expect([what, (await act()).status]).toEqual([what, expect.toSatisfy((s) => s < 300)])
    })

    it('a sign-in by password is a confirmation', async () => {
      const { body } = await server.call('POST', '/auth/login', { email: 'ada@example.com', password })
      const { access_token } = body as { access_token: string }
      expect((await caller(server.app, access_token)('POST', '/operators/invitations')).status).toBe(201)
    })

    it('a confirmation dated ahead of the clock does not count', async () => {
      const date = (at: string) => server.database.db.updateTable('sessions').set({ confirmed_at: at }).execute()
      await date(timestamp(Date.now() + 60_000))
      expect(await ada.call('POST', '/operators/invitations')).toEqual(unconfirmed)
      expect(await ada.call('GET', '/auth/second-factor')).toMatchObject({ body: { confirmed_until: null } })
      await date(timestamp(Date.now() - 60_000))
      expect((await ada.call('POST', '/operators/invitations')).status).toBe(201)
    })
  })

  describe('a stolen session', () => {
    const signedOut = { status: 401, body: { detail: 'Too many wrong confirmations in this session. Sign in again' } }

    it("ends after five wrong confirmations, and leaves only the operator's codes", async () => {
      const { secret } = (await ada.call('POST', '/auth/second-factor', { current_password: password })).body as {
        secret: string
      }
      await ada.call('PUT', '/auth/second-factor', { code: codeAt(secret, 0) })
      for (let stolen = 0; stolen < 5; stolen++) {
        const thief = await server.operator('ada@example.com')
        const guess = () => thief.call('POST', '/auth/confirmation', { code: '000000' })
        for (let tries = 0; tries < 4; tries++) expect((await guess()).status).toBe(422)
        expect(await guess()).toEqual(signedOut)
        expect((await thief.call('GET', '/groups')).status).toBe(401)
      }
      expect((await ada.call('POST', '/auth/confirmation', { code: codeAt(secret, 1) })).status).toBe(204)
      const login = await server.call('POST', '/auth/login', { email: 'ada@example.com', password })
      const { challenge } = login.body as { challenge: string }
      vi.setSystemTime(Date.now() + 60_000)
      expect((await server.call('POST', '/auth/login/code', { challenge, code: codeAt(secret, 1) })).status).toBe(200)
    })

    it('has five guesses of the password, in any calls, and a correct password restarts the count', async () => {
      const guesses = [
        () => bob.call('POST', '/auth/confirmation', { current_password: 'a guess' }),
        () => bob.call('PUT', '/auth/password', { current_password: 'a guess', new_password: better }),
        () => bob.call('POST', '/auth/second-factor', { current_password: 'a guess' }),
        () => bob.call('POST', '/auth/confirmation', { code: '000000' }),
      ]
      for (const guess of guesses) expect((await guess()).status).toBe(422)
      expect((await bob.call('POST', '/auth/confirmation', { current_password: password })).status).toBe(204)
      for (const guess of guesses) expect((await guess()).status).toBe(422)
      expect(await guesses[0]?.()).toEqual(signedOut)
      expect((await bob.call('GET', '/groups')).status).toBe(401)
      expect((await eve.call('GET', '/groups')).status).toBe(200)
    })
  })
})

describe.each(databasesHere())('the first operator of a server that others reach, on $name', ({ create }) => {
  it.each([
    ['closed', 403, false],
    ['open', 201, true],
  ])('signs up only by the setup link, even if sign-up is %s to others', async (_, others, sign_up_open) => {
    const server = await startTestServer(create, {
      settings: {
        ...testSettings,
        firstSignUp: true,
        takesSetupLink: true,
        meta: { ...testSettings.meta, sign_up_open },
      },
    })
    const { db } = server.database
    const [first, second] = [await createPass(db, { purpose: 'setup' }), await createPass(db, { purpose: 'setup' })]
    const signUp = (name: string, secret?: string, invitation?: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/v1/auth/register',
        headers: secret === undefined ? {} : { 'x-setup-secret': secret },
        payload: { email: `${name}@example.com`, username: name, password, ...(invitation ? { invitation } : {}) },
      })
    const refusal =
      'The first sign-up needs the setup link that the server printed at its start. Restart the server for a new link, or run npm run operators -- invite'
    for (const secret of [undefined, 'a guess', '']) {
      const refused = await signUp('mallory', secret)
      expect([refused.statusCode, refused.json()]).toEqual([403, { detail: refusal }])
    }
    expect((await signUp('mallory', undefined, first.token)).statusCode).toBe(422)
    const both = await Promise.all([signUp('ada', first.token), signUp('bob', first.token)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, others])
    expect((await signUp('eve', second.token)).statusCode).toBe(others)
    expect(await db.selectFrom('users').select('id').where('is_admin', '=', 1).execute()).toHaveLength(1)
    expect(await db.selectFrom('passes').select('id').execute()).toEqual([])
    await server.close()
  })
})

it('links and sessions of a data folder of the previous version stay valid', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acb-rights-'))
  const { dialect } = openSqlite(join(folder, 'test.db'))
  const db = new Kysely<Database>({ dialect })
  const earlier = Object.entries(migrations('sqlite')).filter(([name]) => name < '0087')
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(earlier) } })
  expect((await migrator.migrateToLatest()).error).toBeUndefined()
  const later = timestamp(Date.now() + 3_600_000)
  for (const [name, isAdmin] of [
    ['bob', 0],
    ['ada', 1],
    ['eve', 0],
  ]) {
    await sql`insert into users (email, username, password_hash, created_at, is_admin)
      values (${`${name}@example.com`}, ${name}, 'hash', 'c', ${isAdmin})`.execute(db)
  }
  await sql`insert into sessions (user_id, token_hash, remember, created_at, last_used_at, expires_at)
    values (3, 'hash', 0, 'c', 'l', ${later})`.execute(db)
  for (const [token, userId] of [
    ['an invitation', null],
    ['a reset link', 3],
  ]) {
    await sql`insert into passes (token_hash, user_id, created_at, expires_at)
      values (${hashToken(String(token))}, ${userId}, 'c', ${later})`.execute(db)
  }
  await migrateToLatest(db, 'sqlite')
  expect(await db.selectFrom('sessions').select(['user_id', 'confirmed_at', 'failed_confirmations']).execute()).toEqual(
    [{ user_id: 3, confirmed_at: null, failed_confirmations: 0 }],
  )
  expect(await listGrants(db, { ownerId: 2, isAdmin: true })).toMatchObject([
    { purpose: 'invitation', email: null, issued_by: 'ada@example.com' },
    { purpose: 'reset', email: 'eve@example.com', issued_by: 'ada@example.com' },
  ])
  await db.updateTable('passes').set({ purpose: null, issuer_id: null }).execute()
  const found = (['an invitation', 'a reset link'] as const).flatMap((token) =>
    (['invitation', 'reset'] as const).map((purpose) => findPass(db, token, purpose)),
  )
  expect(await Promise.all(found)).toEqual([{ userId: null }, undefined, undefined, { userId: 3 }])
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})
