import { Socket } from 'node:net'
import { type DatabaseConnection, type Driver, PostgresDialect, PostgresDriver, type TransactionSettings } from 'kysely'
import pg from 'pg'

const { builtins } = pg.types

/** The name of our connections in `pg_stat_activity`. */
export const applicationName = 'auto-comment-bot'

/** The limit of a server's statement, and of a transaction that does nothing. */
const patienceMs = 30_000

/**
 * Closes the connection after a silence. Without this limit, TCP needs a quarter of an hour to notice that the other
 * machine is gone. An idle connection leaves the pool earlier.
 */
const impatientSocket = (silentMs: number): Socket => {
  const socket = new Socket()
  return socket.setTimeout(silentMs, () => {
    const reason = `PostgreSQL did not answer within ${silentMs} ms`
    socket.destroy(Object.assign(new Error(reason), { code: 'ETIMEDOUT' }))
  })
}

/** PostgreSQL's own limits, which release the locks of a process that is gone. */
const limitsOf = (silentMs: number) =>
  `set statement_timeout = ${silentMs}; set idle_in_transaction_session_timeout = ${silentMs}`

/**
 * Sends `begin` together with the transaction's first statement, which saves one round trip with locked rows
 * (https://node-postgres.com/features/pipelining).
 */
class PipeliningDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<void>>()

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const started = super.beginTransaction(connection, settings)
    started.catch(() => undefined)
    this.#begun.set(connection, started)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#begun.get(connection)
    await super.commitTransaction(connection)
  }
}

class PipeliningDialect extends PostgresDialect {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new PipeliningDriver({ pool: this.#pool })
  }
}

/**
 * A pool of at most 10 connections. `bigint` (ids, counts) and `numeric` (sums) arrive as numbers: ours are far below
 * 2^53.
 * @param onLost called when a connection breaks; the pool then opens a new one.
 * @param silentMs the limit of a statement; 0 for no limit.
 * @param most the number of connections, if it is not 10.
 */
export const postgresDialect = (
  url: string,
  onLost: (error: Error) => void,
  silentMs = patienceMs,
  most?: number,
): PostgresDialect => {
  const types = new pg.TypeOverrides()
  types.setTypeParser(builtins.INT8, Number)
  types.setTypeParser(builtins.NUMERIC, Number)
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: 10,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    stream: () => impatientSocket(silentMs),
    onConnect: (client) => client.query(limitsOf(silentMs)),
    application_name: applicationName,
    ...(most === undefined ? {} : { max: most }),
  })
  pool.on('error', onLost)
  // The pool handles the errors of idle connections only; an error of a connection in use would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PipeliningDialect(pool)
}
