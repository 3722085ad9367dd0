import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { isPostgres } from '../../db/dialect'
import type { Database, Row, RowPatch } from '../../db/schema'
import { clockToleranceMs, later, shifted, timestamp } from '../../time/clock'
import type { StreamDeps } from './types'

const only = 1

/** Whether a process holds the stream and is connected. */
export const isStreaming = async (db: Kysely<Database>, now: Date): Promise<boolean> => {
  const row = await readStream(db)
  return row !== undefined && isConnected(row, now)
}

export const readStream = (db: Kysely<Database>): Promise<Row<'activity_stream'> | undefined> =>
  db.selectFrom('activity_stream').selectAll().where('id', '=', only).executeTakeFirst()

export const isConnected = (
  { connected_at, lease_until }: Pick<Row<'activity_stream'>, 'connected_at' | 'lease_until'>,
  now: Date,
): boolean => connected_at !== null && lease_until !== null && lease_until > timestamp(now)

/**
 * Takes the stream's lease if it is free and the stream may be opened. No account counts as reported by the stream
 * until this process has subscribed it.
 */
export const claimStream = async (
  { db, clock, paceMs }: Pick<StreamDeps, 'db' | 'clock' | 'paceMs'>,
  { epoch, until }: { epoch: string; until: string },
): Promise<Row<'activity_stream'> | undefined> => {
  const now = timestamp(clock())
  await db
    .insertInto('activity_stream')
    .values({ id: only, next_at: now, written_at: now, failures: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('activity_stream')
      .selectAll()
      .where('id', '=', only)
      .$if(isPostgres(trx), (query) => query.forUpdate().skipLocked())
      .executeTakeFirst()
    if (!row || (await forgetFuture(trx, row, clock())) || row.next_at > now) return undefined
    // SQLite has one process, so another holder has stopped.
    const isHeld = row.lease_until !== null && row.lease_until > now && row.lease_epoch !== epoch
    if (isHeld && isPostgres(trx)) return undefined
    await leaveToPolling(trx, paceMs, clock())
    return trx
      .updateTable('activity_stream')
      .set({
        lease_epoch: epoch,
        lease_until: until,
        written_at: now,
        connected_at: null,
        tag: row.tag ?? `acb-${randomUUID()}`,
      })
      .where('id', '=', only)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/**
 * The clock was set back: the stream's wait starts again from now with its full length.
 * @returns whether it was set back
 */
const forgetFuture = async (
  trx: Transaction<Database>,
  { written_at, next_at, lease_until }: Row<'activity_stream'>,
  now: Date,
): Promise<boolean> => {
  if (written_at === null || written_at <= timestamp(later(now, clockToleranceMs))) return false
  await trx
    .updateTable('activity_stream')
    .set({
      written_at: timestamp(now),
      next_at: shifted(next_at, written_at, now),
      lease_until: lease_until && shifted(lease_until, written_at, now),
    })
    .where('id', '=', only)
    .execute()
  return true
}

/** @returns false if another process has the lease */
export const updateStream = async (
  { db, clock }: Pick<StreamDeps, 'db' | 'clock'>,
  epoch: string,
  change: RowPatch<'activity_stream'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('activity_stream')
    .set({ ...change, written_at: timestamp(clock()) })
    .where('id', '=', only)
    .where('lease_epoch', '=', epoch)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * The stream no longer reports these accounts: they are read soon, and as often as without a stream.
 * @param but the accounts that the stream still reports
 */
export const leaveToPolling = async (
  trx: Transaction<Database>,
  paceMs: number,
  now: Date,
  but: readonly number[] = [],
): Promise<void> => {
  const rows = await trx
    .selectFrom('inbox_watches')
    .select('account_id')
    .where('is_on', '=', 1)
    .where('by_stream', '=', 1)
    .execute()
  for (const { account_id } of rows) {
    if (!but.includes(account_id)) await setByStream(trx, account_id, 0, paceMs, now)
  }
}

/** Sets whether the stream reports the account. In both cases the account is read soon, to close the gap. */
export const setByStream = async (
  trx: Transaction<Database>,
  accountId: number,
  byStream: 0 | 1,
  paceMs: number,
  now: Date,
): Promise<void> => {
  const watch = await trx
    .selectFrom('inbox_watches')
    .select(['last_read_at', 'failures', 'next_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!watch) return
  const readAt = watch.last_read_at === null ? 0 : Date.parse(watch.last_read_at)
  const soon = timestamp(Math.max(now.getTime(), Math.min(readAt, now.getTime()) + paceMs))
  // A wait that X asked for stays.
  const nextAt = watch.failures > 0 || watch.next_at < soon ? watch.next_at : soon
  await trx
    .updateTable('inbox_watches')
    .set({
      by_stream: byStream,
      next_at: nextAt,
      written_at: timestamp(now),
      ...(byStream === 1 ? { stream_refused: null } : {}),
    })
    .where('account_id', '=', accountId)
    .execute()
}
