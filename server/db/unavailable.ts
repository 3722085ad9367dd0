import * as words from './words'

/** The code of a write whose file was removed or replaced. */
export const fileReplaced = 'FILE_REPLACED'

/**
 * The texts for people while the database or the disk is temporarily unusable, by error code. SQLite's codes:
 * https://sqlite.org/rescode.html. PostgreSQL's codes: https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
const reasons: [codes: RegExp, told: string][] = [
  [/^FILE_REPLACED$/, words.fileReplaced],
  [/^SQLITE_BUSY$/, words.lockedByAnother],
  [/^(?:SQLITE_FULL|SQLITE_IOERR(?:_\w+)?|53100|58030|ENOSPC|EDQUOT)$/, words.diskFull],
  [/^EROFS$/, words.diskReadOnly],
  // read_only_sql_transaction
  [/^25006$/, words.standby],
  // too_many_connections, and the kinds of insufficient resources except the disk
  [/^53(?:000|200|300|400)$/, words.noRoom],
  // serialization_failure, deadlock_detected
  [/^40(?:001|P01)$/, words.conflict],
  // query_canceled, lock_not_available, idle_in_transaction_session_timeout
  [/^(?:57014|55P03|25P03)$/, words.tooSlow],
  // connection_exception and its kinds, admin_shutdown, crash_shutdown, cannot_connect_now
  [
    /^(?:08\w{3}|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/,
    words.noAnswer,
  ],
]

/** Errors of `pg` without a code: there is no connection, or it was lost. */
const lost =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client .+ is not queryable)/

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** Why the database is temporarily unusable; undefined for any other error. */
export const whyUnavailable = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const code = codeOf(error)
  return reasons.find(([codes]) => codes.test(code))?.[1] ?? (lost.test(error.message) ? words.noAnswer : undefined)
}
