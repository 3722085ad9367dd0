import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import Sqlite from 'libsql'

const patience = { millis: 10_000, stepMillis: 10 }

/**
 * Waits for another process's write without blocking this one, as SQLite's own `busy_timeout` would: its calls are
 * synchronous.
 */
class PatientConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection

  constructor(inner: DatabaseConnection) {
    this.#inner = inner
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const until = Date.now() + patience.millis
    for (;;) {
      try {
        return await this.#inner.executeQuery<R>(query)
      } catch (error) {
        if (!isBusy(error) || Date.now() > until) throw error
        await delay(patience.stepMillis)
      }
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#inner.streamQuery<R>(query, chunkSize)
  }
}

const isBusy = (error: unknown): boolean => error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY'

/** Takes the write lock at once: a transaction that upgrades later would meet SQLITE_BUSY and could not wait. */
class ImmediateDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PatientConnection(await super.acquireConnection())
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/** Migrations run inside one immediate transaction, so that processes starting together take turns. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: Sqlite.Database

  constructor(database: Sqlite.Database) {
    super({ database })
    this.#database = database
  }

  override createDriver(): Driver {
    return new ImmediateDriver({ database: this.#database })
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter()
  }
}

/**
 * Opens the file, made with its folders where it is missing, as a durable database: an answered commit survives a
 * power cut (WAL with `synchronous=FULL`, https://sqlite.org/pragma.html#pragma_synchronous).
 */
export const sqliteDialect = (file: string): SqliteDialect => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const database = new Sqlite(file)
  database.pragma('busy_timeout = 10000')
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('busy_timeout = 0')
  return new ImmediateSqliteDialect(database)
}
