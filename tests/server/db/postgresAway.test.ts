import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgresDialect } from '../../../server/db/postgres'
import type { Database } from '../../../server/db/schema'
import { whyUnavailable } from '../../../server/db/unavailable'
import { end, launchServer, startServer } from '../../../torture/support/processes'
import { databases, type TestDatabase } from '../../support/databases'
import { startTestServer } from '../../support/server'
import { eventually, until } from '../../support/waiting'

/** A proxy to PostgreSQL that can be shut (nobody is there) and frozen (nothing passes, and nobody notices). */
const startWay = async (address: string) => {
  const target = new URL(address)
  const sockets = new Set<Socket>()
  let isShut = false
  let isFrozen = false
  let tried = 0
  const way = createServer((inward) => {
    tried += 1
    if (isShut) return inward.destroy()
    const outward = connect(join(target.searchParams.get('host') ?? '', '.s.PGSQL.5432'))
    for (const [from, to] of [
      [inward, outward],
      [outward, inward],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('data', (bytes) => isFrozen || to.write(bytes))
      from.on('close', () => isFrozen || to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(way, 'listening')
  return {
    url: `postgres://postgres@127.0.0.1:${(way.address() as AddressInfo).port}${target.pathname}`,
    tried: () => tried,
    shut: (shut: boolean) => {
      isShut = shut
    },
    freeze: (frozen: boolean) => {
      isFrozen = frozen
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      way.close()
    },
  }
}

const postgres = databases.filter(({ name }) => name === 'PostgreSQL')

describe.each(postgres)('if $name is away', ({ create }) => {
  let database: TestDatabase
  let way: Awaited<ReturnType<typeof startWay>>
  let folder: string
  let env: Record<string, string>
  beforeEach(async () => {
    database = await create()
    way = await startWay('url' in database.location ? database.location.url : '')
    folder = mkdtempSync(join(tmpdir(), 'acb-away-'))
    env = { PORT: '0', DATA_DIR: folder, DATABASE_URL: way.url, X_TIMEOUT_SECONDS: '1' }
  })
  afterEach(async () => {
    way.close()
    await database.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  it('a start waits for the database, and ends at once on a signal', async () => {
    way.shut(true)
    const patient = launchServer(env)
    await until(() => way.tried() >= 2)
    const stopped = launchServer({ ...env, DATA_DIR: join(folder, 'other'), LOG_LEVEL: 'warn' })
    await stopped.spoke
    expect(await end(stopped.child, 'SIGTERM')).toBe(0)
    way.shut(false)
    await patient.spoke
    expect(await end(patient.child, 'SIGTERM')).toBe(0)
  })

  it('a start waits for a database that accepts the connection without answering', async () => {
    way.freeze(true)
    const patient = launchServer(env)
    await until(() => way.tried() >= 2)
    way.freeze(false)
    await patient.spoke
    expect(await end(patient.child, 'SIGTERM')).toBe(0)
  })

  it('a server stops even if its connections never answer again', async () => {
    const server = await startServer(env)
    way.freeze(true)
    expect(await end(server.child, 'SIGTERM')).toBe(0)
  })

  it('a statement without an answer fails with the reason, its connection is closed, and the next one works', async () => {
    const db = new Kysely<Database>({ dialect: postgresDialect(way.url, () => undefined, 200) })
    const one = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows)
    expect(await one()).toEqual([{ one: 1 }])
    way.freeze(true)
    const failed = await one().catch((error: unknown) => error)
    way.freeze(false)
    expect(String(failed)).toContain('PostgreSQL did not answer within 200 ms')
    expect(whyUnavailable(failed)).toBe('The database does not answer. Try again.')
    expect(await one()).toEqual([{ one: 1 }])
    await db.destroy()
  })

  it('if read only, like a standby, reads continue and writes fail with 503 and the reason', async () => {
    const server = await startTestServer(create)
    const me = await server.operator('ada@example.com')
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.database.db)
    const name = sql.id(rows[0]?.name ?? '')
    await sql`alter database ${name} set default_transaction_read_only = on`.execute(server.database.db)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(server.database.db)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(server.database.db).catch(() => undefined)
    const create503 = () => me.call('POST', '/groups', { name: 'one', description: 'one' })
    await eventually(async () => {
      const { status, body } = await create503()
      expect([status, body]).toEqual([
        503,
        { detail: 'The database cannot be written now; a failover may be in progress. Try again.' },
      ])
    })
    expect((await me.call('GET', '/groups')).status).toBe(200)
    await server.close()
  })
})

describe('the reason why the database cannot be used', () => {
  const told = (error: unknown) => whyUnavailable(error)?.replace(' Try again.', '')
  const withCode = (code: string | undefined) => Object.assign(new Error('no'), { code })

  it.each([
    [['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_WRITE', '53100', '58030'], /disk is full/],
    [['ENOSPC', 'EDQUOT'], /disk is full/],
    [['EROFS'], /is read-only/],
    [['SQLITE_BUSY'], /^Another program/],
    [['25006'], /cannot be written now/],
    [['53300', '53200'], /accepts no more connections/],
    [['40001', '40P01'], /at the same time/],
    [['57014', '55P03', '25P03'], /took too long/],
    [['08006', '57P01', '57P03', 'ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND'], /does not answer/],
  ])('is known by %j', (codes, reason) => {
    for (const code of codes) expect(told(withCode(code))).toMatch(reason)
  })

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Client has encountered a connection error and is not queryable',
  ])('is recognised by the words "%s"', (words) => {
    expect(told(new Error(words))).toBe('The database does not answer.')
  })

  it.each(['SQLITE_CONSTRAINT_UNIQUE', '23505', '28P01', undefined])('is not recognised in %s', (code) => {
    expect(told(withCode(code))).toBeUndefined()
  })
})
