import { type Kysely, Migrator, sql } from 'kysely'
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
  const newer = (await appliedTo(db)).find((name) => !(name in known))
  if (newer === undefined) throw new Error('Database: cannot be brought up to date', { cause: error })
  throw new Error(`Database: a newer version has written it (${newer}): start that one, or restore an older backup`)
}

/**
 * Which steps the database lacks, and which it has that this version does not know. Changes nothing.
 *
 * @throws Error when it does not answer, or is none of ours.
 */
export const pendingMigrations = async (
  db: Kysely<Database>,
  dialect: DialectName,
): Promise<{ missing: string[]; unknown: string[] }> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  const known = Object.keys(migrations(dialect))
  return {
    missing: known.filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !known.includes(name)),
  }
}

/** Names of migrations; none where the database does not answer. */
const appliedTo = (db: Kysely<Database>): Promise<string[]> =>
  sql<{ name: string }>`select name from kysely_migration order by name`.execute(db).then(
    ({ rows }) => rows.map(({ name }) => name),
    () => [],
  )
