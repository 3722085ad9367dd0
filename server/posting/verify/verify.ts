import { type Kysely, sql, type Transaction } from 'kysely'
import { backoff } from '../../backoff'
import { hourMs, later, latest, minuteMs, timestamp } from '../../clock'
import { isPostgres } from '../../db/dialect'
import { retrying } from '../../db/retrying'
import type { Database, Row } from '../../db/schema'
import { messageOf } from '../../messageOf'
import { openingsOf } from '../../x/limits'
import { sentence } from '../../x/problems'
import { isPassing, type Refusal, refusalRow } from '../../x/refusals'
import { type Access, type Ahead, type ListedPosts, type XClient, XError, type XPost } from '../../x/types'
import { apply, type ItemRow, type Lease } from '../protocol/item'
import { type ItemEvent, looksAllowed, never } from '../protocol/itemEvents'
import { lastAttempt } from '../protocol/itemView'
import { matches, oldestFirst } from '../protocol/normalise'
import { nextLook, refusedEvent } from '../send/makeManual'
import { lockItem, type Store } from '../store'
import * as words from '../words'
import { learnLag } from '../worker/settle'
import { mayBeOneOf, type Reconciled, reconcile, withoutItem } from './reconcile'

/**
 * The largest difference between X's clock and ours: more than the few minutes within which X accepts a signature. An
 * older reply with the same words counts as the sent reply, because a second post would be worse.
 */
export const windowMarginMs = 10 * minuteMs

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

type Reading =
  | (ListedPosts & { userId: string; since: Date; ahead: Ahead })
  /** `until`: the earliest time at which X may be asked again. */
  | { failed: string; until: Date }
  | { impossible: string }

export interface Reader {
  x: XClient
  openCredentials(account: Row<'accounts'>): Access | Promise<Access>
  settleMs: number
  mayResend: boolean
}

/**
 * Reads the account's posts on X with that account, and stores the result for this item and the account's other items.
 */
export const check = async (
  store: Store,
  { item, account }: Check,
  reader: Reader,
): Promise<Reconciled | undefined> => {
  const reading = await read(store, item, account, reader)
  return retrying(store.db, async (trx) => {
    const row = await lockItem(trx, item.id)
    const isOurs =
      row?.state === item.state && row.lease_epoch === item.lease_epoch && row.lease_until === item.lease_until
    if (!isOurs) return undefined
    const now = store.clock()
    const event = await eventOf(trx, row, reading, reader, now)
    await apply(trx, row, event, timestamp(now))
    return 'posts' in reading ? reconcile(store, trx, { account, ...reading }) : undefined
  })
}

const read = async (store: Store, item: ItemRow, account: Row<'accounts'>, reader: Reader): Promise<Reading> => {
  const sending = await firstSending(store, item)
  try {
    const access = await opened(account, reader.openCredentials)
    if (!access) return { impossible: words.cannotDecryptAgent }
    const userId = account.x_user_id ?? (await reader.x.getMe(access)).id
    if (item.author_id !== null && item.author_id !== userId) {
      return { impossible: words.keysOfAnother(account.username) }
    }
    return { userId, ...(await readSince(reader.x, access, userId, sending)) }
  } catch (error) {
    if (!(error instanceof XError)) return { failed: messageOf(error), until: new Date(0) }
    if (error.status === 403 && !passes(error)) return { impossible: error.detail }
    const now = store.clock()
    const openings = openingsOf(error.status, error.headers, now)
    // Credits and the app's permission return only by a person's action or with a new period.
    if (error.status === 402 || passes(error)) {
      openings.push(later(now, backoff(item.failed_reads + 1, 5 * minuteMs, hourMs)))
    }
    // A 401 may be a fault of X that lasts longer than a lost answer; it proves nothing about the post.
    if (error.status === 401) {
      openings.push(later(now, backoff(item.failed_reads + 1, Math.min(10_000, reader.settleMs), 5 * minuteMs)))
    }
    return { failed: error.detail, until: openings.reduce(latest, new Date(0)) }
  }
}

/**
 * Reads from the sending on, by X's clock. If the answer shows that our clock is ahead, the requested period began too
 * late, and an earlier one is read.
 */
const readSince = async (x: XClient, access: Access, userId: string, { at, aheadMs }: Sending) => {
  const start = (ahead: Ahead) => startOf(at, Math.max(aheadMs, ahead.atMost))
  const ahead = x.ahead()
  const since = start(ahead)
  const listed = await x.getUserPosts(access, userId, since)
  const learned = x.ahead()
  const earlier = start(learned)
  if (since.getTime() - earlier.getTime() < windowMarginMs / 2) return { ...listed, since, ahead: learned }
  return { ...(await x.getUserPosts(access, userId, earlier)), since: earlier, ahead: learned }
}

const startOf = (at: Date, aheadMs: number): Date => later(at, -aheadMs - windowMarginMs)

/** X lifts these refusals again: they prove nothing about the post. */
const takenBack: Refusal[] = ['locked', 'wrongAuthentication']

/** Whether a later read may succeed. A 403 that is not from X's API is not X's own decision. */
export const passes = ({ status, refusal }: XError): boolean =>
  refusal === undefined ? status === 403 : isPassing(refusal) || takenBack.includes(refusal)

/** @returns undefined if the key does not fit @throws XError if X rejects the account's keys */
export const opened = async (
  account: Row<'accounts'>,
  openCredentials: Reader['openCredentials'],
): Promise<Access | undefined> => {
  try {
    return await openCredentials(account)
  } catch (error) {
    if (error instanceof XError) throw error
    return undefined
  }
}

interface Sending {
  /** By the clock of the sending process. */
  at: Date
  /** How far that clock was ahead of X's. */
  aheadMs: number
}

/** A restored backup may lack attempts, so the item's creation counts: nothing can be older. */
const firstSending = async (store: Store, item: ItemRow): Promise<Sending> => {
  const { at, ahead } = await store.db
    .selectFrom('attempts')
    .select(({ fn }) => [fn.min('started_at').as('at'), fn.max('ahead_ms').as('ahead')])
    .where('item_id', '=', item.id)
    .executeTakeFirstOrThrow()
  const first = item.restored_at === null ? (at ?? item.created_at) : item.created_at
  return { at: new Date(first), aheadMs: Number(ahead ?? 0) }
}

const eventOf = async (
  trx: Transaction<Database>,
  row: ItemRow,
  reading: Reading,
  { settleMs, mayResend }: Reader,
  now: Date,
): Promise<ItemEvent> => {
  const contested = row.state === 'unknown' ? await contestedBy(trx, row) : undefined
  if ('impossible' in reading) return { type: 'check.impossible', detail: withAnswer(reading.impossible, contested) }
  const untold = ({ failed, until }: Untold) =>
    noOutcome(row, { failed: withAnswer(failed, contested), until }, settleMs, now)
  if ('failed' in reading) return untold(reading)
  const found = await firstUnclaimed(trx, row, reading.posts, reading.since)
  const unclaimed = found ? [] : await withoutItem(trx, reading.posts)
  if (!found && (!reading.isWhole || mayBeOneOf(unclaimed, row, reading.since))) {
    return untold({ failed: words.partsLeftOut, until: now })
  }
  if (!found && row.state === 'handed_over') {
    return {
      type: 'check.absent',
      mayResend: false,
      at: nextLook(row.clean_reads + 1, settleMs, now),
      resendAt: timestamp(now),
    }
  }
  if (!found && (await hasOtherWords(trx, row, reading))) {
    return { type: 'check.impossible', detail: withAnswer(words.otherWords, contested) }
  }
  if (!found && contested) return refusedEvent(contested.refusal, contested, now)
  if (!found) {
    return { type: 'check.absent', mayResend, at: timestamp(later(now, settleMs / 2)), resendAt: timestamp(now) }
  }
  const absentAt = await lastAbsence(trx, row)
  if (row.state === 'unknown' && absentAt !== undefined && found.createdAt !== undefined && row.account_id !== null) {
    // If X's clock is slow, the post may appear older than its sending.
    const postedMs = Math.max(Date.parse(found.createdAt), later(reading.since, windowMarginMs).getTime())
    await learnLag(trx, row.account_id, Date.parse(absentAt) - reading.ahead.now - postedMs, settleMs)
  }
  return { type: 'check.found', postId: found.id }
}

interface Untold {
  failed: string
  /** The earliest time at which X may be asked again. */
  until: Date
}

/** The read proves neither that X has the reply nor that X does not have it. */
const noOutcome = (row: ItemRow, { failed: detail, until }: Untold, settleMs: number, now: Date): ItemEvent => {
  const isManual = row.state === 'handed_over'
  if (isManual && row.clean_reads >= looksAllowed) return { type: 'check.failed', detail, at: never }
  if (isManual && row.clean_reads + 1 >= looksAllowed) return { type: 'check.impossible', detail }
  const tries = isManual ? row.clean_reads : row.failed_reads
  const wait = backoff(tries + 1, Math.min(5000, settleMs / 2), 15 * minuteMs)
  return { type: 'check.failed', detail, at: timestamp(later(latest(now, until), wait)) }
}

interface Answered {
  refusal: Refusal
  /** X's words. */
  detail: string
  nextStep: string
}

/** The refusal of X that made the item unknown, if the database has every later attempt. */
const contestedBy = async (trx: Transaction<Database>, row: ItemRow): Promise<Answered | undefined> => {
  const newest = await trx
    .selectFrom('item_events')
    .select('event')
    .where('item_id', '=', row.id)
    .where('event', 'not like', '{"type":"check.%')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest?.event.startsWith('{"type":"post.contested"')) return undefined
  const last = await lastAttempt(trx, row.id)
  if (!last?.refusal) return undefined
  return { refusal: last.refusal, detail: last.detail ?? '', nextStep: refusalRow(last.refusal).nextStep }
}

/** X's words stay with the item while it is uncertain whether they count. */
const withAnswer = (detail: string, answered: Answered | undefined): string =>
  answered === undefined ? detail : words.refusedLast(sentence(detail), answered.detail)

/** True if a reply to the same post, made since the item became manual, belongs to no item. */
const hasOtherWords = async (
  trx: Transaction<Database>,
  row: ItemRow,
  { posts, ahead }: { posts: XPost[]; ahead: Ahead },
): Promise<boolean> => {
  const { handed_over_at: manualSince } = row
  if (manualSince === null) return false
  const since = startOf(new Date(manualSince), ahead.atMost).getTime()
  const sinceThen = posts.filter(
    ({ inReplyTo, createdAt }) =>
      inReplyTo === row.target_tweet_id && createdAt !== undefined && Date.parse(createdAt) >= since,
  )
  return (await withoutItem(trx, sinceThen)).length > 0
}

/** When X last did not show the reply; a post made after that time proves no delay. */
const lastAbsence = async (trx: Transaction<Database>, row: ItemRow): Promise<string | undefined> => {
  if (row.clean_reads > 0) return row.failed_reads === 0 ? row.updated_at : undefined
  if (row.resends === 0) return undefined
  const { at } = await trx
    .selectFrom('attempts')
    .select(({ fn }) => fn.max('started_at').as('at'))
    .where('item_id', '=', row.id)
    .executeTakeFirstOrThrow()
  return at ?? undefined
}

/** The oldest post that is this reply and belongs to no other item. */
const firstUnclaimed = async (
  trx: Transaction<Database>,
  row: ItemRow,
  posts: XPost[],
  since: Date,
): Promise<XPost | undefined> => {
  const sought = { content: row.content, targetId: row.target_tweet_id, since }
  const fitting = posts.filter((post) => matches(post, sought))
  return oldestFirst(await withoutItem(trx, fitting))[0]
}
