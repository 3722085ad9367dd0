import { type Migration, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { inItsOwnTime } from '../../../server/db/migrations'
import { databases, type TestDatabase } from '../../support/databases'

const onPostgres = databases.filter(({ name }) => name === 'PostgreSQL')

describe('a step of the migration', () => {
  let database: TestDatabase
  afterEach(() => database.remove())

  it.each(onPostgres)(
    'may take as long as it likes on $name, though a pooler gave it a connection with a limit',
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
})
