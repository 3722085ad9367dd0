import type { Insertable } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepared, type Values } from '../../../server/db/prepared'
import type { Database, Row } from '../../../server/db/schema'
import { databasesHere, type TestDatabase } from '../../support/databases'

describe.each(databasesHere())('a prepared query on $name', ({ create }) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await create()
  })
  afterEach(() => database.remove())

  const insert = prepared((db, value: Values<Insertable<Database['instance']>>) =>
    db.insertInto('instance').values({ key: value('key'), value: value('value') }),
  )

  it('is run with the values of each run, beside its constants', async () => {
    const find = prepared((db, value: Values<{ least: string; most: string }>) =>
      db
        .selectFrom('instance')
        .select('key')
        .where('value', '=', 'same')
        .where('key', '<=', value('most'))
        .where('key', '>=', value('least'))
        .orderBy('key'),
    )
    for (const key of ['a', 'b', 'c', 'd']) await insert(database.db, { key, value: key === 'c' ? 'other' : 'same' })
    const found = [
      await find(database.db, { least: 'a', most: 'b' }),
      await find(database.db, { most: 'd', least: 'b' }),
      await find(database.db, { least: 'e', most: 'f' }),
    ]
    expect(found).toEqual([[{ key: 'a' }, { key: 'b' }], [{ key: 'b' }, { key: 'd' }], []])
  })

  it('stores null values as null, and SQL in values as text', async () => {
    const leave = prepared((db, value: Values<Pick<Row<'audit'>, 'subject' | 'detail'>>) =>
      db
        .insertInto('audit')
        .values({ owner_id: null, at: '', action: '', subject: value('subject'), detail: value('detail') })
        .returning(['subject', 'detail']),
    )
    const said = [
      { subject: null, detail: `'); drop table audit; --` },
      { subject: '$1 ?', detail: null },
    ] as const
    const stored = [await leave(database.db, said[0]), await leave(database.db, said[1])]
    expect(stored.flat()).toEqual(said)
  })

  it('belongs to the transaction that runs it', async () => {
    const failing = database.db.transaction().execute(async (trx) => {
      await insert(trx, { key: 'a', value: '1' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await database.db.transaction().execute((trx) => insert(trx, { key: 'b', value: '2' }))
    const stored = database.db.selectFrom('instance').selectAll().where('key', '<>', 'works_beside')
    expect(await stored.execute()).toEqual([{ key: 'b', value: '2' }])
  })

  it('is prepared once for each database', async () => {
    const build = vi.fn((db: TestDatabase['db'], value: Values<{ key: string }>) =>
      db.selectFrom('instance').select('value').where('key', '=', value('key')),
    )
    const find = prepared(build)
    const other = await create()
    for (const { db } of [database, other, database, other]) await find(db, { key: 'a' })
    await database.db.transaction().execute((trx) => find(trx, { key: 'a' }))
    await other.remove()
    expect(build).toHaveBeenCalledTimes(2)
  })
})
