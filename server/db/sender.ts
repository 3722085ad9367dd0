import { Kysely, type LogEvent } from 'kysely'
import type { OnQuery } from './database'
import { postgresDialect } from './postgres'
import type { Database } from './schema'

/** An outcome is stored within milliseconds: as many store those of dozens that are under way at X. */
const connections = 5

/** For sending: connections to PostgreSQL that no call can take. */
export const openSender = (url: string, onLost: (error: Error) => void, onQuery?: OnQuery): Kysely<Database> => {
  const log = (event: LogEvent) =>
    onQuery?.({ sql: event.query.sql, seconds: event.queryDurationMillis / 1000, failed: event.level === 'error' })
  return new Kysely<Database>({
    dialect: postgresDialect(url, onLost, undefined, connections),
    ...(onQuery ? { log } : {}),
  })
}
