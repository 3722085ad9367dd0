import { chmodSync, mkdirSync } from 'node:fs'
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
import type { DatabaseState } from './remembered'
import { Statements } from './statements'

const patience = { millis: 10_000, stepMillis: 10 }

/**
 * Waits for another process's write without blocking this one, as SQLite's own `busy_timeout` would: its calls are
 * synchronous. The same statement is run again: libsql resets it only then, and a statement left unfinished would
 * make the next commit fail ("SQL statements in progress").
 */
class PatientConnection implements DatabaseConnection {
  readonly #database: Sqlite.Database
  readonly #statements: Statements
  readonly #foreignWrites: Sqlite.Statement
  #ownWrites = 0

  constructor(database: Sqlite.Database) {
    this.#database = database
    this.#statements = new Statements(database)
    this.#foreignWrites = database.prepare('pragma data_version').raw()
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (!sql.startsWith('select ')) this.#ownWrites += 1
    const statement = this.#statements.prepare(sql)
    const until = Date.now() + patience.millis
    for (;;) {
      try {
        return execute<R>(statement, parameters)
      } catch (error) {
        if (!isBusy(error) || Date.now() > until) {
          this.#statements.forget(sql)
          throw error
        }
        await delay(patience.stepMillis)
      }
    }
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const statement = this.#database.prepare(sql)
    for (const row of statement.iterate(parameters)) yield { rows: [row as R] }
  }

  /**
   * SQLite counts the commits of other connections (https://sqlite.org/pragma.html#pragma_data_version). Whatever this
   * one may have written is counted before it is run; who reads afterwards waits until its transaction is over.
   */
  readonly state: DatabaseState = () => {
    try {
      return `${this.#ownWrites}/${this.#foreignWrites.get()}`
    } catch {
      return undefined
    }
  }
}

const execute = <R>(statement: Sqlite.Statement, parameters: readonly unknown[]): QueryResult<R> => {
  if (statement.reader) return { rows: statement.all(parameters) as R[] }
  const { changes, lastInsertRowid } = statement.run(parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

const isBusy = (error: unknown): boolean => error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY'

class ImmediateDriver extends SqliteDriver {
  readonly #database: Sqlite.Database
  readonly #connection: DatabaseConnection

  constructor(database: Sqlite.Database, connection: DatabaseConnection) {
    super({ database })
    this.#database = database
    this.#connection = connection
  }

  /** Waits until nothing else of this process uses the one connection there is. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    await super.acquireConnection()
    return this.#connection
  }

  /** Leaves everything in the one file, so that a copy of it is a whole backup. */
  override async destroy(): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw('pragma wal_checkpoint(truncate)'))
    await super.destroy()
  }

  /** Takes the write lock at once: a transaction that upgrades later would meet SQLITE_BUSY and could not wait. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** A full or failing disk has rolled it back already; a second time would hide that error behind its own. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
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
  readonly #connection: DatabaseConnection

  constructor(database: Sqlite.Database, connection: DatabaseConnection) {
    super({ database })
    this.#database = database
    this.#connection = connection
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#database, this.#connection)
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter()
  }
}

/**
 * Opens the file, made with its folders where it is missing, as a durable database: an answered commit survives a
 * power cut (WAL with `synchronous=FULL`, https://sqlite.org/pragma.html#pragma_synchronous).
 */
export const sqliteDialect = (file: string): { dialect: SqliteDialect; state: DatabaseState } => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const database = new Sqlite(file)
  chmodSync(file, 0o600)
  database.pragma('busy_timeout = 10000')
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('busy_timeout = 0')
  const connection = new PatientConnection(database)
  return { dialect: new ImmediateSqliteDialect(database, connection), state: connection.state }
}
