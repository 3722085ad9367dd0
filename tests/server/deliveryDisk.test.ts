import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { sqlite, type TestDatabase } from '../support/databases'
import { startTestServer, type TestServer } from '../support/server'

/** The file may not grow: SQLite says what it says when the disk is full. */
const fill = ({ db }: TestDatabase) => sql`pragma max_page_count = 1`.execute(db)
const makeRoom = ({ db }: TestDatabase) => sql`pragma max_page_count = 1000000`.execute(db)

describe('a disk that is full', () => {
  let server: TestServer | undefined
  afterEach(() => server?.close())

  it('refuses with a clear error, keeps what it answered, and goes on once there is room', async () => {
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
      body: { detail: 'The server cannot store anything: its disk is full or failing. Try again.' },
    })
    expect(later.status).toBe(201)
    expect((body as { name: string }[]).map(({ name }) => name).sort()).toEqual([...kept, 'later'].sort())
  })
})

describe('an error after which SQLite has rolled back by itself', () => {
  let database: TestDatabase
  afterEach(() => database.remove())

  it('is the error that the caller gets, and the next transaction works', async () => {
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
