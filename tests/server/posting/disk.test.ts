import { mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createGeneration, endings } from '../../../server/db/generation'
import { databasesHere, sqlite, type TestDatabase } from '../../support/databases'
import { type Bench, createBench } from '../../support/delivery'
import { startTestServer, type TestServer } from '../../support/server'
import { until } from '../../support/waiting'

/** SQLite reports the same when the disk is full. */
const fill = ({ db }: TestDatabase) => sql`pragma max_page_count = 1`.execute(db)
const makeRoom = ({ db }: TestDatabase) => sql`pragma max_page_count = 1000000`.execute(db)

describe('a disk that is full', () => {
  let server: TestServer | undefined
  afterEach(() => server?.close())

  it('is reported with a clear error, answers reads, and accepts writes again when there is room', async () => {
    server = await startTestServer(sqlite.create)
    const { call } = await server.operator('a@example.com')
    const make = (name: string) => call('POST', '/groups', { name, description: 'd'.repeat(900) })
    await fill(server.database)
    const kept: string[] = []
    let refused = await make('group 0')
    for (let each = 1; refused.status === 201; each += 1) {
      kept.push(`group ${each - 1}`)
      refused = await make(`group ${each}`)
    }
    await makeRoom(server.database)
    const later = await make('later')
    const { body } = await call('GET', '/groups')
    expect(refused).toEqual({
      status: 503,
      body: { detail: "The server's disk is full or failing, so nothing can be stored. Try again later." },
    })
    expect(later.status).toBe(201)
    expect((body as { name: string }[]).map(({ name }) => name).sort()).toEqual([...kept, 'later'].sort())
  })
})

describe.each(databasesHere())('a data folder that cannot be written beside $name', (kind) => {
  let server: TestServer | undefined
  let bench: Bench | undefined
  afterEach(async () => {
    await server?.close()
    await bench?.dispose()
  })

  it.each([
    ['ENOSPC', "The server's disk is full or failing, so nothing can be stored. Try again later."],
    ['EROFS', "The server's disk is read-only, so nothing can be stored. Ask your administrator."],
  ])('refuses a sign-out with the reason, and keeps the session (%s)', async (code, detail) => {
    const write = vi.fn(() => {
      throw Object.assign(new Error(`${code}: no writing`), { code })
    })
    server = await startTestServer(kind.create)
    endings.set(server.database.db.getExecutor().adapter, { begin: write, commit: () => undefined })
    const ada = await server.operator('ada@example.com')
    expect(await ada.call('POST', '/auth/logout')).toEqual({ status: 503, body: { detail } })
    expect((await ada.call('GET', '/groups')).status).toBe(200)
  })

  it('stops sending, reports it once, costs one attempt and no budget, and resumes automatically', async () => {
    bench = await createBench(kind, 2, { concurrency: 1 })
    const { db, instanceFile, x } = bench
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    const generation = createGeneration(instanceFile)
    const renew = vi.spyOn(generation, 'renew')
    const delivery = bench.restarted({}, instanceFile, { log, generation })
    await delivery.start()
    rmSync(instanceFile)
    mkdirSync(instanceFile)
    const task = await bench.sendBatch(2, delivery)
    const attempts = () => db.selectFrom('attempts').select(['outcome']).orderBy('id').execute()
    await until(async () => (await attempts()).some(({ outcome }) => outcome === 'unsent'))
    for (let woken = 0; woken < 3; woken += 1) {
      const before = renew.mock.calls.length
      delivery.wake()
      await until(() => renew.mock.calls.length > before)
    }
    expect(await attempts()).toEqual([{ outcome: 'unsent' }])
    expect((await bench.items(task)).map(({ state }) => state)).toEqual(['queued', 'queued'])
    const charges = db.selectFrom('charges').select(['micros', 'resources', 'settled_at'])
    expect(await charges.execute()).toEqual([{ micros: 0, resources: 0, settled_at: expect.any(String) }])
    expect([x.requests, log.error.mock.calls.map(([, message]) => message)]).toEqual([
      [],
      ['delivery: stopped sending, because the data folder cannot be written'],
    ])
    server = await startTestServer(sqlite.create, { delivery })
    const ready = () => server?.app.inject('/readyz').then((answer) => answer.json())
    const sending = "Nothing is sent: The server's data folder cannot be written."
    expect(await ready()).toEqual({ status: 'ready', sending })

    rmdirSync(instanceFile)
    delivery.wake()
    await bench.atRest()
    expect((await bench.items(task)).map(({ state }) => state)).toEqual(['completed', 'completed'])
    expect(await ready()).toEqual({ status: 'ready' })
  })
})

describe('a database file that is removed under a running server', () => {
  let server: TestServer
  afterEach(() => server.close())

  it('refuses every write, which would be lost, until the file is back', async () => {
    server = await startTestServer(sqlite.create)
    if (!('file' in server.database.location)) throw new Error('a file is needed')
    const { file } = server.database.location
    const { call } = await server.operator('ada@example.com')
    const make = (name: string) => call('POST', '/groups', { name, description: 'd' })
    renameSync(file, `${file}.away`)
    expect(await make('lost')).toEqual({
      status: 503,
      body: { detail: 'The database file was removed or replaced: restart the server' },
    })
    expect((await server.app.inject('/readyz')).statusCode).toBe(503)
    renameSync(`${file}.away`, file)
    expect([(await make('kept')).status, (await server.app.inject('/readyz')).statusCode]).toEqual([201, 200])
  })
})

describe('an error after which SQLite has rolled back on its own', () => {
  let database: TestDatabase
  afterEach(() => database.remove())

  it('is returned to the caller, and the next transaction works', async () => {
    database = await sqlite.create()
    const { db } = database
    const write = (statement: string) =>
      db
        .transaction()
        .execute((trx) => sql`${sql.raw(statement)} into instance (key, value) values ('a', 'b')`.execute(trx))
    await write('insert')
    await expect(write('insert or rollback')).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' })
    await write('insert or replace')
    expect(await db.selectFrom('instance').select('value').where('key', '=', 'a').execute()).toEqual([{ value: 'b' }])
  })
})
