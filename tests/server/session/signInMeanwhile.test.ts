import { setTimeout as delay } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { retrying } from '../../../server/db/retrying'
import { setDisabled } from '../../../server/features/security/operators.store'
import { endSessions } from '../../../server/features/session/sessions.store'
import { storePasswordHash } from '../../../server/features/session/users.store'
import { hashPassword } from '../../../server/security/passwords'
import { createAuthenticator } from '../../support/authenticator'
import { databasesHere } from '../../support/databases'
import { caller, type Operator, password, startTestServer, type TestServer } from '../../support/server'

const email = 'ada@example.com'
const better = 'better horse battery'
const wrong = { status: 401, body: { detail: 'Incorrect email or password' } }
const isDisabled = { status: 403, body: { detail: 'This operator is disabled. Ask an administrator to enable it' } }
const signedOut = { status: 401, body: { detail: 'Sign in to continue' } }

describe.each(databasesHere())('an operator who, during a sign-in on $name,', ({ create }) => {
  let server: TestServer
  let ada: Operator
  let reads = 0
  let meanwhile: (() => Promise<unknown>) | undefined

  beforeEach(async () => {
    meanwhile = undefined
    server = await startTestServer(create, ({ db }) => ({
      db: db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          const isOfUser = result.rows.some((row) => 'password_hash' in row)
          const act = meanwhile
          if (isOfUser && act) {
            reads -= 1
            if (reads === 0) {
              meanwhile = undefined
              await act()
            }
          }
          return result
        },
      }),
    }))
    ada = await server.operator(email)
  })
  afterEach(() => server.close())

  const onceRead = (times: number, act: () => Promise<unknown>) => {
    reads = times
    meanwhile = act
  }
  const begun = (act: () => Promise<unknown>) => {
    const over = act()
    return { over, orWaits: () => Promise.race([over, delay(300)]) }
  }
  const disable = () => retrying(server.database.db, (trx) => setDisabled(trx, 1, true))
  const change = async () => {
    const changed = await hashPassword(better)
    await retrying(server.database.db, async (trx) => {
      await storePasswordHash(trx, 1, changed)
      await endSessions(trx, 1)
    })
  }
  const stored = (table: 'sessions' | 'sign_ins') => server.database.db.selectFrom(table).select('id').execute()
  const signIn = (word = password) => server.call('POST', '/auth/login', { email, password: word })
  const makeOld = async () => {
    const cheap = await hash(password, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
    await server.database.db.updateTable('users').set({ password_hash: cheap }).execute()
  }
  const device = createAuthenticator()
  const registerPasskey = async () => {
    const { body } = await ada.call('POST', '/auth/passkeys/options', { current_password: password })
    const credential = device.create(body as Parameters<typeof device.create>[0])
    expect((await ada.call('POST', '/auth/passkeys', { label: 'Blue laptop', credential })).status).toBe(201)
  }

  it('is disabled: the sign-in is refused, and nothing works after re-enabling', async () => {
    onceRead(1, disable)
    expect(await signIn()).toEqual(isDisabled)
    expect(await stored('sessions')).toEqual([])
  })

  it('gets another password: the earlier one is wrong', async () => {
    onceRead(1, change)
    expect(await signIn()).toEqual(wrong)
    expect(await stored('sessions')).toEqual([])
    expect((await signIn(better)).status).toBe(200)
  })

  it('gets another password while the hash of the earlier one is renewed: the new password stays', async () => {
    await makeOld()
    onceRead(1, change)
    expect(await signIn()).toEqual(wrong)
    expect([(await signIn()).status, (await signIn(better)).status]).toEqual([401, 200])
  })

  it('has the hash renewed by another sign-in: both succeed', async () => {
    await makeOld()
    const statuses: number[] = []
    onceRead(1, async () => statuses.push((await signIn()).status))
    statuses.push((await signIn()).status)
    expect(statuses).toEqual([200, 200])
  })

  it('gets another password before a second factor is required: none is required', async () => {
    await registerPasskey()
    onceRead(1, change)
    expect(await signIn()).toEqual(wrong)
    expect(await stored('sign_ins')).toEqual([])
  })

  it.each([
    ['is disabled', disable],
    ['gets another password', change],
  ])('%s when it was read again: its new session ends with the others', async (_, act) => {
    let acting: ReturnType<typeof begun> | undefined
    onceRead(2, () => {
      acting = begun(act)
      return acting.orWaits()
    })
    await signIn()
    await acting?.over
    expect(acting).toBeDefined()
    expect(await stored('sessions')).toEqual([])
  })

  it('gets another password when a second factor is about to be requested: none is requested', async () => {
    await registerPasskey()
    let acting: ReturnType<typeof begun> | undefined
    onceRead(2, () => {
      acting = begun(change)
      return acting.orWaits()
    })
    await signIn()
    await acting?.over
    expect(acting).toBeDefined()
    expect(await stored('sign_ins')).toEqual([])
  })

  it('is disabled during a sign-in by passkey: the new session ends with the others', async () => {
    await registerPasskey()
    const { body: options } = await server.call('POST', '/auth/login/passkey/options', {})
    const credential = device.get(options as Parameters<typeof device.get>[0])
    let acting: ReturnType<typeof begun> | undefined
    onceRead(1, () => {
      acting = begun(disable)
      return acting.orWaits()
    })
    expect((await server.call('POST', '/auth/login/passkey', { credential })).status).toBe(200)
    await acting?.over
    expect(acting).toBeDefined()
    expect(await stored('sessions')).toEqual([])
  })

  it('a session and an API token of a disabled operator do not work', async () => {
    const { body } = await ada.call('POST', '/auth/api-tokens', { name: 'a script', scope: 'read', days: 30 })
    const script = caller(server.app, (body as { token: string }).token)
    expect([(await ada.call('GET', '/groups')).status, (await script('GET', '/groups')).status]).toEqual([200, 200])
    const disabled_at = '2026-01-01T00:00:00.000Z'
    await server.database.db.updateTable('users').set({ disabled_at }).execute()
    expect([await ada.call('GET', '/groups'), await script('GET', '/groups')]).toEqual([signedOut, signedOut])
  })
})
