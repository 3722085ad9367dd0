import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { CreationOptions } from '../../src/schemas/security/passkeys'
import type { PasskeyAssertion, RequestOptions } from '../../src/schemas/session/passkeySignIn'
import { createAuthenticator } from './authenticator'
import type { DatabaseKind } from './databases'
import { startGeneration } from './generation'
import { password, startTestServer } from './server'

export const email = 'ada@example.com'

export const refusal = (detail: string) => ({ status: 422, body: { detail } })

export const refusals = {
  late: refusal('This took too long or was already answered. Try again'),
  unknown: refusal('This passkey is not registered here. Use another passkey or your password'),
  refused: refusal('This passkey was rejected. Try again, or sign in another way'),
  copied: refusal(
    'This passkey may have been copied, because its counter went back. It is now blocked: remove it and add a new one',
  ),
  blocked: refusal('This passkey is blocked. Sign in another way, remove it in Settings and add a new one'),
}

export const longAgo = '2020-01-01T00:00:00.000Z'

export const startPasskeyBench = async (create: DatabaseKind['create']) => {
  const server = await startTestServer(create)
  const folder = mkdtempSync(join(tmpdir(), 'acb-passkeys-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const restart = async () => (await startGeneration(server.database.db, join(folder, 'instance.json'))).isTurnedBack
  await restart()
  const ada = await server.operator(email)
  const device = createAuthenticator()

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
  const expire = () => server.database.db.updateTable('sessions').set({ confirmed_at: longAgo }).execute()
  const confirm = async (who = ada, on = device) => {
    const { body } = await who.call('POST', '/auth/confirmation/options')
    return who.call('POST', '/auth/confirmation/passkey', { credential: on.get(body as unknown as RequestOptions) })
  }
  const trail = async () =>
    (
      await server.database.db.selectFrom('audit').select(['action', 'subject', 'detail']).orderBy('id').execute()
    ).slice(2)
  return {
    server,
    ada,
    device,
    restart,
    optionsOf,
    register,
    requested,
    answer,
    signIn,
    challengeOf,
    expire,
    confirm,
    trail,
  }
}

export type PasskeyBench = Awaited<ReturnType<typeof startPasskeyBench>>
