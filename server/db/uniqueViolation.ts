/**
 * Whether a write failed because its row exists already: SQLITE_CONSTRAINT_UNIQUE of SQLite, 23505 of PostgreSQL
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === '23505')
