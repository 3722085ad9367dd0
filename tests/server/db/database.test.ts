import { setTimeout as delay } from 'node:timers/promises'
import {
  type ColumnMetadata,
  CompiledQuery,
  type Kysely,
  type KyselyPlugin,
  Migrator,
  SqliteQueryCompiler,
  sql,
  type TableMetadata,
} from 'kysely'
import { describe, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../../server/db/database'
import { migrations, worksBeside } from '../../../server/db/migrations'
import type { Database } from '../../../server/db/schema'
import { findActiveAccounts, listAccounts, listAccountsAfter } from '../../../server/features/accounts/accounts.store'
import { databasesHere, sqlite } from '../../support/databases'

const writtenByNewer = async (db: Kysely<Database>, oldestBeside: string): Promise<void> => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-tomorrow', '2026-01-01')`.execute(db)
  await sql`update instance set value = ${oldestBeside} where key = 'works_beside'`.execute(db)
}

const dropAll = async ({ db, dialect }: OpenDatabase): Promise<void> => {
  if (dialect === 'postgres') {
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
    return
  }
  await sql`pragma foreign_keys = off`.execute(db)
  for (const { name } of await db.introspection.getTables()) await sql`drop table ${sql.table(name)}`.execute(db)
  await sql`drop table kysely_migration`.execute(db)
  await sql`drop table kysely_migration_lock`.execute(db)
}

/** Tables and columns that a server of `before` would miss, or not fill in, in `after`. */
const hurtsThoseBeside = (before: TableMetadata[], after: TableMetadata[]): string[] =>
  before.flatMap((table) => {
    const now = after.find(({ name }) => name === table.name)
    if (!now) return [table.name]
    const known = new Map(table.columns.map((column) => [column.name, column]))
    const kept = new Set(now.columns.map(({ name }) => name))
    const isFilledIn = ({ isNullable, hasDefaultValue, isAutoIncrementing }: ColumnMetadata) =>
      isNullable || hasDefaultValue || isAutoIncrementing
    return [
      ...[...known.keys()].filter((name) => !kept.has(name)),
      ...now.columns.flatMap((column) => {
        const old = known.get(column.name)
        return isFilledIn(column) || (old && !isFilledIn(old)) ? [] : [column.name]
      }),
    ].map((column) => `${table.name}.${column}`)
  })

describe.each(databasesHere())('the database on $name', ({ create }) => {
  it('is migrated once by processes that start at the same time', async () => {
    const first = await create()
    const others = await Promise.all([1, 2, 3].map(() => openDatabase(first.location)))
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(first.db)
    await Promise.all(others.map((other) => other.close()))
    await first.remove()
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations(first.dialect)))
  })

  it('is not opened by a version that does not work beside the newer version that wrote it, with a message', async () => {
    const database = await create()
    await writtenByNewer(database.db, '9998-today')
    const older = openDatabase(database.location)
    await expect(older).rejects.toThrow('Database: a newer version has written it (9999-tomorrow)')
    await database.remove()
  })

  it('is opened unchanged by the version before the newer one that wrote it', async () => {
    const database = await create()
    await writtenByNewer(database.db, worksBeside)
    const older = await openDatabase(database.location)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name desc`.execute(older.db)
    await older.close()
    await database.remove()
    expect([older.newer, rows[0]]).toEqual(['9999-tomorrow', { name: '9999-tomorrow' }])
  })

  it('is not opened if it lacks a migration of this version and has an unknown one', async () => {
    const database = await create()
    await writtenByNewer(database.db, worksBeside)
    await sql`delete from kysely_migration where name = '0080-new-answers-of-x'`.execute(database.db)
    const older = openDatabase(database.location)
    const lacking = '(9999-tomorrow), without a step that this one takes (0080-new-answers-of-x)'
    await expect(older).rejects.toThrow(`Database: another version has written it ${lacking}: start that version`)
    await database.remove()
  })

  it('is migrated even if a migration of November 2026 ran before migrations with earlier names', async () => {
    const database = await create()
    const { db, dialect } = database
    await dropAll(database)
    const { '0081-words-of-items': _, ...taken } = migrations(dialect)
    await new Migrator({ db, provider: { getMigrations: async () => taken } }).migrateToLatest()
    const opened = await openDatabase(database.location)
    const items = (await opened.db.introspection.getTables()).find(({ name }) => name === 'task_items')
    await opened.close()
    await database.remove()
    expect(opened.newer).toBeUndefined()
    expect(items?.columns.map(({ name }) => name)).toContain('words')
  })

  it('is not opened, and not changed, if it is from before 28 November 2026', async () => {
    const database = await create()
    const { db } = database
    await sql`delete from kysely_migration where name >= '0074'`.execute(db)
    await sql`drop table new_answer_refusals`.execute(db)
    const opened = openDatabase(database.location)
    await expect(opened).rejects.toThrow(
      'Database: written by a version from before 28 November 2026 (0074-who-asked-to-be-left-alone is missing): open it with a version of 29 November 2026 first',
    )
    const tables = await db.introspection.getTables()
    await database.remove()
    expect(tables.map(({ name }) => name)).not.toContain('new_answer_refusals')
  })

  it('is created if only its functions are left, as by a backup without them', async () => {
    const database = await create()
    const { db, dialect } = database
    if (dialect === 'sqlite') await dropAll(database)
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
    if (tables.length > 0)
      await sql`drop table ${sql.join(tables.map(({ name }) => sql.table(name)))} cascade`.execute(db)
    const opened = await openDatabase(database.location)
    expect(await opened.db.selectFrom('users').select('id').execute()).toEqual([])
    await opened.close()
    await database.remove()
  })

  it('keeps everything that the oldest compatible version reads and writes', async () => {
    const database = await create()
    const { db, dialect } = database
    const latest = await db.introspection.getTables()
    await dropAll(database)
    const steps = Object.entries(migrations(dialect))
    const before = Object.fromEntries(steps.slice(0, steps.findIndex(([name]) => name === worksBeside) + 1))
    const migrated = await new Migrator({ db, provider: { getMigrations: async () => before } }).migrateToLatest()
    const oldest = await db.introspection.getTables()
    await database.remove()
    expect(migrated.error).toBeUndefined()
    expect(oldest.map(({ name }) => name)).toContain('task_items')
    expect(hurtsThoseBeside(oldest, latest)).toEqual([])
  })

  it('would notice a migration that removes or requires what the previous version does not know', async () => {
    const database = await create()
    const { db } = database
    const oldest = await db.introspection.getTables()
    await sql`alter table groups rename column description to about`.execute(db)
    await sql`alter table groups add column colour text not null default 'red'`.execute(db)
    await sql`alter table groups add column shape text`.execute(db)
    await sql`drop table farewells`.execute(db)
    const latest = await db.introspection.getTables()
    await database.remove()
    expect(hurtsThoseBeside(oldest, latest).sort()).toEqual(['farewells', 'groups.about', 'groups.description'])
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
    const rows = await first.db
      .selectFrom('instance')
      .select('key')
      .where('key', '<>', 'works_beside')
      .orderBy('key')
      .execute()
    await second.close()
    await first.remove()
    expect(rows.map((row) => row.key)).toEqual(['a', 'a again', 'b', 'b again', 'c', 'c again', 'd', 'd again'])
  })

  it('rolls back as a whole and continues after a broken constraint', async () => {
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
    const rows = await db.selectFrom('instance').selectAll().where('key', '<>', 'works_beside').execute()
    await remove()
    expect([failed, rows]).toEqual(['rolled back', [{ key: 'b', value: '3' }]])
  })

  it('reports every query, and whether it failed', async () => {
    const first = await create()
    const told: [string, boolean][] = []
    const { db, close } = await openDatabase(first.location, undefined, ({ sql, seconds, failed }) => {
      if (sql.includes('instance') && seconds > 0) told.push([sql.split(' ', 1)[0] ?? '', failed])
    })
    told.length = 0
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
    ['the oldest active one', (db: Kysely<Database>) => findActiveAccounts(db, 1, 5)],
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
