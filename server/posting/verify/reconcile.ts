import type { Transaction } from 'kysely'
import { openOutcome } from '../../db/itemStates'
import type { Database, Row } from '../../db/schema'
import { dayMs, hourMs, later, minuteMs, timestamp } from '../../time/clock'
import { postedAt } from '../../x/ids'
import type { Ahead, XPost } from '../../x/types'
import { apply, type ItemRow } from '../protocol/item'
import type { ItemEvent } from '../protocol/itemEvents'
import { isHidden, matches, mayMatch, oldestFirst } from '../protocol/normalise'
import { openReplies } from '../send/blocked'
import { lockItem, type Store } from '../store'
import { noteShown } from './freshness'

/** The largest usual difference between X's clock and ours. A post's id contains X's time. */
const clocksDifferMs = 15 * minuteMs
/** A larger difference cannot be an error of the clock. */
const daysApartMs = dayMs
/** X shows a post at the latest after this time. */
const lateMs = hourMs
/** How many of the last completed items one reading checks again. */
const lastCompleted = 50
/** Unclaimed posts are deleted after this time: nobody sends such old words again. */
const retentionMs = 90 * dayMs

export interface Reading {
  account: Pick<Row<'accounts'>, 'id'>
  /** The account's id on X. */
  userId: string
  posts: XPost[]
  /** Whether X sent the posts completely. */
  isWhole: boolean
  /** The time from which the posts are complete, by X's clock. */
  since: Date
  ahead: Ahead
}

export interface Reconciled {
  /** Items that X shows as posted although the database did not know it. */
  found: number[]
  /** True if one of them counted as not posted: the database lacks facts that it once had. */
  isBehind: boolean
  /** Completed items that had the id of another post. */
  corrected: number[]
  /** Completed items that had the id of another post, and whose own post X does not show. */
  disproved: number[]
  /** Completed items whose post X no longer shows. They are not sent again. */
  gone: number[]
}

/**
 * Compares an account's posts on X with its items. A post without an item that contains an item's reply is assigned to
 * the item; the other replies are stored for future items. X's id for a completed item must belong to a post of this
 * account with the same target.
 */
export const reconcile = async (
  store: Store,
  trx: Transaction<Database>,
  { account, userId, posts, isWhole, since, ahead }: Reading,
): Promise<Reconciled> => {
  const now = store.clock()
  const replies = posts.filter(({ inReplyTo }) => typeof inReplyTo === 'string')
  const unclaimed = oldestFirst(await withoutItem(trx, replies))
  const hidden = await withoutItem(trx, posts.filter(isHidden))
  const mine = <T extends Pick<ItemRow, 'author_id'>>(items: T[]) =>
    items.filter(({ author_id }) => author_id === null || author_id === userId)

  const last = mine(await lastCompletedItems(trx, account.id))
  const shown = last.filter((item) => posts.some((post) => post.id === item.reply_tweet_id && isReply(post, item)))
  await noteShown(
    trx,
    shown.map(({ id }) => id),
  )
  for (const { id, next_step } of shown) if (next_step !== null) await settle(trx, id, { type: 'post.shown' }, now)
  const doubtful = last.filter((item) => isCovered(item, since) && !isShown(item, posts))
  const settled = { corrected: [] as number[], disproved: [] as number[], gone: [] as number[] }
  for (const item of doubtful) {
    const own = take(unclaimed, item)
    if (!own && (!isWhole || mayBeOneOf(hidden, item))) continue
    const outcome = isSurelyWrong(item, posts, later(since, ahead.atMost)) ? 'disproved' : 'gone'
    if (own) {
      if (await settle(trx, item.id, { type: 'post.corrected', postId: own.id }, now)) settled.corrected.push(item.id)
    } else if (outcome === 'disproved' || item.updated_at <= timestamp(later(now, -lateMs))) {
      if (await settle(trx, item.id, { type: `post.${outcome}` }, now)) settled[outcome].push(item.id)
    }
  }

  const found: number[] = []
  let isBehind = false
  for (const item of mine(await openItems(trx, account.id, unclaimed))) {
    const own = take(unclaimed, item)
    const type = item.state === 'failed' ? 'post.seen' : 'post.accepted'
    if (!own || !(await settle(trx, item.id, { type, postId: own.id }, now))) continue
    found.push(item.id)
    isBehind ||= wasSurelyNotPosted(item)
  }

  await remember(trx, userId, unclaimed, now)
  return { found, isBehind, ...settled }
}

/**
 * False for manual items, for items sent again after an unknown outcome, and for items that the operator gave up in
 * that state.
 */
const wasSurelyNotPosted = ({
  state,
  can_retry,
  handed_over_at,
  resends,
}: Pick<ItemRow, 'state' | 'can_retry' | 'handed_over_at' | 'resends'>): boolean =>
  handed_over_at === null && resends === 0 && (state === 'queued' || can_retry === 1)

/** The account's posts that X showed earlier and that belong to no item. */
export const unclaimedPosts = async (trx: Transaction<Database>, userId: string): Promise<XPost[]> => {
  const rows = await trx
    .selectFrom('unclaimed_posts')
    .selectAll()
    .where('author_id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('task_items').select('id').whereRef('task_items.reply_tweet_id', '=', 'unclaimed_posts.post_id'),
        ),
      ),
    )
    .execute()
  return rows.map(({ post_id, author_id, in_reply_to, text, leading_mentions }) => ({
    id: post_id,
    text,
    authorId: author_id,
    authorUsername: '',
    authorName: '',
    inReplyTo: in_reply_to,
    leadingMentions: JSON.parse(leading_mentions),
  }))
}

/** Removes and returns the oldest post that contains the item's reply. */
export const take = (
  posts: XPost[],
  { content, target_tweet_id }: Pick<ItemRow, 'content' | 'target_tweet_id'>,
): XPost | undefined => {
  const index = posts.findIndex((post) => isReply(post, { content, target_tweet_id }))
  return index === -1 ? undefined : posts.splice(index, 1)[0]
}

export const isReply = (
  post: XPost,
  { content, target_tweet_id }: Pick<ItemRow, 'content' | 'target_tweet_id'>,
): boolean => matches(post, { content, targetId: target_tweet_id, since: new Date(0) })

/**
 * Whether an incomplete post can contain the item's reply.
 * @param since the earliest time at which the reply can have been posted
 */
export const mayBeOneOf = (
  posts: XPost[],
  { content, target_tweet_id }: Pick<ItemRow, 'content' | 'target_tweet_id'>,
  since = new Date(0),
): boolean => posts.some((post) => mayMatch(post, { content, targetId: target_tweet_id, since }))

type Claimant = Pick<ItemRow, 'content' | 'target_tweet_id' | 'reply_tweet_id'>

/** @param isRight whether a post belongs to the item that has its id; X may answer with the id of another post */
export const withoutItem = async (
  trx: Transaction<Database>,
  posts: XPost[],
  isRight: (post: XPost, claimant: Claimant) => boolean = () => true,
): Promise<XPost[]> => {
  const taken = new Set<string>()
  for (let first = 0; first < posts.length; first += 500) {
    const some = new Map(posts.slice(first, first + 500).map((post) => [post.id, post]))
    const rows = await trx
      .selectFrom('task_items')
      .select(['reply_tweet_id', 'content', 'target_tweet_id'])
      .where('reply_tweet_id', 'in', [...some.keys()])
      .execute()
    for (const row of rows) {
      const post = some.get(row.reply_tweet_id ?? '')
      if (post && isRight(post, row)) taken.add(post.id)
    }
  }
  return posts.filter(({ id }) => !taken.has(id))
}

const lastCompletedItems = (trx: Transaction<Database>, accountId: number) =>
  trx
    .selectFrom('task_items')
    .select(['id', 'author_id', 'content', 'target_tweet_id', 'reply_tweet_id', 'created_at', 'updated_at'])
    .select('next_step')
    .where('account_id', '=', accountId)
    .where('state', '=', 'completed')
    .orderBy('id', 'desc')
    .limit(lastCompleted)
    .execute()

type Completed = Awaited<ReturnType<typeof lastCompletedItems>>[number]

/** A post that is older than the reading is not missing from it. */
const isCovered = (item: Completed, since: Date): boolean =>
  item.reply_tweet_id === null || postedAt(item.reply_tweet_id) >= since || !isOfItsTime(item)

/** X sent the id itself, so the target counts, even if X changed the words. */
const isShown = ({ reply_tweet_id, target_tweet_id }: Completed, posts: XPost[]): boolean =>
  posts.some(({ id, inReplyTo = target_tweet_id }) => id === reply_tweet_id && inReplyTo === target_tweet_id)

/**
 * X may not show an id because its post was deleted. But an id with another target, or days before or after the
 * sending, never belonged to this reply.
 */
const isSurelyWrong = (item: Completed, posts: XPost[], sinceByUs: Date): boolean => {
  const { reply_tweet_id, created_at } = item
  if (reply_tweet_id === null || posts.some(({ id }) => id === reply_tweet_id)) return true
  // An item may wait for days before it is sent or a person posts it.
  if (isOfItsTime(item)) return false
  const apartMs = Math.abs(postedAt(reply_tweet_id).getTime() - Date.parse(created_at))
  return created_at > timestamp(later(sinceByUs, clocksDifferMs)) && apartMs > daysApartMs
}

/** Whether the post was created between the item and its last change. */
export const isOfItsTime = ({
  reply_tweet_id,
  created_at,
  updated_at,
}: Pick<ItemRow, 'reply_tweet_id' | 'created_at' | 'updated_at'>): boolean => {
  if (reply_tweet_id === null) return false
  const at = postedAt(reply_tweet_id).getTime()
  return at >= Date.parse(created_at) - clocksDifferMs && at <= Date.parse(updated_at) + clocksDifferMs
}

/** The items to which a post can be assigned. Failed items come last, and only if no other item has their reply. */
const openItems = async (trx: Transaction<Database>, accountId: number, posts: XPost[]) => {
  const targets = [...new Set(posts.flatMap(({ inReplyTo }) => inReplyTo ?? []))]
  if (targets.length === 0) return []
  const items = await trx
    .selectFrom('task_items')
    .select(['id', 'reply_id', 'author_id', 'content', 'target_tweet_id'])
    .select(['state', 'can_retry', 'handed_over_at', 'resends'])
    .where('account_id', '=', accountId)
    .where('state', 'in', ['queued', ...openOutcome, 'needs_review', 'handed_over', 'failed'])
    .where('target_tweet_id', 'in', targets.slice(0, 10_000))
    .orderBy('id')
    .execute()
  const failed = items.filter(({ state }) => state === 'failed')
  const open = items.filter(({ state }) => state !== 'failed')
  const elsewhere = await openReplies(
    trx,
    failed.map(({ reply_id }) => reply_id),
  )
  const last = new Map(failed.filter(({ reply_id }) => !elsewhere.has(reply_id)).map((item) => [item.reply_id, item]))
  return [...open, ...last.values()]
}

/** @returns whether the item accepted the event */
const settle = async (trx: Transaction<Database>, itemId: number, event: ItemEvent, now: Date): Promise<boolean> => {
  const row = await lockItem(trx, itemId)
  return row !== undefined && (await apply(trx, row, event, timestamp(now))) !== undefined
}

const remember = async (trx: Transaction<Database>, userId: string, posts: XPost[], now: Date): Promise<void> => {
  await trx
    .deleteFrom('unclaimed_posts')
    .where('author_id', '=', userId)
    .where('seen_at', '<', timestamp(later(now, -retentionMs)))
    .execute()
  for (const { id, text, inReplyTo, leadingMentions = [] } of posts) {
    if (typeof inReplyTo !== 'string') continue
    await trx
      .insertInto('unclaimed_posts')
      .values({
        post_id: id,
        author_id: userId,
        in_reply_to: inReplyTo,
        text,
        leading_mentions: JSON.stringify(leadingMentions),
        seen_at: timestamp(now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
