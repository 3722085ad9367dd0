import { Kysely, type LogEvent } from 'kysely'
import type { OnQuery } from './database'
import { postgresDialect } from './postgres'
import type { Database } from './schema'

/** Storing an outcome takes milliseconds, so 5 connections are enough for dozens of requests to X. */
const connections = 5

/** A separate pool for sending on PostgreSQL, so that calls cannot use up its connections. */
export const openSender = (url: string, onLost: (error: Error) => void, onQuery?: OnQuery): Kysely<Database> => {
  const log = (event: LogEvent) =>
    onQuery?.({ sql: event.query.sql, seconds: event.queryDurationMillis / 1000, failed: event.level === 'error' })
  return new Kysely<Database>({
    dialect: postgresDialect(url, onLost, undefined, connections),
    ...(onQuery ? { log } : {}),
  })
}
