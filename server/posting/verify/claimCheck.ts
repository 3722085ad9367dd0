import { type Kysely, sql, type Transaction } from 'kysely'
import { isPostgres } from '../../db/dialect'
import type { Database, Row } from '../../db/schema'
import { timestamp } from '../../time/clock'
import type { ItemRow, Lease } from '../protocol/item'
import type { Store } from '../store'

export interface Check {
  item: ItemRow
  account: Row<'accounts'>
}

/** An unknown item blocks its account; a manual item may have been posted by a person. */
const kinds = ['unknown', 'handed_over'] as const

interface CheckFairness {
  /** Sorts the operators with due reads by fairness. */
  order(ownerIds: number[]): number[]
  /** True if the operator's last read was for an unknown item: then a manual item comes first. */
  wasUnknown(ownerId: number): boolean
}

/** Takes the lease of the next item whose outcome is to be read from X. */
export const claimCheck = async (store: Store, lease: Lease, fairness: CheckFairness): Promise<Check | undefined> => {
  const now = timestamp(store.clock())
  const owners = await waitingOwners(store.db, now)
  return owners.length === 0 ? undefined : claimDue(store, lease, now, owners, fairness)
}

/** Operators with a due read: one index lookup for each operator and kind. */
const waitingOwners = async (db: Kysely<Database>, now: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive waiting(state, id) as (
      select kinds.state, (select min(owner_id) from task_items where task_items.state = kinds.state)
        from (select ${kinds[0]} as state union all select ${kinds[1]}) as kinds
      union all
      select waiting.state,
          (select min(owner_id) from task_items where task_items.state = waiting.state and owner_id > waiting.id)
        from waiting where waiting.id is not null
    )
    select distinct id from waiting
      where id is not null and exists (
        select 1 from task_items where task_items.state = waiting.state and owner_id = waiting.id
          and next_at <= ${now} and account_id is not null and (lease_until is null or lease_until <= ${now})
      )`.execute(db)
  return rows.map(({ id }) => id)
}

const claimDue = (
  store: Store,
  lease: Lease,
  now: string,
  owners: number[],
  fairness: CheckFairness,
): Promise<Check | undefined> =>
  store.db.transaction().execute(async (trx) => {
    for (const ownerId of fairness.order(owners)) {
      for (const kind of fairness.wasUnknown(ownerId) ? kinds.toReversed() : kinds) {
        const item = await nextOf(trx, ownerId, kind, now)
        if (item && item.account_id !== null) return claim(trx, { ...item, account_id: item.account_id }, lease)
      }
    }
    return undefined
  })

const nextOf = (
  trx: Transaction<Database>,
  ownerId: number,
  kind: (typeof kinds)[number],
  now: string,
): Promise<ItemRow | undefined> =>
  trx
    .selectFrom('task_items')
    .selectAll()
    .where('state', '=', kind)
    .where('owner_id', '=', ownerId)
    .where('next_at', '<=', now)
    .where('account_id', 'is not', null)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .orderBy('next_at')
    .limit(1)
    .$if(isPostgres(trx), (query) => query.forUpdate().skipLocked())
    .executeTakeFirst()

const claim = async (
  trx: Transaction<Database>,
  item: ItemRow & { account_id: number },
  lease: Lease,
): Promise<Check> => {
  const held = { lease_epoch: lease.epoch, lease_until: lease.until }
  await trx.updateTable('task_items').set(held).where('id', '=', item.id).execute()
  const account = await trx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', item.account_id)
    .executeTakeFirstOrThrow()
  return { item: { ...item, ...held }, account }
}
