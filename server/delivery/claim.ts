import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import { timestamp } from '../clock'
import type { Database, Row } from '../db/schema'
import { isUniqueViolation } from '../db/uniqueViolation'
import { apply, type ItemRow, type Lease } from './item'
import { lockItem, type Store, touchTask } from './store'

/** What this process knows of the accounts, and of the database. */
export interface Gate {
  /** Whether the account may post; who may not is read first. */
  isKnown(account: Pick<Row<'accounts'>, 'id' | 'x_user_id' | 'access_token'>): boolean
  /** Accounts that are being read. */
  reading: number[]
  /** PostgreSQL: false where another start of the server answered last, or another server. */
  isSameServer(startedAt: string): boolean
}

const openGate: Gate = { isKnown: () => true, reading: [], isSameServer: () => true }

export interface Claimed {
  item: ItemRow
  account: Row<'accounts'>
  attemptId: number
}

/** It may post only once its posts were read. */
export interface Unread {
  account: Row<'accounts'>
  isUnread: true
}

/** Joined items and accounts. */
type Candidates = ExpressionBuilder<Database, 'task_items' | 'accounts'>

const accountIsFree = ({ not, exists, selectFrom }: Candidates) =>
  not(
    exists(
      selectFrom('task_items as open')
        .select('open.id')
        .whereRef('open.account_id', '=', 'task_items.account_id')
        .where('open.state', 'in', ['posting', 'unknown']),
    ),
  )

/** Which apps are held is looked up once, not for each of the thousand items that may wait for one of them. */
const isNotHeld =
  (now: string) =>
  ({ and, eb, not, exists, selectFrom }: Candidates) => {
    const appHolds = (prefix: string) =>
      selectFrom('holds').select('scope').where('until', '>', now).where('scope', 'like', `${prefix}%`)
    return and([
      ...['app:', 'paused:'].map((prefix) => eb(sql<string>`${prefix} || accounts.x_app`, 'not in', appHolds(prefix))),
      not(
        exists(
          selectFrom('holds')
            .select('holds.scope')
            .where('holds.scope', 'in', [
              sql<string>`'account:' || task_items.account_id`,
              sql<string>`'rest:' || task_items.account_id`,
              sql<string>`'doubt:' || task_items.account_id`,
            ])
            .where('holds.until', '>', now),
        ),
      ),
    ])
  }

/** Operators of whom something is queued, but those who are disabled: one look at the index for each. */
const waitingOwners = async (trx: Transaction<Database>): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive waiting(id) as (
      select min(owner_id) from task_items where state = 'queued'
      union all
      select (select min(owner_id) from task_items where state = 'queued' and owner_id > waiting.id)
        from waiting where waiting.id is not null
    )
    select id from waiting
      where id is not null and id not in (select id from users where disabled_at is not null)`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Takes the next item that may be sent: due, its account active, free and not held. The attempt's row is stored in the
 * same transaction, so it is durable before anything is sent.
 *
 * @param inTurn puts the operators of whom something is queued into the order in which they are served.
 * @returns undefined where there is none, or another process was faster; the account where it has to be read first.
 */
export const claimNext = async (
  store: Store,
  lease: Lease,
  inTurn: (ownerIds: number[]) => number[] = (ownerIds) => ownerIds,
  gate: Gate = openGate,
): Promise<Claimed | Unread | undefined> => {
  const now = timestamp(store.clock())
  try {
    return await store.db.transaction().execute(async (trx) => {
      for (const ownerId of inTurn(await waitingOwners(trx))) {
        const next = await nextOf(store, trx, ownerId, now, gate.reading)
        if (!next || next.account_id === null) continue
        if (next.server !== undefined && !gate.isSameServer(next.server)) return undefined
        const account = { id: next.account_id, x_user_id: next.x_user_id, access_token: next.access_token }
        return gate.isKnown(account) ? claim(store, trx, next.id, lease, now) : unread(trx, next.account_id)
      }
      return undefined
    })
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}

const nextOf = (store: Store, trx: Transaction<Database>, ownerId: number, now: string, reading: number[]) =>
  trx
    .selectFrom('task_items')
    .innerJoin('accounts', 'accounts.id', 'task_items.account_id')
    .select(['task_items.id', 'task_items.account_id', 'accounts.x_user_id', 'accounts.access_token'])
    .$if(store.dialect === 'postgres', (query) => query.select(serverStart))
    .where('task_items.state', '=', 'queued')
    .where('task_items.owner_id', '=', ownerId)
    .where('task_items.next_at', '<=', now)
    .where('accounts.is_active', '=', 1)
    .where(accountIsFree)
    .where(isNotHeld(now))
    .$if(reading.length > 0, (query) => query.where('task_items.account_id', 'not in', reading))
    .orderBy('task_items.next_at')
    .orderBy('task_items.id')
    .limit(1)
    .$if(store.dialect === 'postgres', (query) => query.forUpdate().skipLocked())
    .executeTakeFirst()

/** Another one after a restart, on a standby that took over, and on what was put back from a copy. */
const serverStart = sql<string>`pg_postmaster_start_time()::text`.as('server')

const unread = async (trx: Transaction<Database>, accountId: number): Promise<Unread> => ({
  account: await trx.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow(),
  isUnread: true,
})

const claim = async (
  store: Store,
  trx: Transaction<Database>,
  itemId: number,
  lease: Lease,
  now: string,
): Promise<Claimed | undefined> => {
  const row = await lockItem(store, trx, itemId)
  const item = row && (await apply(trx, row, { type: 'item.claim' }, now, lease))
  if (!item || item.account_id === null) return undefined
  const account = await trx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', item.account_id)
    .executeTakeFirstOrThrow()
  const attempt = await trx
    .insertInto('attempts')
    .values({ item_id: item.id, epoch: lease.epoch, started_at: now, outcome: 'sending' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await touchTask(trx, item.task_id, now)
  return { item, account, attemptId: attempt.id }
}

/** When there will be something to do that nobody wakes us for; undefined where nothing waits. */
export const nextDue = async (store: Store): Promise<string | undefined> => {
  const now = timestamp(store.clock())
  const { rows } = await sql<{ at: string | null }>`
    select min(at) as at from (
      select min(next_at) as at from task_items where state in ('queued', 'unknown', 'handed_over') and next_at > ${now}
      union all
      select min(lease_until) as at from task_items where state in ('posting', 'unknown', 'handed_over') and lease_until > ${now}
      union all
      select min(until) as at from holds where until > ${now}
    ) as moments`.execute(store.db)
  return rows[0]?.at ?? undefined
}
