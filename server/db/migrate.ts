import { setTimeout as delay } from 'node:timers/promises'
import { DEFAULT_MIGRATION_TABLE, type Kysely, Migrator, sql } from 'kysely'
import { readFact, storeFact } from './facts'
import { buildLargeIndexes } from './largeIndexes'
import { migrations, worksBeside } from './migrations'
import { baselineSteps } from './migrations/baseline'
import type { Database, DialectName } from './schema'

export interface Migrated {
  newer?: string
}

/**
 * Runs the missing steps. A newer version may have migrated the database already, because servers are replaced one by
 * one; this version changes nothing if the newer one is compatible.
 * @param patient the same database without the usual limit on a statement's duration.
 * @throws Error with the name of the failed migration, or with the name of the step of an incompatible version.
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
  const lacking = isEmpty ? undefined : pending.missing.find((name) => baselineSteps.includes(name))
  if (lacking !== undefined)
    throw new Error(
      `Database: written by a version from before 28 November 2026 (${lacking} is missing): open it with a version of 29 November 2026 first`,
    )
  // Before the steps: an older server that starts now must not trust the previous entry.
  if (!isEmpty) await tellOldestBeside(db)
  if (pending?.missing.length !== 0) {
    // Unordered, because some databases ran 0073-watches-without-budget before 0073-by-whose-clock.
    const provider = { getMigrations: async () => known }
    const migrator = new Migrator({ db: patient, provider, allowUnorderedMigrations: true })
    if (isEmpty || dialect === 'sqlite') assertMigrated(await migrator.migrateToLatest())
    else await takeOneByOne(migrator)
  }
  if (isEmpty) await tellOldestBeside(db)
  if (dialect === 'postgres') await buildLargeIndexes(patient)
  return {}
}

type MigrationStep = Awaited<ReturnType<Migrator['migrateUp']>>

/**
 * Each step in its own transaction, so that it locks few tables and only for a moment. A step that meets the locks of a
 * running server is repeated: while it waits, everybody else waits behind it.
 */
export const takeOneByOne = async (migrator: Migrator): Promise<void> => {
  for (let tries = 1; ; ) {
    const step = await migrator.migrateUp()
    if (step.error === undefined && !step.results?.length) return
    const met = step.error instanceof Error && 'code' in step.error ? step.error.code : undefined
    if (met === undefined || !locked.includes(met) || tries === triesAllowed) {
      assertMigrated(step)
      tries = 1
    } else {
      tries += 1
      await delay(100 + Math.random() * 400)
    }
  }
}

/** PostgreSQL's codes for a deadlock and for a lock that was not free in time. */
const locked: unknown[] = ['40P01', '55P03']
const triesAllowed = 60

/** @throws Error with the name of the failed migration. */
const assertMigrated = ({ error, results }: MigrationStep): void => {
  if (error === undefined) return
  const failed = results?.find((result) => result.status === 'Error')
  const what = failed ? `migration ${failed.migrationName} failed` : 'cannot be migrated'
  throw new Error(`Database: ${what}`, { cause: error })
}

/**
 * True if this version is compatible with a database of a newer version: the database must have every step of this
 * version.
 */
export const worksOn = async (db: Kysely<Database>, dialect: DialectName, { missing }: Pending): Promise<boolean> =>
  missing.length === 0 && ((await readFact(db, besideKey)) ?? '') in migrations(dialect)

/** The error for a database with a step that this version does not know. */
export const writtenBy = ({ missing, unknown: [step] }: Pending): string =>
  missing.length === 0
    ? `a newer version has written it (${step})`
    : `another version has written it (${step}), without a step that this one takes (${missing[0]})`

const besideKey = 'works_beside'

const tellOldestBeside = async (db: Kysely<Database>): Promise<void> => {
  if ((await readFact(db, besideKey)) !== worksBeside) await storeFact(db, besideKey, worksBeside)
}

/** Steps that the database lacks, and steps that the database has but this version does not know. */
export interface Pending {
  missing: string[]
  unknown: string[]
}

/** @param applied the names of the steps that the database has. */
export const pendingAfter = (applied: readonly string[], dialect: DialectName): Pending => {
  const known = Object.keys(migrations(dialect))
  return {
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}

/** Changes nothing. @throws Error when the database does not answer or does not belong to this product. */
export const pendingMigrations = async (db: Kysely<Database>, dialect: DialectName): Promise<Pending> => {
  const { rows } = await sql<{
    name: string
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
  return pendingAfter(
    rows.map(({ name }) => name),
    dialect,
  )
}
