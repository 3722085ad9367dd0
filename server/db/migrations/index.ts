import { type Migration, sql } from 'kysely'
import type { DialectName } from '../schema'

/**
 * The newest step of the oldest version that works on a database with all steps of this one, so that servers are
 * replaced one by one. Steps after it only add; what takes something away raises it.
 */
export const worksBeside = '0062-api-tokens'

type Step = { default: (dialect: DialectName) => Migration }

const files = import.meta.glob<Step>('./0*.ts', { eager: true })

/**
 * By the names of their files, in whose order they are made; what one that was released makes is never changed. Functions
 * are made anew (`create or replace`): a backup that is restored leaves those standing that it does not know.
 */
export const migrations = (dialect: DialectName): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(files).map(([path, step]) => [path.slice(2, -3), inItsOwnTime(step.default(dialect), dialect)]),
  )

/** Of much data a step may take longer than any other statement, behind a pooler too, which gives it any connection. */
export const inItsOwnTime = (step: Migration, dialect: DialectName): Migration =>
  dialect === 'sqlite'
    ? step
    : {
        ...step,
        up: async (db) => {
          await sql`set local statement_timeout = 0`.execute(db)
          await step.up(db)
        },
      }
