import { setTimeout as delay } from 'node:timers/promises'
import { CompiledQuery, type Kysely, type KyselyPlugin, SqliteQueryCompiler, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../server/db/database'
import { migrations } from '../../server/db/migrations'
import type { Database } from '../../server/db/schema'
import { findActiveAccount, listAccounts, listAccountsAfter } from '../../server/repositories/accounts'
import { databases, sqlite } from '../support/databases'

describe.each(databases)('the database on $name', ({ create }) => {
  it('is migrated once by processes that start at the same time', async () => {
    const first = await create()
    const others = await Promise.all([1, 2, 3].map(() => openDatabase(first.location)))
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(first.db)
    await Promise.all(others.map((other) => other.close()))
    await first.remove()
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations(first.dialect)))
  })

  it('is not opened by a version older than the one that wrote it, which is said', async () => {
    const database = await create()
    await sql`insert into kysely_migration (name, timestamp) values ('9999-tomorrow', '2026-01-01')`.execute(
      database.db,
    )
    const older = openDatabase(database.location)
    await expect(older).rejects.toThrow('Database: a newer version has written it (9999-tomorrow)')
    await database.remove()
  })

  it('answers counts, sums and identities as numbers', async () => {
    const { db, remove } = await create()
    const user = { email: 'a@example.com', username: 'a', password_hash: 'x', created_at: '2026-01-01T00:00:00.000Z' }
    const inserted = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
    const counted = await db
      .selectFrom('users')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('id').as('sum')])
      .executeTakeFirstOrThrow()
    await remove()
    expect([inserted, counted]).toEqual([{ id: 1 }, { count: 1, sum: 1 }])
  })

  it('lets a transaction wait for another connection and commits both', async () => {
    const first = await create()
    const second = await openDatabase(first.location)
    const set = (opened: OpenDatabase, key: string) =>
      opened.db.transaction().execute(async (trx) => {
        await trx.insertInto('instance').values({ key, value: key }).execute()
        await delay(30)
        await trx
          .insertInto('instance')
          .values({ key: `${key} again`, value: key })
          .execute()
      })
    await Promise.all([set(first, 'a'), set(second, 'b'), set(first, 'c'), set(second, 'd')])
    const rows = await first.db.selectFrom('instance').select('key').orderBy('key').execute()
    await second.close()
    await first.remove()
    expect(rows.map((row) => row.key)).toEqual(['a', 'a again', 'b', 'b again', 'c', 'c again', 'd', 'd again'])
  })

  it('rolls back as a whole and goes on after a broken constraint', async () => {
    const { db, remove } = await create()
    const failed = await db
      .transaction()
      .execute(async (trx) => {
        await trx.insertInto('instance').values({ key: 'a', value: '1' }).execute()
        await trx.insertInto('instance').values({ key: 'a', value: '2' }).execute()
      })
      .then(
        () => 'committed',
        () => 'rolled back',
      )
    await db.insertInto('instance').values({ key: 'b', value: '3' }).execute()
    const rows = await db.selectFrom('instance').selectAll().execute()
    await remove()
    expect([failed, rows]).toEqual(['rolled back', [{ key: 'b', value: '3' }]])
  })

  it('tells of every query, and whether it failed', async () => {
    const first = await create()
    const told: [string, boolean][] = []
    const { db, close } = await openDatabase(first.location, undefined, ({ sql, seconds, failed }) => {
      if (sql.includes('instance') && seconds > 0) told.push([sql.split(' ', 1)[0] ?? '', failed])
    })
    const store = () => db.insertInto('instance').values({ key: 'a', value: '1' }).execute()
    await store()
    await expect(store()).rejects.toThrow()
    await db.selectFrom('instance').select('key').execute()
    await close()
    await first.remove()
    expect(told).toEqual([
      ['insert', false],
      ['insert', true],
      ['select', false],
    ])
  })
})

describe('the accounts of an operator on SQLite', () => {
  it.each([
    ['page by page', (db: Kysely<Database>) => listAccountsAfter(db, 1, 5, 10)],
    ['the oldest active one', (db: Kysely<Database>) => findActiveAccount(db, 1)],
    ['those of a group', (db: Kysely<Database>) => listAccounts(db, 1, 'a')],
  ])('are read in the order of an index, without sorting: %s', async (_what, read) => {
    const { db, remove } = await sqlite.create()
    const asked: CompiledQuery[] = []
    const listener: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        asked.push(new SqliteQueryCompiler().compileQuery(node, queryId))
        return node
      },
      transformResult: async ({ result }) => result,
    }
    await read(db.withPlugin(listener))
    const plans = await Promise.all(
      asked.map((query) =>
        db.executeQuery<{ detail: string }>(
          CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
        ),
      ),
    )
    await remove()
    const steps = plans.flatMap(({ rows }) => rows.map(({ detail }) => detail))
    expect(steps.filter((step) => /accounts|TEMP B-TREE/.test(step))).toEqual([
      expect.stringMatching(/^SEARCH accounts USING INDEX accounts_(owner_id_id|group_id) /),
    ])
  })
})
