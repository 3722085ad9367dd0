import { type Kysely, PostgresAdapter } from 'kysely'
import type { Database } from './schema'

export const isPostgres = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof PostgresAdapter
