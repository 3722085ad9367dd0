import type Sqlite from 'libsql'

const capacity = 200

/**
 * Caches the most recently used prepared statements: preparing an insert takes as long as running it. A failed
 * statement is removed, because libsql may have left it unfinished.
 */
export class Statements {
  readonly #database: Sqlite.Database
  readonly #prepared = new Map<string, Sqlite.Statement>()

  constructor(database: Sqlite.Database) {
    this.#database = database
  }

  prepare(sql: string): Sqlite.Statement {
    const statement = this.#prepared.get(sql) ?? this.#database.prepare(sql)
    this.#prepared.delete(sql)
    this.#prepared.set(sql, statement)
    const [oldest] = this.#prepared.keys()
    if (this.#prepared.size > capacity && oldest !== undefined) this.#prepared.delete(oldest)
    return statement
  }

  forget(sql: string): void {
    this.#prepared.delete(sql)
  }
}
