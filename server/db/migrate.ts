import { DEFAULT_MIGRATION_TABLE, type Kysely, Migrator, sql } from 'kysely'
import { migrations, worksBeside } from './migrations'
import type { Database, DialectName } from './schema'

/** What a migration left: the first step that a newer version took and this one does not know, if there is one. */
export interface Migrated {
  newer?: string
}

/**
 * Takes the steps that are missing, if any. While servers are replaced one by one, a newer version may have been here
 * before: where it says that this one works beside it, nothing is changed.
 *
 * @param patient the same database, where a step may take longer than any other statement.
 * @throws Error with the failed migration's name, or with that of another version beside which this one does not work.
 */
export const migrateToLatest = async (
  db: Kysely<Database>,
  dialect: DialectName,
  patient: Kysely<Database> = db,
): Promise<Migrated> => {
  const known = migrations(dialect)
  const pending = await pendingMigrations(db, dialect).catch(() => undefined)
  const newer = pending?.unknown[0]
  if (pending && newer !== undefined) {
    if (await worksOn(db, dialect, pending)) return { newer }
    throw new Error(`Database: ${writtenBy(pending)}: start that version, or restore an older backup`)
  }
  const isEmpty = pending === undefined || pending.missing.length === Object.keys(known).length
  // Before the steps: an older version that starts meanwhile must not go by what an older one has said.
  if (!isEmpty) await tellOldestBeside(db)
  if (pending?.missing.length === 0) return {}
  // Unordered for the sake of 0073-watches-without-budget, which some databases took before 0073-by-whose-clock.
  const provider = { getMigrations: async () => known }
  const migrator = new Migrator({ db: patient, provider, allowUnorderedMigrations: true })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')
    const what = failed ? `migration ${failed.migrationName} failed` : 'cannot be migrated'
    throw new Error(`Database: ${what}`, { cause: error })
  }
  if (isEmpty) await tellOldestBeside(db)
  return {}
}

/** Whether this version works on a database that a newer one has brought up to date: one that lacks no step of this one. */
export const worksOn = async (db: Kysely<Database>, dialect: DialectName, { missing }: Pending): Promise<boolean> =>
  missing.length === 0 && ((await oldestBeside(db)) ?? '') in migrations(dialect)

/** Of a database with a step that this version does not know. */
export const writtenBy = ({ missing, unknown: [step] }: Pending): string =>
  missing.length === 0
    ? `a newer version has written it (${step})`
    : `another version has written it (${step}), without a step that this one takes (${missing[0]})`

const besideKey = 'works_beside'

const oldestBeside = async (db: Kysely<Database>): Promise<string | undefined> =>
  (await db.selectFrom('instance').select('value').where('key', '=', besideKey).executeTakeFirst())?.value

const tellOldestBeside = async (db: Kysely<Database>): Promise<void> => {
  if ((await oldestBeside(db)) === worksBeside) return
  await db
    .insertInto('instance')
    .values({ key: besideKey, value: worksBeside })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: worksBeside }))
    .execute()
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
