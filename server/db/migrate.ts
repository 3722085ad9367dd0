import { type Kysely, Migrator } from 'kysely'
import { migrations } from './migrations'
import type { Database, DialectName } from './schema'

/** @throws Error with the failed migration's name. */
export const migrateToLatest = async (db: Kysely<Database>, dialect: DialectName): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(dialect) } })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find((result) => result.status === 'Error')
  throw new Error(`Database: ${failed ? `migration ${failed.migrationName} failed` : 'cannot be brought up to date'}`, {
    cause: error,
  })
}
