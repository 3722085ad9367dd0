import { Socket } from 'node:net'
import { type DatabaseConnection, type Driver, PostgresDialect, PostgresDriver, type TransactionSettings } from 'kysely'
import pg from 'pg'

const { builtins } = pg.types

/** By which PostgreSQL tells our connections from others. */
export const applicationName = 'auto-comment-bot'

/** No statement of a server's takes so long, and no transaction rests for so long. */
const patienceMs = 30_000

/**
 * Given up where nothing arrives for so long: of a machine that is gone without a word TCP alone would tell after a
 * quarter of an hour. A connection that is idle leaves the pool before.
 */
const impatientSocket = (silentMs: number): Socket => {
  const socket = new Socket()
  return socket.setTimeout(silentMs, () => {
    const told = `PostgreSQL did not answer within ${silentMs} ms`
    socket.destroy(Object.assign(new Error(told), { code: 'ETIMEDOUT' }))
  })
}

/** What PostgreSQL ends by itself where this process is gone, so that no row stays locked. */
const limitsOf = (silentMs: number) =>
  `set statement_timeout = ${silentMs}; set idle_in_transaction_session_timeout = ${silentMs}`

/**
 * Sends what opens a transaction together with its first statement: one round trip less, in which rows would be locked
 * and nothing done (https://node-postgres.com/features/pipelining).
 */
class PipeliningDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<void>>()

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begun = super.beginTransaction(connection, settings)
    begun.catch(() => undefined)
    this.#begun.set(connection, begun)
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
 * A pool of at most 10 connections. `bigint` (ids, counts) and `numeric` (sums) arrive as numbers: all of ours stay
 * far below 2^53.
 *
 * @param onLost told when a connection breaks; the pool opens a new one by itself.
 * @param silentMs how long a statement may take; 0 for as long as it likes.
 * @param most connections, where they are not 10.
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
  // The pool listens to idle connections alone; an error of one in use would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PipeliningDialect(pool)
}
