import { type Kysely, sql, type Transaction } from 'kysely'
import { isPostgres } from '../../db/dialect'
import type { Database, Row } from '../../db/schema'
import { clockToleranceMs, later, shifted, timestamp } from '../../time/clock'
import type { InboxDeps } from './types'

export interface Claimed {
  watch: Row<'inbox_watches'>
  account: Row<'accounts'>
}

type Store = Pick<InboxDeps, 'db' | 'clock'>

/** SQLite has one process, so another holder has stopped. */
const isFree = (trx: Transaction<Database>, epoch: string, now: string) =>
  isPostgres(trx)
    ? sql<boolean>`(lease_until is null or lease_until <= ${now})`
    : sql<boolean>`(lease_until is null or lease_until <= ${now} or lease_epoch <> ${epoch})`

/**
 * Takes the lease of the subscription that is due longest: switched on, its account active and not held, its operator
 * neither disabled nor out of budget. No other process reads that account until the lease ends.
 */
export const claimWatch = (
  { db, clock }: Store,
  { epoch, until }: { epoch: string; until: string },
): Promise<Claimed | undefined> =>
  db.transaction().execute(async (trx) => {
    const now = timestamp(clock())
    const due = await trx
      .selectFrom('inbox_watches')
      .innerJoin('accounts', 'accounts.id', 'inbox_watches.account_id')
      .select('inbox_watches.account_id')
      .where('inbox_watches.is_on', '=', 1)
      .where('inbox_watches.next_at', '<=', now)
      .where(isFree(trx, epoch, now))
      .where('accounts.is_active', '=', 1)
      .where('accounts.x_user_id', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('holds')
              .select('scope')
              .where('scope', 'in', [
                sql<string>`'paused:' || accounts.x_app`,
                sql<string>`'rest:' || accounts.id`,
                sql<string>`'doubt:' || accounts.id`,
                sql<string>`'reading:' || accounts.owner_id`,
              ])
              .where('until', '>', now),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('users')
              .select('id')
              .whereRef('id', '=', 'inbox_watches.owner_id')
              .where('disabled_at', 'is not', null),
          ),
        ),
      )
      .orderBy('inbox_watches.next_at')
      .limit(1)
      .$if(isPostgres(trx), (query) => query.forUpdate('inbox_watches').skipLocked())
      .executeTakeFirst()
    if (!due) return undefined
    const watch = await trx
      .updateTable('inbox_watches')
      .set({ lease_epoch: epoch, lease_until: until, written_at: now })
      .where('account_id', '=', due.account_id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const account = await trx
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', due.account_id)
      .executeTakeFirstOrThrow()
    return { watch, account }
  })

/** After a successful reading, and for a new start. */
export const nothingWrong = { failures: 0, paused: null } as const

/**
 * Changes a subscription while this epoch has its lease.
 * @returns undefined if another process or the operator was faster
 */
export const updateHeld = (
  trx: Transaction<Database>,
  { account_id }: Pick<Row<'inbox_watches'>, 'account_id'>,
  epoch: string,
  change: Partial<Omit<Row<'inbox_watches'>, 'account_id' | 'owner_id' | 'written_at'>>,
  now: Date,
): Promise<Row<'inbox_watches'> | undefined> =>
  trx
    .updateTable('inbox_watches')
    .set({ ...change, written_at: timestamp(now) })
    .where('account_id', '=', account_id)
    .where('lease_epoch', '=', epoch)
    .returningAll()
    .executeTakeFirst()

/** A version that does not write `written_at` writes the time of the last reading. */
const writtenAt = sql<string | null>`coalesce(written_at, last_read_at)`

/** The clock was set back: waits from the old time start again from now with their full length. */
export const forgetFuture = async ({ db, clock }: Store): Promise<void> => {
  const now = clock()
  const notAhead = (at: string | null) => (at !== null && at > timestamp(now) ? timestamp(now) : at)
  const ahead = await db
    .selectFrom('inbox_watches')
    .select(['account_id', 'last_read_at', 'last_found_at', 'next_at', 'lease_until'])
    .select(writtenAt.as('written'))
    .where(writtenAt, '>', timestamp(later(now, clockToleranceMs)))
    .execute()
  for (const { account_id, written, last_read_at, last_found_at, next_at, lease_until } of ahead) {
    if (written === null) continue
    await db
      .updateTable('inbox_watches')
      .set({
        written_at: timestamp(now),
        last_read_at: notAhead(last_read_at),
        last_found_at: notAhead(last_found_at),
        next_at: shifted(next_at, written, now),
        lease_until: lease_until && shifted(lease_until, written, now),
      })
      .where('account_id', '=', account_id)
      .where(writtenAt, '=', written)
      .execute()
  }
}

/** When the next subscription is due or its lease ends; undefined if none is switched on. */
export const nextDue = async (db: Kysely<Database>): Promise<string | undefined> => {
  const { at } = await db
    .selectFrom('inbox_watches')
    .select(sql<string | null>`min(next_at)`.as('at'))
    .where('is_on', '=', 1)
    .executeTakeFirstOrThrow()
  return at ?? undefined
}
