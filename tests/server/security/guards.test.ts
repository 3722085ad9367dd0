import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noteEnded, signColumns } from '../../../server/db/generation'
import { retrying } from '../../../server/db/retrying'
import { createCeiling } from '../../../server/security/ceiling'
import { readKeys } from '../../../server/security/vault'
import { databasesHere, sqlite } from '../../support/databases'
import { startGeneration } from '../../support/generation'
import { caller, startTestServer, type TestServer, testSettings } from '../../support/server'

const ada = { email: 'ada@example.com', password: 'correct horse battery' }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acb-guards-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the name in the Host header', () => {
  let server: TestServer
  let port: number

  beforeEach(async () => {
    const settings = { ...testSettings, hostNames: ['console.example'] }
    server = await startTestServer(sqlite.create, { settings })
    port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
  })
  afterEach(() => server.close())

  const ask = (host: string, path = '/api/v1/meta') =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ port, path, headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
        .on('error', reject)
        .end()
    })

  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:1', '[::1]:3000', 'console.example', 'console.example.:443'])(
    'may be %s',
    async (host) => {
      expect(await ask(host)).toBe(200)
    },
  )

  it.each([
    'rebound.example',
    'localhost.rebound.example',
    'console.example.rebound.example',
    '127.0.0.1.rebound.example',
    '10.0.0.1',
  ])('may not be "%s": a stranger’s page under a name that points here reads nothing', async (host) => {
    expect([await ask(host), await ask(host, '/')]).toEqual([421, 421])
  })

  it.each(['/healthz', '/readyz'])('may be any name for health checks and metrics: %s', async (path) => {
    expect(await ask('10.0.0.1', path)).toBe(200)
  })

  it('is refused if it appears twice', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      let text = ''
      socket.setEncoding('latin1').on('data', (piece) => {
        text += piece
      })
      socket.on('close', () => resolve(text))
      socket.end('GET /api/v1/meta HTTP/1.1\r\nhost: localhost\r\nhost: rebound.example\r\nconnection: close\r\n\r\n')
    })
    expect(answer.split(' ')[1]).toBe('400')
  })
})

describe('the key of the credentials', () => {
  it('is not used if others on this machine can read it', () => {
    readKeys(undefined, folder)
    for (const mode of [0o640, 0o604, 0o660]) {
      chmodSync(join(folder, 'credentials.key'), mode)
      expect(() => readKeys(undefined, folder)).toThrow(
        /credentials\.key can be read by others .+: run chmod 600 on it$/,
      )
    }
    chmodSync(join(folder, 'credentials.key'), 0o600)
    expect(readKeys(undefined, folder)).toHaveLength(1)
  })
})

describe.each(databasesHere())('sessions on $name', ({ create }) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startTestServer(create)
  })
  afterEach(() => server.close())

  const restart = async (name = 'instance.json') =>
    (await startGeneration(server.database.db, join(folder, name))).isTurnedBack
  const counted = () =>
    server.database.db.selectFrom('instance').selectAll().where('key', '=', 'sessions_ended').execute()
  const countAgain = async (rows: Awaited<ReturnType<typeof counted>>) => {
    await server.database.db.deleteFrom('instance').where('key', '=', 'sessions_ended').execute()
    if (rows.length > 0) await server.database.db.insertInto('instance').values(rows).execute()
  }

  it('that were ended stay ended when an older copy of the database returns', async () => {
    const { db, dialect } = server.database
    expect(await restart()).toBe(false)
    const { token, call } = await server.operator(ada.email)
    const backup = await db.selectFrom('sessions').selectAll().execute()
    const before = await counted()
    expect(await restart()).toBe(false)
    await call('POST', '/auth/logout')
    expect(await restart()).toBe(false)

    await db.insertInto('sessions').values(backup).execute()
    await countAgain(before)
    expect(await restart()).toBe(true)
    expect((await caller(server.app, token)('GET', '/groups')).status).toBe(401)
    expect(await restart()).toBe(false)

    await server.operator('bob@example.com')
    expect(await restart('another.json')).toBe(dialect === 'sqlite')
    expect(await db.selectFrom('sessions').selectAll().execute()).toHaveLength(dialect === 'sqlite' ? 0 : 1)
  })

  it('end if a database arrives without its data folder, even if none was ever ended', async () => {
    await restart()
    const { token } = await server.operator(ada.email)
    expect(await counted()).toEqual([])
    if (server.database.dialect === 'postgres') {
      await server.database.db
        .updateTable('instance')
        .set({ value: 'another cluster' })
        .where('key', '=', 'database_place')
        .execute()
    }
    expect(await restart('another.json')).toBe(true)
    expect((await caller(server.app, token)('GET', '/groups')).status).toBe(401)
    const { subject, detail } = await server.database.db
      .selectFrom('audit')
      .select(['subject', 'detail'])
      .where('action', '=', 'access.restored')
      .executeTakeFirstOrThrow()
    expect([subject, detail]).toEqual([null, expect.stringMatching(/^(?:this is not the database|the tables)/)])
  })

  it('that were not ended because their transaction failed do not end all sessions at the next start', async () => {
    const { db } = server.database
    await restart()
    const fail = () =>
      retrying(db, async (trx) => {
        await noteEnded(trx)
        await noteEnded(trx)
        throw new Error('no commit')
      })
    await expect(fail()).rejects.toThrow('no commit')
    expect(await restart()).toBe(false)
    const { call } = await server.operator(ada.email)
    const before = await counted()
    await expect(fail()).rejects.toThrow('no commit')
    await call('POST', '/auth/logout')
    await countAgain(before)
    expect(await restart()).toBe(true)
  })

  it('that are ended during a claim do not end all sessions', async () => {
    const { db } = server.database
    const { generation } = await startGeneration(db, join(folder, 'instance.json'))
    const { call } = await server.operator(ada.email)
    const judge = generation.judging()
    const read = await db.selectNoFrom(signColumns(db)).executeTakeFirstOrThrow()
    await call('POST', '/auth/logout')
    expect([judge(read), generation.judging()(read)]).toEqual([true, false])
  })
})

describe('guessing the password of one account', () => {
  it('from many addresses is slowed and then refused, but not for the owner at an address of an earlier sign-in', async () => {
    const ceiling = { failures: 3, window: 60_000, pause: 60_000, waiting: 1 }
    const server = await startTestServer(sqlite.create, { ceiling })
    await server.operator(ada.email)
    let settled = 0
    const attempt = async (remoteAddress: string, password: string) => {
      const payload = { email: ada.email, password }
      const answer = await server.app.inject({ method: 'POST', url: '/api/v1/auth/login', remoteAddress, payload })
      settled += 1
      return answer.statusCode
    }
    expect(await attempt('127.0.0.1', ada.password)).toBe(200)
    for (const last of [1, 2, 3]) expect(await attempt(`192.0.2.${last}`, 'a guess')).toBe(401)
    const slowed = [4, 5].map((last) => attempt(`192.0.2.${last}`, 'a guess'))
    expect(await attempt('192.0.2.6', 'a guess')).toBe(429)
    expect(await attempt('127.0.0.1', ada.password)).toBe(200)
    expect([settled, slowed.length]).toEqual([6, 2])
    await server.app.close()
    await server.database.remove()
  })

  it('is forgiven after an hour and no sooner, and does not slow other accounts', async () => {
    let now = 1
    const hourly = { failures: 2, window: 60 * 60_000, pause: 10, waiting: 0 }
    const ceiling = createCeiling(hourly, { now: () => now })
    const isSlowed = async (account: string) => {
      const both = await Promise.allSettled([ceiling.pass(account, false), ceiling.pass(account, false)])
      return both.some(({ status }) => status === 'rejected')
    }
    ceiling.failed('ada@example.com')
    expect(await isSlowed('ada@example.com')).toBe(false)
    ceiling.failed('ada@example.com')
    ceiling.failed('bob@example.com')
    expect([await isSlowed('ada@example.com'), await isSlowed('bob@example.com')]).toEqual([true, false])
    now += hourly.window
    expect(await isSlowed('ada@example.com')).toBe(true)
    now += 1
    expect(await isSlowed('ada@example.com')).toBe(false)
  })
})
