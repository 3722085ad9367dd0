import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import Sqlite from 'libsql'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxAccounts } from '../../../sandbox/accounts-data'
import { openDatabase } from '../../../server/db/database'
import type { Database } from '../../../server/db/schema'
import { checkTrail } from '../../../server/db/trail/auditTrail'
import { isKeyed, unkeyedHashOf } from '../../../server/db/trail/trailKey'
import { openCredentials } from '../../../server/security/credentials'
import type { CreationOptions } from '../../../src/schemas/security/passkeys'
import { createAuthenticator } from '../../support/authenticator'
import { codeAt } from '../../support/codes'
import { startGeneration } from '../../support/generation'
import { caller, password, startTestServer, type TestServer } from '../../support/server'

const ada = {
  token: 'MIYWiDYNwPVvxjl6NImO5uXpXvecw-WFtxCwMsUKUN8',
  apiToken: 'acb_cQ1v9tOLb2USVQmUjvCftCnwsjcD_fGnvEffbSA_n9U',
}
const bob = {
  token: 'evueQ7hy_ZCvDXPYRqAC4kn3iL4OgN7ozoV17wFgRXA',
  secret: 'KJAUYGMFQ7GQU3TULFSWSWGB45KCD6IJ',
  recoveryCode: 'OIZF-B5E7-TJQJ-EKQS-T3UA-2FID',
}

describe('a database that a build of November 2026 wrote', () => {
  let folder: string
  let server: TestServer
  /**
   * Changes the first line of a chain and recomputes all hashes of earlier versions, including the end if it is one.
   */
  const rewrite = async (db: Kysely<Database>, chain: number) => {
    const lines = await db.selectFrom('audit').selectAll().where('chain', '=', chain).orderBy('position').execute()
    let before = ''
    for (const [index, { id, position, hash, ...told }] of lines.entries()) {
      if (isKeyed(hash)) return
      const subject = index === 0 ? 'another' : told.subject
      before = unkeyedHashOf(before, { ...told, subject, chain, position: position ?? 0 })
      await db.updateTable('audit').set({ subject, hash: before }).where('id', '=', id).execute()
    }
    await db.updateTable('audit_chains').set({ hash: before }).where('chain', '=', chain).execute()
  }
  const as = (token: string) => caller(server.app, token)

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T05:00:10.000Z') })
    folder = mkdtempSync(join(tmpdir(), 'acb-upgrade-'))
    const file = join(folder, 'auto-comment-bot.db')
    const written = new Sqlite(file)
    written.exec(readFileSync('tests/support/fixtures/data-of-0074.sql', 'utf8'))
    written.close()
    server = await startTestServer(async () => {
      const opened = await openDatabase({ file })
      return { ...opened, location: { file }, remove: () => opened.close() }
    })
  })
  afterEach(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
    vi.useRealTimers()
  })

  it('keeps everybody signed in, including scripts, and the first operator as administrator', async () => {
    const file = join(folder, 'instance.json')
    writeFileSync(file, JSON.stringify({ instance: 'd30c6a55-a1d5-4559-95b7-44071d5431a9', attempt: 0 }))
    writeFileSync(join(folder, 'sessions.mark'), '0')
    expect((await startGeneration(server.database.db, file)).change).toBeUndefined()
    expect((await as(ada.token)('GET', '/auth/me')).body).toMatchObject({ email: 'ada@example.com', is_admin: true })
    expect((await as(bob.token)('GET', '/auth/me')).body).toMatchObject({ email: 'bob@example.com', is_admin: false })
    expect(await as(ada.apiToken)('GET', '/groups')).toMatchObject({ status: 200, body: [{ name: 'ada group' }] })
    expect(await checkTrail(server.database.db)).toMatchObject({ lines: 10, broken: [] })
  })

  it('continues the chains of the audit trail, and shows later changes in them', async () => {
    const { db } = server.database
    await as(ada.token)('POST', '/groups', { name: 'new', description: 'd' })
    expect(await checkTrail(db)).toMatchObject({ lines: 11, broken: [] })
    const chains = await db.selectFrom('audit_chains').select('chain').orderBy('chain').execute()
    for (const { chain } of chains) await rewrite(db, chain)
    expect((await checkTrail(db)).broken).toHaveLength(chains.length)
  })

  it('keeps credentials that decrypt to the typed text', async () => {
    const rows = await server.database.db.selectFrom('accounts').selectAll().orderBy('id').execute()
    const opened = rows.map((row) => ({ username: row.username, ...openCredentials(server.deps.vault, row) }))
    expect(opened).toEqual(sandboxAccounts(2).map(({ group, ...account }) => account))
  })

  it('keeps passwords and second factors, codes and recovery codes', async () => {
    const begin = (name: string) => server.call('POST', '/auth/login', { email: `${name}@example.com`, password })
    expect(await begin('ada')).toMatchObject({ status: 200, body: { access_token: expect.any(String) } })
    const begun = (await begin('bob')).body
    expect(begun).toMatchObject({ factors: ['app'] })
    const { challenge } = begun as { challenge: string }
    const answer = (code: string) => server.call('POST', '/auth/login/code', { challenge, code })
    expect((await answer('000000')).status).toBe(422)
    expect((await answer(codeAt(bob.secret, 0))).status).toBe(200)
    const again = (await begin('bob')).body as { challenge: string }
    const body = { challenge: again.challenge, code: bob.recoveryCode }
    expect((await server.call('POST', '/auth/login/code', body)).status).toBe(200)
  })

  it('accepts a passkey beside the existing factors', async () => {
    const device = createAuthenticator()
    const call = as(ada.token)
    const options = await call('POST', '/auth/passkeys/options', { current_password: password })
    const credential = device.create(options.body as unknown as CreationOptions)
    expect((await call('POST', '/auth/passkeys', { label: 'Blue laptop', credential })).status).toBe(201)
    expect(await server.call('POST', '/auth/login', { email: 'ada@example.com', password })).toMatchObject({
      body: { factors: ['passkey'] },
    })
  })
})
