import { type Kysely, sql, type Transaction } from 'kysely'
import { dollars, type Price, priceOfReading } from '../../src/schemas/usage/money'
import { isPostgres } from '../db/dialect'
import { budgetScope, readingScope } from '../db/holdScopes'
import { retrying } from '../db/retrying'
import type { Database, Row } from '../db/schema'
import { serialise } from '../db/serialise'
import { quietly, type WarningLog } from '../quietly'
import { dayOf, daysBefore, timestamp } from '../time/clock'
import * as words from '../usage/words'
import { type Brought, type Ledger, type Met, OverBudget, type Payer, type Reading } from '../x/ledger'
import type { RateCard } from '../x/prices'
import { lower, ownBudget } from './ownBudgets.store'

/** The price of an attempt to post a reply, if X accepts it. */
interface ReplyCharge {
  item: Pick<Row<'task_items'>, 'id' | 'owner_id' | 'task_id'>
  account: Pick<Row<'accounts'>, 'username' | 'x_app'>
  price: Price
}

/** Execute it by `inOneStatement`, after a write named `attempt` that returns the attempt's id. */
export const bookReply = (
  trx: Transaction<Database>,
  { item, account, price }: ReplyCharge,
  card: RateCard,
  now: string,
) =>
  trx
    .insertInto('charges')
    .values({
      owner_id: item.owner_id,
      account: account.username,
      app: account.x_app,
      path: 'tweets',
      since: '',
      task_id: item.task_id,
      item_id: item.id,
      attempt_id: sql<number>`(select max(id) from ${sql.raw(isPostgres(trx) ? 'attempt' : 'attempts')})`,
      day: dayOf(now),
      started_at: now,
      micros: price,
      card: card.asOf,
    })
    .returning(['id', 'attempt_id'])

/** Settles one request to post by X's answer. After one that was not charged, call `freeBudget`. */
export const settleAttempt = (trx: Transaction<Database>, id: number, isCharged: boolean, now: string) =>
  trx
    .updateTable('charges')
    .set({ settled_at: now, resources: isCharged ? 1 : 0, ...(isCharged ? {} : { micros: 0 }) })
    .where('id', '=', id)

/** Settles the attempts of an item whose requests were never made. */
export const settleUnsent = async (
  trx: Transaction<Database>,
  { id: itemId, ownerId, attemptIds }: { id: number; ownerId: number; attemptIds: number[] },
  now: string,
): Promise<void> => {
  if (attemptIds.length === 0) return
  await trx
    .updateTable('charges')
    .set({ settled_at: now, resources: 0, micros: 0 })
    .where('item_id', '=', itemId)
    .where('attempt_id', 'in', attemptIds)
    .where('settled_at', 'is', null)
    .execute()
  await freeBudget(trx, ownerId)
}

/** The item's outcome is known: of its open requests, the last one was posted, or none. */
export const settleItem = async (
  trx: Transaction<Database>,
  { id: itemId, owner_id: ownerId }: Pick<Row<'task_items'>, 'id' | 'owner_id'>,
  isPosted: boolean,
  now: string,
): Promise<void> => {
  const charges = await trx
    .selectFrom('charges')
    .select(['id', 'settled_at', 'resources'])
    .where('item_id', '=', itemId)
    .orderBy('id', 'desc')
    .execute()
  const open = charges.filter(({ settled_at }) => settled_at === null)
  if (open.length === 0) return
  const wasCharged = charges.some(({ resources }) => resources === 1)
  const last = isPosted && !wasCharged ? open[0] : undefined
  for (const { id } of open) {
    await settleAttempt(trx, id, id === last?.id, now).execute()
  }
  if (open.length > 1 || !last) await freeBudget(trx, ownerId)
}

/**
 * Serialises the transactions that count the rest of one operator's budget. Take it after every other lock that others
 * wait for, and for one operator per transaction.
 */
export const lockBudget = (trx: Transaction<Database>, ownerId: number): Promise<void> =>
  serialise(trx, budgetScope(ownerId))

/**
 * Makes sending and reading check the budget again, even during a count: less was spent than expected, or the budget
 * changed. The server's budget applies to an operator without their own.
 */
export const freeBudget = async (trx: Transaction<Database>, ownerId: number): Promise<void> => {
  await lockBudget(trx, ownerId)
  await trx
    .deleteFrom('holds')
    .where('scope', 'in', [budgetScope(ownerId), readingScope(ownerId)])
    .execute()
}

interface LedgerDeps {
  db: Kysely<Database>
  card: RateCard
  /** The ids on X of the accounts that own the apps they are connected through. */
  appOwners?: readonly string[]
  /** The daily X budget of every operator, in micro-dollars; null for no limit. */
  ceiling?: Price
  clock?: () => Date
  log?: WarningLog
}

/** The usage ledger of reads from X. Replies are booked with their attempts. */
export const createLedger = ({
  db,
  card,
  appOwners = [],
  ceiling = null,
  clock = () => new Date(),
  log,
}: LedgerDeps): Ledger => {
  /**
   * True if the path lists the account's own data: an account reads its own timeline and mentions only with its own
   * access.
   */
  const isOwned = (path: string) =>
    appOwners.includes(/^users\/(\d+)\/(?:tweets|mentions)(?:\?|$)/.exec(path)?.[1] ?? '')

  /** The highest price of reading this many posts, with everything that X sends beside them. */
  const most = ({ path, beside }: Reading, posts: number): Price => {
    if (path === 'users/me') return card.prices.users_me
    const owned = isOwned(path) ? posts : 0
    const counts = { owned, posts: posts * (1 + beside.posts) - owned, users: posts * beside.users }
    return priceOfReading(card.prices, counts)
  }

  /** How many posts the rest of today's budget covers, under the budget's lock. @throws OverBudget */
  const affordable = async (
    trx: Transaction<Database>,
    payer: Payer | undefined,
    reading: Reading,
  ): Promise<number> => {
    const { posts, least } = reading
    if (payer === undefined || least === undefined) return posts
    if (lower(await ownBudget(trx, { table: 'budgets', ownerId: payer.ownerId }), ceiling) === null) return posts
    await lockBudget(trx, payer.ownerId)
    const rest = await restOfBudget(trx, payer.ownerId, ceiling, clock())
    if (rest === undefined || (await wasRead(trx, payer, reading, clock()))) return posts
    const each = most(reading, 1)
    const bought = each === null ? (rest.left < 1 ? 0 : posts) : each === 0 ? posts : Math.floor(rest.left / each)
    if (bought < least) throw new OverBudget(doesNotReach(rest.daily), most(reading, least))
    return Math.min(posts, bought)
  }

  const settle = async (id: number, met: Met): Promise<void> => {
    if (met.kind === 'open') return
    await retrying(db, async (trx) => {
      const charge = await trx.selectFrom('charges').selectAll().where('id', '=', id).executeTakeFirst()
      if (!charge) return
      const { resources, micros } = met.kind === 'refused' ? nothing : await chargedFor(trx, charge, met.brought)
      const now = timestamp(clock())
      await trx.updateTable('charges').set({ settled_at: now, resources, micros }).where('id', '=', id).execute()
      if (met.kind === 'brought') await closeCovered(trx, charge, now)
      if (charge.owner_id !== null && micros !== charge.micros) await freeBudget(trx, charge.owner_id)
    })
  }

  const chargedFor = async (
    trx: Transaction<Database>,
    { app, path, micros }: Row<'charges'>,
    { day, posts, others, users }: Brought,
  ): Promise<{ resources: number; micros: Price }> => {
    if (path === 'users/me') return { resources: 1, micros }
    const asked = new Set(posts.map((id) => `post:${id}`))
    const beside = others.map((id) => `post:${id}`).filter((each) => !asked.has(each))
    const added = await addResources(trx, day, app, [...asked, ...beside, ...users.map((id) => `user:${id}`)])
    const newUsers = added.filter((each) => each.startsWith('user:')).length
    const owned = isOwned(path) ? added.filter((each) => asked.has(each)).length : 0
    const counts = { users: newUsers, owned, posts: added.length - newUsers - owned }
    return { resources: added.length, micros: priceOfReading(card.prices, counts) }
  }

  return {
    begin: (payer, reading) =>
      retrying(db, async (trx) => {
        const posts = await affordable(trx, payer, reading)
        const micros = most(reading, posts)
        if (micros === 0) return { charge: undefined, posts }
        const now = timestamp(clock())
        const { id } = await trx
          .insertInto('charges')
          .values({
            owner_id: payer?.ownerId ?? null,
            account: payer?.account ?? '',
            app: payer?.app ?? '',
            path: reading.path,
            since: reading.since,
            day: dayOf(now),
            started_at: now,
            micros,
            card: card.asOf,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        return { charge: id, posts }
      }),
    end: (charge, met) =>
      quietly(log, 'usage: the cost of a call to X was not stored', () => settle(charge, met), { charge }),
  }
}

const nothing = { resources: 0, micros: 0 }

/** True if the app made the same reading, or a larger one, today: X charges for its resources once a day. */
const wasRead = async (
  trx: Transaction<Database>,
  { app }: Payer,
  { path, since }: Reading,
  now: Date,
): Promise<boolean> => {
  if (!path.startsWith('tweets/')) return false
  const made = await trx
    .selectFrom('charges')
    .select('id')
    .where('day', '=', dayOf(timestamp(now)))
    .where('app', '=', app)
    .where('path', '=', path)
    .where('since', '<=', since)
    .where('settled_at', 'is not', null)
    .where('resources', '>', 0)
    .executeTakeFirst()
  return made !== undefined
}

/** True if X has already charged this app for a post today: it charges once a day. */
export const isPaidFor = async (db: Kysely<Database>, app: string, postId: string, now: Date): Promise<boolean> => {
  const paid = await db
    .selectFrom('charged_resources')
    .select('resource')
    .where('day', '=', dayOf(timestamp(now)))
    .where('app', '=', app)
    .where('resource', '=', `post:${postId}`)
    .executeTakeFirst()
  return paid !== undefined
}

/** @returns the resources that X has not charged for on that day */
const addResources = async (
  trx: Transaction<Database>,
  day: string,
  app: string,
  resources: string[],
): Promise<string[]> => {
  if (resources.length === 0) return []
  const added = await trx
    .insertInto('charged_resources')
    .values(resources.map((resource) => ({ day, app, resource })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('resource')
    .execute()
  await trx
    .deleteFrom('charged_resources')
    .where('day', '<', daysBefore(Date.parse(day), 1))
    .execute()
  return added.map(({ resource }) => resource)
}

/**
 * Settles interrupted readings that this reading repeated with as many posts: X charges for them once a day, and this
 * reading has counted them.
 */
const closeCovered = async (trx: Transaction<Database>, charge: Row<'charges'>, now: string): Promise<void> => {
  await trx
    .updateTable('charges')
    .set({ settled_at: now, resources: 0, micros: 0 })
    .where('path', '=', charge.path)
    .where('app', '=', charge.app)
    .where('day', '=', charge.day)
    .where('since', '>=', charge.since)
    .where('started_at', '<=', charge.started_at)
    .where('settled_at', 'is', null)
    .where((eb) => eb.or([eb('micros', 'is', null), eb('micros', '<=', charge.micros)]))
    .where('id', '<>', charge.id)
    .execute()
}

/** Posts from X's stream: X charges on delivery, once per app and day, so the row is settled when it is written. */
export const bookDelivered = async (
  trx: Transaction<Database>,
  { ownerId, account, app }: Payer,
  posts: readonly string[],
  card: RateCard,
  now: string,
): Promise<void> => {
  const added = await addResources(
    trx,
    dayOf(now),
    app,
    posts.map((id) => `post:${id}`),
  )
  const micros = priceOfReading(card.prices, { posts: added.length, users: 0 })
  if (micros === 0) return
  await trx
    .insertInto('charges')
    .values({
      owner_id: ownerId,
      account,
      app,
      path: 'activity/stream',
      since: '',
      day: dayOf(now),
      started_at: now,
      settled_at: now,
      resources: added.length,
      micros,
      card: card.asOf,
    })
    .execute()
}

/** The rest of today's budget; undefined if there is none. @param counted as for `exceeded` */
export const restOfBudget = async (
  db: Kysely<Database>,
  ownerId: number,
  ceiling: Price,
  now: Date,
  counted: 'all' | 'charged' = 'all',
): Promise<{ daily: number; left: number } | undefined> => {
  const daily = lower(await ownBudget(db, { table: 'budgets', ownerId }), ceiling)
  if (daily === null) return undefined
  const { charged, open } = await db
    .selectFrom('charges')
    .select(sums)
    .where('owner_id', '=', ownerId)
    .where('day', '=', dayOf(timestamp(now)))
    .executeTakeFirstOrThrow()
  return { daily, left: daily - Number(charged) - (counted === 'all' ? Number(open) : 0) }
}

export const doesNotReach = (daily: number): string => words.budgetTooSmall(dollars(daily))

/** The number of days in the list, including today. */
export const shownDays = 30

/** The sums in the database's format. */
export const sums = [
  sql<number>`coalesce(sum(case when settled_at is not null then micros else 0 end), 0)`.as('charged'),
  sql<number>`coalesce(sum(case when settled_at is null then micros else 0 end), 0)`.as('open'),
  sql<number>`coalesce(sum(case when micros is null then 1 else 0 end), 0)`.as('unpriced'),
]
