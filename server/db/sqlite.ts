import { chmodSync, mkdirSync, statSync } from 'node:fs'
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
import { readOncePerTurn } from './joinedReads'
import { createMutex, type Unlock } from './mutex'
import type { DatabaseState } from './remembered'
import { Statements } from './statements'
import { fileReplaced } from './unavailable'
import * as words from './words'

/** The longest wait for the write lock, including our own writes. */
const patience = { millis: 5_000, stepMillis: 10 }

class Handle {
  readonly database: Sqlite.Database
  readonly #statements: Statements

  constructor(file: string) {
    this.database = new Sqlite(file)
    this.#statements = new Statements(this.database)
  }

  /**
   * Keeps a busy statement: libsql resets it only when it runs again, and an unfinished statement makes the next commit
   * fail ("SQL statements in progress").
   * @throws SqliteError
   */
  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    try {
      return execute<R>(this.#statements.prepare(sql), parameters)
    } catch (error) {
      if (!isBusy(error)) this.#statements.forget(sql)
      throw error
    }
  }

  /**
   * Takes the write lock. SQLite's own `busy_timeout` would block this process, because its calls are synchronous.
   * @param until a time of `performance.now()`
   */
  async begin(until: number): Promise<void> {
    for (;;) {
      try {
        this.run(beginImmediate)
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw error
        await delay(patience.stepMillis)
      }
    }
  }
}

/**
 * `immediate`, because a transaction that takes the write lock later would fail with SQLITE_BUSY and could not wait.
 */
const beginImmediate = CompiledQuery.raw('begin immediate')
const commit = CompiledQuery.raw('commit')
const rollback = CompiledQuery.raw('rollback')

const execute = <R>(statement: Sqlite.Statement, parameters: readonly unknown[]): QueryResult<R> => {
  if (statement.reader) return { rows: statement.all(parameters) as R[] }
  const { changes, lastInsertRowid } = statement.run(parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

const isBusy = (error: unknown): boolean => error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY'

/**
 * A `with` that writes contains one of these words. A reading `with` that contains one in a text takes the write lock.
 */
const isRead = (text: string): boolean =>
  /^\s*(?:select|explain)\b/i.test(text) ||
  (/^\s*with\b/i.test(text) && !/\b(?:insert|update|delete|replace)\b/i.test(text))

/** Reads use a separate handle, so that they never wait for a write of this or another program. */
class RoutedConnection implements DatabaseConnection {
  readonly #reader: Handle
  readonly #writer: Handle
  readonly #lock: () => Promise<Unlock>
  readonly #assertInPlace: () => void
  #transaction: Unlock | undefined

  constructor(reader: Handle, writer: Handle, lock: () => Promise<Unlock>, assertInPlace = () => {}) {
    this.#reader = reader
    this.#writer = writer
    this.#lock = lock
    this.#assertInPlace = assertInPlace
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#transaction) return this.#writer.run(query)
    if (isRead(query.sql)) return this.#reader.run(query)
    if (/^\s*pragma\b/i.test(query.sql)) return this.#writer.run(query)
    await this.begin()
    try {
      const result = this.#writer.run<R>(query)
      await this.commit()
      return result
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const statement = (this.#transaction ? this.#writer : this.#reader).database.prepare(sql)
    for (const row of statement.iterate(parameters)) yield { rows: [row as R] }
  }

  async begin(): Promise<void> {
    const until = performance.now() + patience.millis
    const unlock = await this.#lock()
    try {
      this.#assertInPlace()
      await this.#writer.begin(until)
      this.#transaction = unlock
    } catch (error) {
      unlock()
      throw error
    }
  }

  async commit(): Promise<void> {
    this.#writer.run(commit)
    this.end()
  }

  /**
   * SQLite has already rolled back after a full or failing disk. A second rollback would hide that error behind its
   * own.
   */
  async rollback(): Promise<void> {
    try {
      if (this.#writer.database.inTransaction) this.#writer.run(rollback)
    } finally {
      this.end()
    }
  }

  end(): void {
    this.#transaction?.()
    this.#transaction = undefined
  }
}

class RoutingDriver extends SqliteDriver {
  readonly #reader: Handle
  readonly #writer: Handle
  readonly #lock = createMutex()
  readonly #assertInPlace: () => void

  constructor(reader: Handle, writer: Handle, assertInPlace: () => void) {
    super({ database: writer.database })
    this.#reader = reader
    this.#writer = writer
    this.#assertInPlace = assertInPlace
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new RoutedConnection(this.#reader, this.#writer, this.#lock, this.#assertInPlace)
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection instanceof RoutedConnection) connection.end()
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof RoutedConnection) await connection.begin()
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof RoutedConnection) await connection.commit()
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof RoutedConnection) await connection.rollback()
  }

  /** Moves the log into the one file, so that a copy of the file is a whole backup. */
  override async destroy(): Promise<void> {
    this.#reader.database.close()
    const last = new RoutedConnection(this.#reader, this.#writer, this.#lock)
    try {
      await last.begin()
      await last.rollback()
      this.#writer.run(CompiledQuery.raw('pragma wal_checkpoint(truncate)'))
    } catch (error) {
      if (!isBusy(error)) throw error
    }
    await super.destroy()
  }
}

/** Migrations run in one immediate transaction, so that processes that start together wait for each other. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class RoutingDialect extends SqliteDialect {
  readonly #reader: Handle
  readonly #writer: Handle
  readonly #assertInPlace: () => void

  constructor(reader: Handle, writer: Handle, assertInPlace: () => void) {
    super({ database: writer.database })
    this.#reader = reader
    this.#writer = writer
    this.#assertInPlace = assertInPlace
  }

  override createDriver(): Driver {
    return new RoutingDriver(this.#reader, this.#writer, this.#assertInPlace)
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter()
  }
}

export interface SqliteFile {
  dialect: SqliteDialect
  state: DatabaseState
  /** False when the file was removed or replaced: later writes would be lost. */
  isInPlace(): boolean
}

/**
 * Opens the file, or creates it with its folders. A commit that was answered survives a power cut (WAL with
 * `synchronous=FULL`, https://sqlite.org/pragma.html#pragma_synchronous).
 */
export const openSqlite = (file: string): SqliteFile => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const writer = new Handle(file)
  chmodSync(file, 0o600)
  writer.database.pragma('busy_timeout = 10000')
  writer.database.pragma('journal_mode = WAL')
  writer.database.pragma('synchronous = FULL')
  writer.database.pragma('foreign_keys = ON')
  writer.database.pragma('busy_timeout = 0')
  const reader = new Handle(file)
  reader.database.pragma('query_only = ON')
  const opened = statSync(file).ino
  const isInPlace = () => statSync(file, { throwIfNoEntry: false })?.ino === opened
  const assertInPlace = () => {
    if (!isInPlace()) throw Object.assign(new Error(words.fileReplaced), { code: fileReplaced })
  }
  return { dialect: new RoutingDialect(reader, writer, assertInPlace), state: stateSeenBy(reader.database), isInPlace }
}

/** SQLite counts the commits of all other connections (https://sqlite.org/pragma.html#pragma_data_version). */
const stateSeenBy = (reader: Sqlite.Database): DatabaseState => {
  const commits = reader.prepare('pragma data_version').raw()
  return readOncePerTurn(() => {
    try {
      return String(commits.get())
    } catch {
      return undefined
    }
  })
}
