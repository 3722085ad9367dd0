import { PostgresDialect } from 'kysely'
import pg from 'pg'

const { builtins } = pg.types

/** By which PostgreSQL tells our connections from others. */
export const applicationName = 'auto-comment-bot'

/**
 * A pool of at most 10 connections. `bigint` (ids, counts) and `numeric` (sums) arrive as numbers: all of ours stay
 * far below 2^53.
 *
 * @param onLost told when a connection breaks; the pool opens a new one by itself.
 */
export const postgresDialect = (url: string, onLost: (error: Error) => void): PostgresDialect => {
  const types = new pg.TypeOverrides()
  types.setTypeParser(builtins.INT8, Number)
  types.setTypeParser(builtins.NUMERIC, Number)
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: 10,
    connectionTimeoutMillis: 10_000,
    application_name: applicationName,
  })
  pool.on('error', onLost)
  // The pool listens to idle connections alone; an error of one in use would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PostgresDialect({ pool })
}
