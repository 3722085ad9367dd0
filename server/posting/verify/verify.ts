import type { Transaction } from 'kysely'
import { retrying } from '../../db/retrying'
import type { Database, Row } from '../../db/schema'
import { messageOf } from '../../messageOf'
import { backoff } from '../../time/backoff'
import { hourMs, later, latest, minuteMs, timestamp } from '../../time/clock'
import { postedAt } from '../../x/ids'
import { openingsOf } from '../../x/limits'
import { sentence } from '../../x/problems'
import { isPassing, type Refusal, refusalRow } from '../../x/refusals'
import { fewestListed } from '../../x/timeline'
import { type Access, type Ahead, type ListedPosts, type XClient, XError, type XPost } from '../../x/types'
import { apply, type ItemRow } from '../protocol/item'
import { type ItemEvent, looksAllowed, never } from '../protocol/itemEvents'
import { lastAttempt } from '../protocol/itemView'
import { matches, oldestFirst } from '../protocol/normalise'
import { nextLook, refusedEvent } from '../send/makeManual'
import { lockItem, type Store } from '../store'
import * as words from '../words'
import { learnLag } from '../worker/settle'
import type { Check } from './claimCheck'
import { type Doubt, doubtOf, isProven, witnessOf } from './freshness'
import { isReply, mayBeOneOf, type Reconciled, reconcile, withoutItem } from './reconcile'

/**
 * The largest difference between X's clock and ours: more than the few minutes within which X accepts a signature. An
 * older reply with the same words counts as the sent reply, because a second post would be worse.
 */
export const windowMarginMs = 10 * minuteMs

type Reading =
  | (ListedPosts & { userId: string; since: Date; ahead: Ahead })
  /** `until`: the earliest time at which X may be asked again. */
  | { failed: string; until: Date }
  | { impossible: string }

export interface Reader {
  x: XClient
  openCredentials(account: Row<'accounts'>): Access | Promise<Access>
  settleMs: number
  /** How long an unknown outcome waits for a proof of absence, in ms. */
  proofMs: number
  mayResend: boolean
}

/** Whether the posts that X lists can prove an absence. */
interface Proof extends Doubt {
  isProven: boolean
  /** The next reading can prove it. */
  isNextProven: boolean
}

/**
 * Reads the account's posts on X with that account, and stores the result for this item and the account's other items.
 * If nothing proves that X shows posts as new as the reply, another account is read for that proof. The proof must come
 * before the reading, so it counts for the next one.
 */
export const check = async (
  store: Store,
  { item, account }: Check,
  reader: Reader,
): Promise<Reconciled | undefined> => {
  const doubt = await doubtOf(store.db, item.id)
  const wasProven = await isProven(store.db, doubt)
  const reading = await read(store, item, account, reader)
  if (item.state === 'unknown' && !wasProven && 'posts' in reading && !isAmong(reading, item)) {
    await readWitness(store, item, doubt, reader)
  }
  const proof = { ...doubt, isProven: wasProven, isNextProven: await isProven(store.db, doubt) }
  return retrying(store.db, async (trx) => {
    const row = await lockItem(trx, item.id)
    const isOurs =
      row?.state === item.state && row.lease_epoch === item.lease_epoch && row.lease_until === item.lease_until
    if (!isOurs) return undefined
    const now = store.clock()
    const event = await eventOf(trx, row, reading, { ...reader, proof }, now)
    if (event.type === 'check.found') await takeFromAnother(trx, event.postId, now)
    await apply(trx, row, event, timestamp(now))
    return 'posts' in reading ? reconcile(store, trx, { account, ...reading }) : undefined
  })
}

const isAmong = ({ posts, since }: { posts: XPost[]; since: Date }, row: ItemRow): boolean =>
  posts.some((post) => matches(post, soughtOf(row, since)))

/** Learns whether X shows a newer reply of another account, if the budget allows it. */
const readWitness = async (
  store: Store,
  item: ItemRow,
  doubt: Doubt,
  { x, openCredentials }: Reader,
): Promise<void> => {
  const witness = await witnessOf(store.db, item, doubt)
  if (!witness) return
  const { account, userId, postId } = witness
  try {
    const access = await opened(account, openCredentials)
    if (!access) return
    const since = later(postedAt(postId), -1000)
    const listed = await x.getUserPosts(access, userId, since, fewestListed)
    const reading = { ...listed, account, userId, since, ahead: x.ahead() }
    await retrying(store.db, (trx) => reconcile(store, trx, reading))
  } catch (error) {
    // The next look reads another account.
    if (!(error instanceof XError)) throw error
  }
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
const temporary: Refusal[] = ['locked', 'wrongAuthentication']

/** Whether a later read may succeed. A 403 that is not from X's API is not X's own decision. */
export const passes = ({ status, refusal }: XError): boolean =>
  refusal === undefined ? status === 403 : isPassing(refusal) || temporary.includes(refusal)

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
  { settleMs, mayResend, proofMs, proof }: Reader & { proof: Proof },
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
  if (!found && !proof.isProven) {
    return { ...unproven(proof, { settleMs, proofMs }, now), detail: withAnswer(words.notProven, contested) }
  }
  if (!found && contested) return refusedEvent(contested.refusal, contested, now)
  if (!found) {
    return { type: 'check.absent', mayResend, at: timestamp(later(now, settleMs / 2)), resendAt: timestamp(now) }
  }
  const absentAt = await lastAbsence(trx, row, proof)
  if (row.state === 'unknown' && absentAt !== undefined && found.createdAt !== undefined && row.account_id !== null) {
    // If X's clock is slow, the post may appear older than its sending.
    const postedMs = Math.max(Date.parse(found.createdAt), later(reading.since, windowMarginMs).getTime())
    await learnLag(trx, row.account_id, Date.parse(absentAt) - reading.ahead.now - postedMs, settleMs)
  }
  return { type: 'check.found', postId: found.id }
}

/** The interval between two looks for a proof. */
const longestLookMs = 5 * minuteMs

const unproven = (
  { isNextProven, unprovenSince, looks }: Proof,
  { settleMs, proofMs }: Pick<Reader, 'settleMs' | 'proofMs'>,
  now: Date,
) => {
  const end = later(unprovenSince === undefined ? now : new Date(unprovenSince), proofMs)
  const next = later(now, backoff(looks + 1, settleMs / 2, longestLookMs))
  return {
    type: 'check.unproven' as const,
    isLate: !isNextProven && end <= now,
    at: timestamp(isNextProven ? now : next < end ? next : end),
  }
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
const lastAbsence = async (
  trx: Transaction<Database>,
  row: ItemRow,
  { absentAt }: Doubt,
): Promise<string | undefined> => {
  if (absentAt !== undefined) return row.failed_reads === 0 ? absentAt : undefined
  if (row.resends === 0) return undefined
  const { at } = await trx
    .selectFrom('attempts')
    .select(({ fn }) => fn.max('started_at').as('at'))
    .where('item_id', '=', row.id)
    .executeTakeFirstOrThrow()
  return at ?? undefined
}

const soughtOf = ({ content, target_tweet_id: targetId }: ItemRow, since: Date) => ({ content, targetId, since })

/** X answered another item's request with the id of this post, which proves nothing about that item. */
const takeFromAnother = async (trx: Transaction<Database>, postId: string, now: Date): Promise<void> => {
  const { id } =
    (await trx.selectFrom('task_items').select('id').where('reply_tweet_id', '=', postId).executeTakeFirst()) ?? {}
  const other = id === undefined ? undefined : await lockItem(trx, id)
  if (other) await apply(trx, other, { type: 'post.disproved' }, timestamp(now))
}

/** The oldest post that is this reply. A post with the id of an item in other words or to another post counts too. */
const firstUnclaimed = async (
  trx: Transaction<Database>,
  row: ItemRow,
  posts: XPost[],
  since: Date,
): Promise<XPost | undefined> => {
  const fitting = posts.filter((post) => matches(post, soughtOf(row, since)))
  return oldestFirst(await withoutItem(trx, fitting, isReply))[0]
}
