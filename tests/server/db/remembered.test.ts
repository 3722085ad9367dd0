import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import { readOncePerTurn } from '../../../server/db/joinedReads'
import { rememberReads } from '../../../server/db/remembered'
import { Statements } from '../../../server/db/statements'
import { databasesHere, sqlite, type TestDatabase } from '../../support/databases'

describe.each(databasesHere())('a remembered read on $name', ({ create }) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await create()
    await set(database, 'first')
  })
  afterEach(() => database.remove())

  const set = ({ db }: Pick<TestDatabase, 'db'>, value: string) =>
    db
      .insertInto('instance')
      .values({ key: 'a', value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()

  const remembered = () =>
    rememberReads(database.state, async (key) => {
      const row = await database.db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst()
      return row?.value
    })

  it("contains this process's writes", async () => {
    const value = remembered()
    const before = await value('a')
    await set(database, 'second')
    expect([before, await value('a'), await value('b')]).toEqual(['first', 'second', undefined])
  })

  it("contains another process's writes", async () => {
    const value = remembered()
    const before = await value('a')
    const other = await openDatabase(database.location)
    await set(other, 'second')
    const after = await value('a')
    await other.close()
    expect([before, after]).toEqual(['first', 'second'])
  })

  it('never shows uncommitted data, and shows it after the commit', async () => {
    const value = remembered()
    let whileOpen: Promise<string | undefined> | undefined
    await database.db.transaction().execute(async (trx) => {
      await set({ db: trx }, 'second')
      whileOpen = value('a')
    })
    expect(['first', 'second']).toContain(await whileOpen)
    expect(await value('a')).toBe('second')
    await database.db
      .transaction()
      .execute(async (trx) => {
        await set({ db: trx }, 'third')
        whileOpen = value('a')
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    expect([await whileOpen, await value('a')]).toEqual(['second', 'second'])
  })
})

describe('reads of SQLite', () => {
  it('are remembered while nothing is written', async () => {
    const { db, state, remove } = await sqlite.create()
    let reads = 0
    const count = rememberReads(state, async () => {
      reads += 1
      return (await db.selectFrom('users').select('id').execute()).length
    })
    const counted = [await count(''), await count(''), await count('')]
    await remove()
    expect([counted, reads]).toEqual([[0, 0, 0], 1])
  })

  it('share the check for writes with all requests of one turn, after the last of them', async () => {
    const { state, remove } = await sqlite.create()
    const look = state()
    expect(state()).toBe(look)
    await look
    expect(state()).not.toBe(look)
    await remove()

    let reads = 0
    let stored = 'before'
    const read = readOncePerTurn(() => {
      reads += 1
      return stored
    })
    const first = read()
    stored = 'after'
    expect([await Promise.all([first, read()]), reads]).toEqual([['after', 'after'], 1])
    expect([await read(), reads]).toEqual(['after', 2])
  })

  it('are not remembered when something is written before they end', async () => {
    let state = 'before'
    let reads = 0
    const value = rememberReads(
      async () => state,
      async () => {
        state = 'after'
        reads += 1
        return reads
      },
    )
    expect([await value(''), await value(''), await value('')]).toEqual([1, 2, 2])
  })
})

describe('prepared statements', () => {
  let folder: string
  let database: Sqlite.Database
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'acb-statements-'))
    database = new Sqlite(join(folder, 'test.db'))
    database.exec('create table names (name text)')
  })
  afterEach(() => {
    database.close()
    rmSync(folder, { recursive: true })
  })

  it('are prepared once, and again when they were dropped or not used for long', () => {
    const statements = new Statements(database)
    const first = statements.prepare('select 1')
    expect(statements.prepare('select 1')).toBe(first)
    statements.forget('select 1')
    const second = statements.prepare('select 1')
    expect(second).not.toBe(first)
    for (let number = 2; number <= 201; number++) statements.prepare(`select ${number}`)
    expect(statements.prepare('select 1')).not.toBe(second)
  })

  it('see columns that were added since, and block no checkpoint', () => {
    const statements = new Statements(database)
    database.pragma('journal_mode = WAL')
    statements.prepare('insert into names values (?)').run(['Mara'])
    expect(statements.prepare('select * from names').all([])).toEqual([{ name: 'Mara' }])
    const other = new Sqlite(join(folder, 'test.db'))
    other.exec('alter table names add column age integer default 30')
    expect(statements.prepare('select * from names').all([])).toEqual([{ name: 'Mara', age: 30 }])
    expect(other.pragma('wal_checkpoint(truncate)')).toEqual([{ busy: 0, log: 0, checkpointed: 0 }])
    other.close()
  })
})
