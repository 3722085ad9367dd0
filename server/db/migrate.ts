import { DEFAULT_MIGRATION_TABLE, type Kysely, Migrator, sql } from 'kysely'
import { migrations } from './migrations'
import type { Database, DialectName } from './schema'

/** @throws Error with the failed migration's name, or with that of a newer version that this one does not know. */
export const migrateToLatest = async (db: Kysely<Database>, dialect: DialectName): Promise<void> => {
  const known = migrations(dialect)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find((result) => result.status === 'Error')
  if (failed) throw new Error(`Database: migration ${failed.migrationName} failed`, { cause: error })
  const [newer] = await pendingMigrations(db, dialect).then(
    ({ unknown }) => unknown,
    () => [],
  )
  if (newer === undefined) throw new Error('Database: cannot be brought up to date', { cause: error })
  throw new Error(`Database: a newer version has written it (${newer}): start that one, or restore an older backup`)
}

/** Steps that a database lacks, and those that it has while this version does not know them. */
export interface Pending {
  missing: string[]
  unknown: string[]
}

/** @param applied names of the steps that it has. */
export const pendingAfter = (applied: readonly string[], dialect: DialectName): Pending => {
  const known = Object.keys(migrations(dialect))
  return {
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}

/** Changes nothing. @throws Error when the database does not answer, or is none of ours. */
export const pendingMigrations = async (db: Kysely<Database>, dialect: DialectName): Promise<Pending> => {
  const { rows } = await sql<{
    name: string
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
  return pendingAfter(
    rows.map(({ name }) => name),
    dialect,
  )
}
