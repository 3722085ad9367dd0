import { type Migration, Migrator, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../../server/db/database'
import { takeOneByOne } from '../../../server/db/migrate'
import { inItsOwnTime, migrations } from '../../../server/db/migrations'
import { databases, type TestDatabase } from '../../support/databases'
import { until } from '../../support/waiting'

const onPostgres = databases.filter(({ name }) => name === 'PostgreSQL')

describe('a step of the migration', () => {
  let database: TestDatabase
  afterEach(() => database.remove())

  it.each(onPostgres)(
    "may take as long as necessary on $name, even if a pooler's connection has a limit",
    async (kind) => {
      database = await kind.create()
      const told: unknown[] = []
      const limit = (db: Parameters<Migration['up']>[0]) =>
        sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)
      const step = inItsOwnTime({ up: async (db) => void told.push((await limit(db)).rows[0]?.limit) }, 'postgres')
      await database.db.transaction().execute(async (trx) => {
        await sql`set local statement_timeout = '30s'`.execute(trx)
        await step.up(trx)
      })
      expect(told).toEqual(['0'])
    },
  )

  it.each(onPostgres)(
    'is repeated on $name while it meets the locks of a running server, and stays taken',
    async (kind) => {
      database = await kind.create()
      const { db } = database
      const add = (table: string, name: string) => (on: Parameters<Migration['up']>[0]) =>
        on.schema.alterTable(table).addColumn(name, 'text').execute()
      const both: Migration['up'] = async (on) => {
        await add('groups', 'second')(on)
        await add('accounts', 'second')(on)
      }
      const steps = {
        ...migrations('postgres'),
        '9998-first': inItsOwnTime({ up: add('roles', 'first') }, 'postgres'),
        '9999-second': inItsOwnTime({ up: both }, 'postgres'),
      }
      let migrating: Promise<unknown> = Promise.resolve()
      await db.transaction().execute(async (trx) => {
        await trx.selectFrom('accounts').select('id').execute()
        const provider = { getMigrations: async () => steps }
        migrating = takeOneByOne(new Migrator({ db, provider, allowUnorderedMigrations: true }))
        await until(async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length > 0)
        await sql`select first from roles`.execute(db)
        await trx.selectFrom('groups').select('id').execute()
      })
      await migrating
      await sql`select groups.second, accounts.second from groups, accounts`.execute(db)
    },
  )
})

describe('an index of a large table', () => {
  let database: TestDatabase
  afterEach(() => database.remove())

  it.each(onPostgres)('is built again on $name while servers write, if a start left it unusable', async (kind) => {
    database = await kind.create()
    const { db, location } = database
    const names = ['task_items_owner_id_words', 'replies_owner_id_tweet_id_created_at']
    const valid = async () => {
      const { rows } = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index
        where indisvalid and indexrelid::regclass::text in (${sql.join(names)})`.execute(db)
      return rows.map(({ name }) => name).sort()
    }
    await sql`update pg_index set indisvalid = false where indexrelid = 'task_items_owner_id_words'::regclass`.execute(
      db,
    )
    await sql`drop index replies_owner_id_tweet_id_created_at`.execute(db)
    expect(await valid()).toEqual([])
    let starts: Promise<OpenDatabase>[] = []
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('task_items').set({ words: 'open' }).execute()
      starts = [openDatabase(location), openDatabase(location)]
      await until(async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length > 0)
      await db.updateTable('task_items').set({ words: 'written' }).execute()
      expect(await valid()).toEqual([])
    })
    for (const { close } of await Promise.all(starts)) await close()
    expect(await valid()).toEqual(names.toSorted())
  })
})
