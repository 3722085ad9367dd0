/**
 * True if a write failed because its row already exists: SQLite's SQLITE_CONSTRAINT_UNIQUE, PostgreSQL's 23505
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === '23505')
