const codes = /^(?:SQLITE_FULL|SQLITE_IOERR(?:_\w+)?|53100|58030)$/

/** Whether another program kept the database to itself for longer than a write waits: SQLITE_BUSY. */
export const isHeldByAnother = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'

/**
 * Whether the disk below the database is full or fails: SQLITE_FULL, SQLITE_IOERR and its kinds
 * (https://sqlite.org/rescode.html), disk_full and io_error of PostgreSQL
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
export const isStorageFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.test(error.code)
