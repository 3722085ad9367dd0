import type { Migration } from 'kysely'
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
  Object.fromEntries(Object.entries(files).map(([path, step]) => [path.slice(2, -3), step.default(dialect)]))
