import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Expression, type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely'
import { linksIn } from '../../../src/schemas/composer/postText'
import { type Price, priceOfReply } from '../../../src/schemas/usage/money'
import { isPostgres } from '../../db/dialect'
import { type Signs, signColumns } from '../../db/generation'
import { inOneStatement } from '../../db/inOneStatement'
import { openOutcome } from '../../db/itemStates'
import { prepared, type Values } from '../../db/prepared'
import type { Database, Row } from '../../db/schema'
import { isUniqueViolation } from '../../db/uniqueViolation'
import { findWordOfX } from '../../features/composer/earlierReplies.store'
import { toAudience } from '../../features/composer/posts.store'
import { findAuthorOnList, whyNotReply } from '../../features/inbox/doNotReply.store'
import { timestamp } from '../../time/clock'
import { type Money, unlimited } from '../../usage/budgets.store'
import { bookReply } from '../../usage/charges.store'
import { lower } from '../../usage/ownBudgets.store'
import type { Audience } from '../../x/audience'
import { isSummoned } from '../../x/eligibility'
import { repliesDenied } from '../../x/refusals'
import * as xWords from '../../x/words'
import { apply, changeBy, type ItemRow, type Lease } from '../protocol/item'
import type { ItemEvent } from '../protocol/itemEvents'
import { makeManual } from '../send/makeManual'
import type { Store } from '../store'
import * as words from '../words'
import { holdByBudget } from './holds'

/** This process's knowledge of the accounts and the database. */
export interface Gate {
  /** Whether the account may post. Other accounts are read first. */
  isKnown(account: Pick<Row<'accounts'>, 'id' | 'x_user_id' | 'access_token'>): boolean
  /** Accounts with a reading in progress. */
  reading: number[]
  /** Whether the database is still the same one. Nothing is claimed otherwise. */
  isSameDatabase(signs: Signs): boolean
  /** How far this machine's clock is ahead of X's. */
  aheadMs(): number
  money: Money
}

const openGate: Gate = {
  isKnown: () => true,
  reading: [],
  isSameDatabase: () => true,
  aheadMs: () => 0,
  money: unlimited,
}

export interface Claimed {
  item: ItemRow
  account: Row<'accounts'>
  /** False if the account has only OAuth 1.0a keys. */
  hasTokens: boolean
  attemptId: number
  /** The id in the usage ledger. */
  charge: number
  /** The audience of the target post, as it was last fetched. */
  post: Audience | undefined
}

/** The account's posts must be read before it may post. */
export interface Unread {
  account: Row<'accounts'>
  isUnread: true
}

type Candidates = ExpressionBuilder<Database, 'task_items' | 'accounts'>

const accountIsFree = ({ not, exists, selectFrom }: Candidates) =>
  not(
    exists(
      selectFrom('task_items as open')
        .select('open.id')
        .whereRef('open.account_id', '=', 'task_items.account_id')
        .where('open.state', 'in', openOutcome),
    ),
  )

/** The held apps are looked up once, not for each of the thousand items that may wait for an app. */
const isNotHeld =
  (now: Expression<string>) =>
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

/** Operators with queued items, without disabled operators and used-up budgets: one index lookup for each operator. */
const waitingOwners = async (db: Kysely<Database>, now: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive waiting(id) as (
      select min(owner_id) from task_items where state = 'queued'
      union all
      select (select min(owner_id) from task_items where state = 'queued' and owner_id > waiting.id)
        from waiting where waiting.id is not null
    )
    select id from waiting
      where id is not null and id not in (select id from users where disabled_at is not null)
        and not exists (select 1 from holds where scope = 'budget:' || waiting.id and until > ${now})`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Claims the next item that may be sent: it is due, and its account is active, free and not held. The attempt and its
 * row in the usage ledger are stored in the same transaction, so they are durable before the request.
 * @param inTurn sorts the operators with queued items by fairness
 * @returns undefined if there is no such item or another process was faster; the account if it must be read first
 */
export const claimNext = async (
  store: Store,
  lease: Lease,
  inTurn: (ownerIds: number[]) => number[] = (ownerIds) => ownerIds,
  gate: Gate = openGate,
): Promise<Claimed | Unread | undefined> => {
  const now = timestamp(store.clock())
  const owners = await waitingOwners(store.db, now)
  for (;;) {
    if (owners.length === 0) return undefined
    const met = await claimOf(store, lease, inTurn(owners), { ...gate, now })
    if (met === 'more') {
      await nextTurn()
      continue
    }
    if (met === undefined || !('spent' in met)) return met
    owners.splice(owners.indexOf(met.spent), 1)
  }
}

/**
 * @returns `spent` with the operator whose budget is used up: this transaction stores their hold and frees the budget's
 * lock before the next operator is served; `more` if so many items were declined that other work comes first
 */
const claimOf = async (
  store: Store,
  lease: Lease,
  owners: number[],
  { now, ...gate }: Gate & { now: string },
): Promise<Claimed | Unread | { spent: number } | 'more' | undefined> => {
  try {
    return await store.db.transaction().execute(async (trx) => {
      for (const ownerId of owners) {
        const next = await nextWanted(trx, ownerId, now, gate)
        if (next === 'more') return 'more'
        if (next === 'changed') return undefined
        if (!next || next.account_id === null) continue
        const account = { id: next.account_id, x_user_id: next.x_user_id, access_token: next.access_token }
        if (!gate.isKnown(account)) return { account: await accountOf(trx, next.account_id), isUnread: true }
        const post = toAudience(next)
        const price = priceOf(next, post, gate.money)
        if (await isHeldByBudget(store, trx, next, price, gate.money)) return { spent: ownerId }
        return claim(trx, next, lease, { now, price, post, gate })
      }
      return undefined
    })
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}

/** One round trip reads everything that decides whether the item is sent. */
const nextOf = prepared((db, value: Values<{ ownerId: number; now: string; reading: string }>) =>
  db
    .selectFrom('task_items')
    .innerJoin('accounts', 'accounts.id', 'task_items.account_id')
    .selectAll('task_items')
    .select(['accounts.x_user_id', 'accounts.access_token', 'accounts.username'])
    .select(sql<Row<'accounts'> | null>`${isPostgres(db) ? sql`row_to_json(accounts)` : null}`.as('account'))
    .select(({ exists, selectFrom }) => [
      selectFrom('posts')
        .select('posts.standing')
        .whereRef('posts.owner_id', '=', 'task_items.owner_id')
        .whereRef('posts.tweet_id', '=', 'task_items.target_tweet_id')
        .as('standing'),
      selectFrom('budgets')
        .select('budgets.daily_micros')
        .whereRef('budgets.owner_id', '=', 'task_items.owner_id')
        .as('budget'),
      exists(
        selectFrom('do_not_reply')
          .select('do_not_reply.id')
          .whereRef('do_not_reply.owner_id', '=', 'task_items.owner_id'),
      ).as('listsPeople'),
      exists(
        selectFrom('task_items as earlier')
          .innerJoin('attempts', 'attempts.item_id', 'earlier.id')
          .select('earlier.id')
          .whereRef('earlier.target_tweet_id', '=', 'task_items.target_tweet_id')
          .whereRef('earlier.account_id', '=', 'task_items.account_id')
          .where('attempts.refusal', 'in', repliesDenied)
          .where('attempts.http_status', '=', 403),
      ).as('wasDenied'),
      exists(
        selectFrom('x_tokens').select('account_id').whereRef('x_tokens.account_id', '=', 'task_items.account_id'),
      ).as('hasTokens'),
    ])
    .select(signColumns(db))
    .where('task_items.state', '=', 'queued')
    .where('task_items.owner_id', '=', value('ownerId'))
    .where('task_items.next_at', '<=', value('now'))
    .where('accounts.is_active', '=', 1)
    .where(accountIsFree)
    .where(isNotHeld(value('now')))
    .where(sql<boolean>`${value('reading')} not like '%,' || task_items.account_id || ',%'`)
    .orderBy('task_items.next_at')
    .orderBy('task_items.id')
    .limit(1)
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate().skipLocked()),
)

/** For one transaction, during which the rest of this process waits on SQLite. */
const mostDeclined = 100

/**
 * Skips items whose author asked for no replies since they were queued: these fail. Skips items whose account X has
 * refused for the post since then: these become manual.
 * @returns `more` if there may be more such items, `changed` if the database is not the same one
 */
const nextWanted = async (
  trx: Transaction<Database>,
  ownerId: number,
  now: string,
  { reading, isSameDatabase }: Pick<Gate, 'reading' | 'isSameDatabase'>,
): Promise<Next | 'more' | 'changed' | undefined> => {
  for (let declined = 0; declined < mostDeclined; declined += 1) {
    const [next] = await nextOf(trx, { ownerId, now, reading: `,${reading.join()},` })
    if (next && !isSameDatabase(next)) return 'changed'
    const event = next && ((await declinedBy(trx, next)) ?? (await deniedBy(trx, next, now)))
    if (!event) return next
    await apply(trx, next, event, now)
  }
  return 'more'
}

const declinedBy = async (trx: Transaction<Database>, next: Next): Promise<ItemEvent | undefined> => {
  if (!next.listsPeople) return undefined
  const person = await findAuthorOnList(trx, next.owner_id, next.target_tweet_id)
  return person && { type: 'author.declined', detail: whyNotReply(person) }
}

/** Manual items are exempt. */
const deniedBy = async (trx: Transaction<Database>, next: Next, now: string): Promise<ItemEvent | undefined> => {
  if (!next.wasDenied || next.account_id === null || next.attempts > 0 || next.handed_over_at !== null) return undefined
  const asked = { ownerId: next.owner_id, tweetId: next.target_tweet_id, accountId: next.account_id }
  const said = await findWordOfX(trx, asked)
  return said === 'refused' ? makeManual({ detail: words.wouldRefuse(xWords.hasRefused) }, new Date(now)) : undefined
}

type Next = Awaited<ReturnType<typeof nextOf>>[number]

/** The price if X accepts the reply. */
const priceOf = (next: Next, post: Audience | undefined, { card }: Money): Price => {
  const hasLink = linksIn(next.content).length > 0
  const account = { username: next.username, xUserId: next.x_user_id }
  return priceOfReply(card.prices, { hasLink, isSummoned: isSummoned(post, account) })
}

/** The budget counts whole replies: an item that today's budget does not cover is not claimed. */
const isHeldByBudget = async (
  { clock }: Store,
  trx: Transaction<Database>,
  { owner_id: ownerId, budget }: Pick<Next, 'owner_id' | 'budget'>,
  price: Price,
  { ceiling }: Money,
): Promise<boolean> => {
  if (lower(budget, ceiling) === null) return false
  return holdByBudget(trx, { ownerId, kind: 'sending', price, ceiling }, clock())
}

const accountOf = (trx: Transaction<Database>, accountId: number) =>
  trx.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()

interface Terms {
  now: string
  price: Price
  post: Audience | undefined
  gate: Pick<Gate, 'aheadMs' | 'money'>
}

/** Safe, because `nextOf` has locked the row. */
const claim = async (
  trx: Transaction<Database>,
  next: Next,
  lease: Lease,
  { now, price, post, gate }: Terms,
): Promise<Claimed | undefined> => {
  const claimed = changeBy(trx, next, { type: 'item.claim' }, now, lease)
  if (!claimed || next.account_id === null) return undefined
  const { item, noted, update } = claimed
  const account = next.account ?? (await accountOf(trx, next.account_id))
  const ahead_ms = gate.aheadMs() || null
  const attempt = trx
    .insertInto('attempts')
    .values({ item_id: item.id, epoch: lease.epoch, started_at: now, ahead_ms, outcome: 'sending' })
    .returning('id')
  const booked = bookReply(trx, { item, account, price }, gate.money.card, now)
  const [charge] = await inOneStatement(trx, { noted, update, attempt }, booked)
  if (!charge || charge.attempt_id === null) throw new Error('the attempt was not stored')
  return { item, account, hasTokens: !!next.hasTokens, attemptId: charge.attempt_id, charge: charge.id, post }
}

/** The time of the next work that no call announces; undefined if nothing waits. */
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
