import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import { getUser } from '../../../server/features/session/users.store'
import type { CreationOptions } from '../../../src/schemas/security/passkeys'
import { createAuthenticator } from '../../support/authenticator'
import { password, startTestServer, type TestServer, testKey } from '../../support/server'

const run = promisify(execFile)
const email = 'ada@example.com'

let folder: string
let server: TestServer
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'acb-operators-'))
  const location = { file: join(folder, 'auto-comment-bot.db') }
  server = await startTestServer(async () => {
    const database = await openDatabase(location)
    return { ...database, location, remove: database.close }
  })
  await server.operator(email)
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const operators = async (args: string[], env: Record<string, string> = {}) => {
  const { stdout } = await run(process.execPath, ['scripts/run.mjs', 'scripts/operators.ts', ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, CREDENTIALS_KEY: testKey.toString('base64'), ...env },
  })
  return stdout.trim()
}
const linkIn = (words: string) => new URL(words.split('\n').at(-1) ?? '')
const signIn = (word: string) => server.call('POST', '/auth/login', { email, password: word })

describe('npm run operators', () => {
  it.each(['operators', 'trail', 'archive'])('creates no database if %s finds none', async (command) => {
    const elsewhere = join(folder, 'elsewhere')
    const args = ['scripts/run.mjs', `scripts/${command}.ts`, ...(command === 'archive' ? ['--days', '365'] : [])]
    const ran = run(process.execPath, args, { env: { PATH: process.env.PATH, DATA_DIR: elsewhere } })
    await expect(ran).rejects.toMatchObject({
      code: 1,
      stderr: `${join(elsewhere, 'auto-comment-bot.db')} does not exist: is DATA_DIR the server's?\n`,
    })
    expect(existsSync(elsewhere)).toBe(false)
  })

  it('prints links that sign up and set a password, once', async () => {
    const invitation = linkIn(await operators(['invite'], { PUBLIC_ORIGIN: 'https://console.example' }))
    expect(`${invitation.origin}${invitation.pathname}`).toBe('https://console.example/sign-up')
    const bob = { email: 'bob@example.com', username: 'Bob', password, invitation: invitation.hash.slice(1) }
    expect(await server.call('POST', '/auth/register', bob)).toMatchObject({ status: 201 })

    const words = await operators(['reset', email], { PORT: '3999' })
    expect(words).toMatch(/^Set a new password by this link, good once, until 20.+Z:\n/)
    const reset = linkIn(words)
    expect(`${reset.origin}${reset.pathname}`).toBe('http://127.0.0.1:3999/reset')
    const body = { token: reset.hash.slice(1), password: 'a better horse battery' }
    expect((await server.call('POST', '/auth/reset', body)).status).toBe(204)
    expect((await server.call('POST', '/auth/reset', body)).status).toBe(422)
    expect((await signIn(password)).status).toBe(401)
    expect((await signIn(body.password)).status).toBe(200)
  })

  it('disables, re-enables and lists, and records each action in the audit trail', async () => {
    expect(await operators(['disable', email])).toBe(`${email} is disabled.`)
    expect((await signIn(password)).status).toBe(403)
    expect(await operators(['list'])).toMatch(/ada@example\.com/)
    expect(await operators(['enable', email])).toBe(`${email} is enabled.`)
    expect((await signIn(password)).status).toBe(200)
    const { db } = server.database
    const trail = await db.selectFrom('audit').select(['action', 'detail']).where('detail', '=', byCommand).execute()
    expect(trail).toEqual([
      { action: 'operator.disabled', detail: byCommand },
      { action: 'operator.enabled', detail: byCommand },
    ])
    expect((await getUser(db, 1)).disabled_at).toBeNull()
  })

  it('removes a lost second factor, including passkeys and recovery codes', async () => {
    const ada = await server.operator(email)
    const { body } = await ada.call('POST', '/auth/passkeys/options', { current_password: password })
    const credential = createAuthenticator().create(body as unknown as CreationOptions)
    expect((await ada.call('POST', '/auth/passkeys', { label: 'Lost phone', credential })).status).toBe(201)
    expect((await signIn(password)).body).toMatchObject({ factors: ['passkey'] })
    expect(await operators(['take-factor', email])).toBe(
      `${email} signs in only with the password until a second factor is added.`,
    )
    expect((await signIn(password)).body).toEqual({ access_token: expect.any(String) })
    expect(await server.database.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  })

  it('signs one operator out everywhere, or everybody', async () => {
    const [ada, bob] = [await server.operator(email), await server.operator('bob@example.com')]
    const statuses = async () => Promise.all([ada, bob].map(async ({ call }) => (await call('GET', '/groups')).status))
    expect(await statuses()).toEqual([200, 200])
    expect(await operators(['sign-out', email])).toMatch(/^ada@example\.com is signed out everywhere/)
    expect(await statuses()).toEqual([401, 200])
    expect(await operators(['sign-out-all'])).toMatch(/^2 operators are signed out everywhere/)
    expect(await statuses()).toEqual([401, 401])
    const { db } = server.database
    const trail = await db.selectFrom('audit').select(['action', 'subject']).where('detail', '=', byCommand).execute()
    expect(trail.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'session.allEnded ada@example.com',
      'session.allEnded ada@example.com',
      'session.allEnded bob@example.com',
    ])
  })

  it.each([
    { args: ['reset', 'nobody@example.com'], words: 'nobody@example.com: no operator has this address' },
    { args: ['reset'], words: 'EMAIL: no operator has this address' },
    {
      args: ['promote', email],
      words: 'promote: use list, invite, reset, disable, enable, sign-out, sign-out-all, take-factor',
    },
  ])('refuses $args with the reason', async ({ args, words }) => {
    await expect(operators(args)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(words) })
  })
})

const byCommand = 'by the command line'
