import { renameSync } from 'node:fs'
import { sql } from 'kysely'
import Sqlite from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqlite } from '../../support/databases'
import { type Operator, startTestServer, type TestServer } from '../../support/server'

describe('an SQLite file', () => {
  let server: TestServer
  let me: Operator
  let file: string

  beforeEach(async () => {
    server = await startTestServer(sqlite.create)
    me = await server.operator('ada@example.com')
    file = 'file' in server.database.location ? server.database.location.file : ''
  })
  afterEach(() => server.close())

  it('is read while another program holds its write lock; writes fail with 503 together, and continue after the release', async () => {
    const other = new Sqlite(file)
    other.exec('begin immediate')
    const writes = ['one', 'two', 'three'].map((name) => me.call('POST', '/groups', { name, description: name }))
    const read = await me.call('GET', '/groups')
    const refused = await Promise.all(writes)
    other.exec('rollback')
    const after = await me.call('POST', '/groups', { name: 'four', description: 'again' })
    other.close()
    expect([read.status, read.body, after.status]).toEqual([200, [], 201])
    expect(refused.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 3 }, () => [503, { detail: 'Another program locks the database. Try again.' }]),
    )
  })

  it('is also read by statements that begin with `with` while it is locked, and written by statements that end in a write', async () => {
    const { db } = server.database
    const counted = sql<{ n: number }>`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 3) select n from numbers`
    const other = new Sqlite(file)
    other.exec('begin immediate')
    const { rows } = await counted.execute(db)
    other.exec('rollback')
    other.close()
    await sql`with named(key) as (select 'a') insert into instance (key, value) select key, '1' from named`.execute(db)
    const written = await db.selectFrom('instance').select('value').where('key', '=', 'a').execute()
    expect([rows, written]).toEqual([[{ n: 1 }, { n: 2 }, { n: 3 }], [{ value: '1' }]])
  })

  it('lets reads continue while our own transaction waits', async () => {
    let meanwhile: unknown[] | undefined
    const stored = server.database.db.selectFrom('instance').select('key').where('key', '=', 'a')
    await server.database.db.transaction().execute(async (trx) => {
      await trx.insertInto('instance').values({ key: 'a', value: '1' }).execute()
      meanwhile = await stored.execute()
    })
    const after = await stored.execute()
    expect([meanwhile, after]).toEqual([[], [{ key: 'a' }]])
  })

  it('that was removed while the server runs is reported by readyz at once', async () => {
    const ready = async () => (await server.app.inject({ method: 'GET', url: '/readyz' })).statusCode
    const before = await ready()
    renameSync(file, `${file}.gone`)
    const answer = await server.app.inject({ method: 'GET', url: '/readyz' })
    renameSync(`${file}.gone`, file)
    expect([before, answer.statusCode, answer.json(), await ready()]).toEqual([
      200,
      503,
      { detail: 'The database file was removed or replaced: restart the server' },
      200,
    ])
  })
})
