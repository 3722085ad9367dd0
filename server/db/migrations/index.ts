import { type Migration, sql } from 'kysely'
import type { DialectName } from '../schema'
import { baseline } from './baseline'

/**
 * The newest step of the oldest version that works on a database with all steps of this version, because servers are
 * replaced one by one. Later steps only add; a step that removes something raises this value.
 */
export const worksBeside = '0074-who-asked-to-be-left-alone'

type Step = { default: (dialect: DialectName) => Migration }

const files = import.meta.glob<Step>('./0*.ts', { eager: true })

/**
 * The steps run in the order of their file names. A released step is never changed. Functions need `create or replace`:
 * a restored backup leaves functions that it does not know.
 */
export const migrations = (dialect: DialectName): Record<string, Migration> => ({
  ...baseline(dialect),
  ...Object.fromEntries(
    Object.entries(files).map(([path, step]) => [path.slice(2, -3), inItsOwnTime(step.default(dialect), dialect)]),
  ),
})

/**
 * A step on a large table may take longer than any other statement. The limit is lifted inside the transaction, because
 * a pooler may use any connection.
 */
export const inItsOwnTime = (step: Migration, dialect: DialectName): Migration =>
  dialect === 'sqlite'
    ? step
    : {
        ...step,
        up: async (db) => {
          await sql`set local statement_timeout = 0`.execute(db)
          await sql`set local lock_timeout = '2s'`.execute(db)
          await step.up(db)
        },
      }
