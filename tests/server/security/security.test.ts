import fs, { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import { updateAccount } from '../../../server/features/accounts/accounts.store'
import { rotateCredentials } from '../../../server/features/accounts/rotation.store'
import { createLog, ofRequest } from '../../../server/log'
import { openCredentials, sealCredentials } from '../../../server/security/credentials'
import { createLimiter } from '../../../server/security/limiter'
import { verifyPassword } from '../../../server/security/passwords'
import { createVault, readKeys } from '../../../server/security/vault'
import { credentialNames } from '../../../src/schemas/accounts/accounts'
import { databasesHere, sqlite } from '../../support/databases'
import { startTestServer, type TestServer, testKey } from '../../support/server'
import { sampleAccount } from '../../support/serverFakes'

const otherKey = Buffer.alloc(32, 9)

describe('the log', () => {
  it('replaces every secret, three levels deep', () => {
    const lines: string[] = []
    const secrets = ['password', 'client_secret', 'refresh_token', 'previous_refresh_token', 'accessToken']
    const more = ['refreshToken', 'clientSecret', 'verifier', 'bearer']
    const leaking = Object.fromEntries([...secrets, ...more].map((name) => [name, `leaked ${name}`]))
    createLog('info', { write: (line) => lines.push(line) }).info({ ...leaking, a: leaking, b: { c: leaking } }, 'said')
    expect(lines).toEqual([expect.stringContaining('said')])
    expect(lines.join()).not.toContain('leaked')
  })

  it("contains the request's id in each of its lines, and replaces secrets in them too", () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) }).child({ part: 'http' })
    const ofOne = ofRequest(log, 'an "id"')
    ofOne.error({ err: Object.assign(new Error('refused'), { password: 'leaked' }), token: 'leaked' }, 'failed')
    ofOne.child({ step: 2 }).info('went on')
    log.info('another')
    expect(lines.join()).not.toContain('leaked')
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ part: 'http', reqId: 'an "id"', msg: 'failed' }),
      expect.objectContaining({ part: 'http', reqId: 'an "id"', step: 2, msg: 'went on' }),
      expect.not.objectContaining({ reqId: expect.anything() }),
    ])
  })

  it('contains a failed call under the id of its answer', async () => {
    const lines: string[] = []
    const server = await startTestServer(sqlite.create, {
      log: createLog('info', { write: (line) => lines.push(line) }),
    })
    const ada = await server.operator('ada@example.com')
    vi.spyOn(server.deps.db, 'selectFrom').mockImplementation(() => {
      throw new Error('out of order')
    })
    const headers = { authorization: `Bearer ${ada.token}` }
    const { statusCode, headers: answered } = await server.app.inject({ url: '/api/v1/groups', headers })
    vi.restoreAllMocks()
    await server.close()
    const told = lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === answered['x-request-id'])
    expect([statusCode, told.map(({ msg }) => msg)]).toEqual([500, ['http: request failed', 'http: call']])
    expect(told[1]).toMatchObject({ method: 'GET', route: '/api/v1/groups', status: 500 })
  })
})

describe('the vault', () => {
  const vault = createVault([testKey])

  it('decrypts its own ciphertext of any text', () => {
    for (const plain of ['', 'secret', 'Ω 🦊', 'x'.repeat(4096)]) {
      expect(vault.open(vault.seal(plain, 'here'), 'here')).toBe(plain)
    }
  })

  it('encrypts the same text differently each time', () => {
    const ivs = Array.from({ length: 1000 }, () => vault.seal('secret', 'here').split('.')[2])
    expect(new Set(ivs).size).toBe(1000)
  })

  it('decrypts nothing for another place, by another key or after a change', () => {
    const sealed = vault.seal('secret', 'accounts/1/mara/api_key')
    const [format, key, iv, body = ''] = sealed.split('.')
    const flipped = `${body.startsWith('A') ? 'B' : 'A'}${body.slice(1)}`
    expect(() => vault.open(sealed, 'accounts/2/mara/api_key')).toThrow()
    expect(() => createVault([otherKey]).open(sealed, 'accounts/1/mara/api_key')).toThrow('not configured')
    expect(() => vault.open([format, key, iv, flipped].join('.'), 'accounts/1/mara/api_key')).toThrow()
    expect(() => vault.open('', 'here')).toThrow('not configured')
  })

  it('decrypts with an older key and encrypts with the newest', () => {
    const both = createVault([otherKey, testKey])
    expect(both.open(vault.seal('secret', 'here'), 'here')).toBe('secret')
    expect(createVault([otherKey]).open(both.seal('secret', 'here'), 'here')).toBe('secret')
  })
})

describe('the keys', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'acb-keys-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('are read from the configuration, newest first', () => {
    expect(readKeys(` ${otherKey.toString('base64')} , ${testKey.toString('base64')}`, folder)).toEqual([
      otherKey,
      testKey,
    ])
  })

  it('are otherwise created once, in a file that only its owner can read', () => {
    const flush = vi.spyOn(fs, 'fsyncSync')
    const made = readKeys(undefined, join(folder, 'data'))
    expect(flush).toHaveBeenCalledTimes(1)
    flush.mockRestore()
    expect(made.map((key) => key.length)).toEqual([32])
    expect(readKeys(undefined, join(folder, 'data'))).toEqual(made)
    const file = join(folder, 'data', 'credentials.key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8').trim()).toBe(made[0].toString('base64'))
  })

  it('that are not 32 bytes are named, but not printed', () => {
    const good = testKey.toString('base64')
    expect(() => readKeys('c2hvcnQ=', folder)).toThrow(
      'CREDENTIALS_KEY, key 1: must be 32 bytes in base64 (openssl rand -base64 32)',
    )
    expect(() => readKeys(`${good},oops`, folder)).toThrow('CREDENTIALS_KEY, key 2: must be 32 bytes in base64')
  })
})

describe.each(databasesHere())('changing the key on $name', ({ create }) => {
  let server: TestServer
  afterEach(() => server.close())

  it('encrypts every account again, once, and then no longer needs the old key', async () => {
    server = await startTestServer(create)
    const { db } = server.database
    const ada = await server.operator('ada@example.com')
    await rotateCredentials(db, createVault([testKey]))
    for (const name of ['mara', 'jonas', 'lena']) await ada.call('POST', '/twitter/accounts', sampleAccount(name))
    const both = createVault([otherKey, testKey])
    expect(await rotateCredentials(db, both)).toBe(3)
    expect(await rotateCredentials(db, both)).toBe(0)
    const alone = createVault([otherKey])
    expect(await rotateCredentials(db, alone)).toBe(0)
    const rows = await db.selectFrom('accounts').selectAll().orderBy('id').execute()
    const { username, group, ...mara } = sampleAccount('mara')
    expect(rows.map((row) => openCredentials(alone, row)).at(0)).toEqual(mara)
  })

  it('encrypts the one field again that a process with the older key has written since', async () => {
    server = await startTestServer(create)
    const { db } = server.database
    const ada = await server.operator('ada@example.com')
    await ada.call('POST', '/twitter/accounts', sampleAccount('mara'))
    const both = createVault([otherKey, testKey])
    expect(await rotateCredentials(db, both)).toBe(1)
    for (const name of credentialNames) {
      expect((await ada.call('PUT', '/twitter/accounts/1', { [name]: `newer-${name}` })).status).toBe(200)
      expect(await rotateCredentials(db, both)).toBe(1)
    }
    const row = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
    expect(openCredentials(createVault([otherKey]), row)).toEqual(
      Object.fromEntries(credentialNames.map((name) => [name, `newer-${name}`])),
    )
  })

  it('keeps the fields that another process stores at the same time', async () => {
    server = await startTestServer(create)
    const { db, location } = server.database
    const ada = await server.operator('ada@example.com')
    await ada.call('POST', '/twitter/accounts', sampleAccount('mara'))
    const elsewhere = await openDatabase(location)
    const both = createVault([otherKey, testKey])
    for (const name of credentialNames) {
      let stored = false
      const store = () =>
        elsewhere.db
          .transaction()
          .execute((trx) => updateAccount(trx, server.deps.vault, 1, 1, { [name]: `newer-${name}` }))
      const { username, group, ...credentials } = sampleAccount('mara')
      const holder = { owner_id: 1, username_key: 'mara' }
      await db
        .updateTable('accounts')
        .set(sealCredentials(server.deps.vault, holder, credentials))
        .execute()
      await rotateCredentials(
        db.withPlugin({
          transformQuery: ({ node }) => node,
          async transformResult({ result }) {
            if (!stored && result.rows.some((row) => name in row)) {
              stored = true
              await store()
            }
            return result
          },
        }),
        both,
      )
      const row = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
      expect([stored, openCredentials(both, row)[name]]).toEqual([true, `newer-${name}`])
    }
    await elsewhere.close()
  })

  it('is refused at the start if the new key never encrypted this database', async () => {
    server = await startTestServer(create)
    await rotateCredentials(server.database.db, createVault([testKey]))
    await expect(rotateCredentials(server.database.db, createVault([otherKey]))).rejects.toThrow(
      'is not the key that encrypted this database',
    )
  })
})

describe('the limiter', () => {
  it('runs two tasks at once and the rest in turn, whether they fail or not', async () => {
    const limit = createLimiter(2)
    const log: string[] = []
    const releases: (() => void)[] = []
    const work = (name: string) =>
      limit(async () => {
        log.push(`${name} begins`)
        await new Promise<void>((resolve) => releases.push(resolve))
        log.push(`${name} ends`)
        if (name === 'a') throw new Error(name)
      }).catch((error: Error) => log.push(`${error.message} failed`))
    const all = Promise.all(['a', 'b', 'c'].map(work))
    expect(log).toEqual(['a begins', 'b begins'])
    for (let index = 0; index < 3; index += 1) {
      releases[index]?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await all
    expect(log).toEqual(['a begins', 'b begins', 'a ends', 'c begins', 'a failed', 'b ends', 'c ends'])
  })
})

describe('a password', () => {
  it('never matches for an unknown operator, not even the words of the hash used for comparison', async () => {
    expect(await verifyPassword(undefined, 'nobody has this password')).toEqual({ matches: false })
  })
})
