import { join } from 'node:path'
import { Kysely, type LogEvent, sql } from 'kysely'
import type { Config } from '../config'
import { migrateToLatest } from './migrate'
import { postgresDialect } from './postgres'
import type { DatabaseState } from './remembered'
import type { Database, DialectName } from './schema'
import { openSqlite } from './sqlite'

export interface OpenDatabase {
  db: Kysely<Database>
  dialect: DialectName
  state: DatabaseState
  /** SQLite only. False when the file was removed or replaced after it was opened. */
  isInPlace(): boolean
  /** A step of a newer version with which this version is compatible. */
  newer?: string
  close(): Promise<void>
}

export type Location = { file: string } | { url: string }

export const databaseFile = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'auto-comment-bot.db')

export const locationOf = (config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>): Location =>
  config.DATABASE_URL === undefined ? { file: databaseFile(config) } : { url: config.DATABASE_URL }

/** Called after every query, with its duration in seconds. */
export type OnQuery = (query: { sql: string; seconds: number; failed: boolean }) => void

/**
 * Opens SQLite in a file or PostgreSQL at a `postgres://` address and migrates its tables. Processes that start at the
 * same time on one database wait for each other.
 * @throws Error when the database cannot be reached, or when an incompatible newer version has written it.
 */
export const openDatabase = async (
  location: Location,
  onLost: (error: Error) => void = () => undefined,
  onQuery?: OnQuery,
): Promise<OpenDatabase> => {
  const name: DialectName = 'file' in location ? 'sqlite' : 'postgres'
  const { dialect, state, isInPlace } =
    'file' in location
      ? openSqlite(location.file)
      : { dialect: postgresDialect(location.url, onLost), state: async () => undefined, isInPlace: () => true }
  const db = new Kysely<Database>({ dialect, ...reportTo(onQuery) })
  /** A migration of a large table may take longer than any other statement. */
  const patient = 'file' in location ? db : new Kysely<Database>({ dialect: postgresDialect(location.url, onLost, 0) })
  try {
    const migrated = await migrateToLatest(db, name, patient)
    return { db, dialect: name, state, isInPlace, ...migrated, close: () => db.destroy() }
  } catch (error) {
    await db.destroy()
    throw error
  } finally {
    if (patient !== db) await patient.destroy()
  }
}

const reportTo = (onQuery: OnQuery | undefined): { log?: (event: LogEvent) => void } =>
  onQuery
    ? {
        log: ({ query: { sql }, queryDurationMillis, level }) =>
          onQuery({ sql, seconds: queryDurationMillis / 1000, failed: level === 'error' }),
      }
    : {}

/** Storing an outcome takes milliseconds, so 5 connections are enough for dozens of requests to X. */
const senderConnections = 5

/** A separate pool for sending on PostgreSQL, so that calls cannot use up its connections. */
export const openSender = (url: string, onLost: (error: Error) => void, onQuery?: OnQuery): Kysely<Database> =>
  new Kysely<Database>({ dialect: postgresDialect(url, onLost, undefined, senderConnections), ...reportTo(onQuery) })

/** @throws Error when the database does not answer. */
export const assertAnswers = async (db: Kysely<Database>): Promise<void> => {
  await sql`select 1`.execute(db)
}
