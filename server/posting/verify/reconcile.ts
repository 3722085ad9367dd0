import type { Transaction } from 'kysely'
import { dayMs, later, minuteMs, timestamp } from '../../clock'
import { failedState, openOutcome } from '../../db/itemStates'
import type { Database, Row } from '../../db/schema'
import { postedAt } from '../../x/ids'
import type { Ahead, XPost } from '../../x/types'
import { apply, type ItemRow } from '../protocol/item'
import type { ItemEvent } from '../protocol/itemEvents'
import { isHidden, matches, mayMatch, oldestFirst } from '../protocol/normalise'
import { lockItem, type Store } from '../store'

/** X's clock and ours may differ by as much, and a post's id tells X's time. */
const clocksDifferMs = 15 * minuteMs
/** No clock is taken to be as wrong. */
const daysApartMs = dayMs
/** Completed items whose ids are looked at again in one reading: the last ones. */
const lastCompleted = 50
/** Posts that no item claimed in as long are forgotten: nobody sends the words of then again. */
const keptMs = 90 * dayMs

export interface Reading {
  account: Pick<Row<'accounts'>, 'id'>
  /** The account's id on X. */
  userId: string
  posts: XPost[]
  /** Whether X left none of the posts out. */
  isWhole: boolean
  /** From when on the posts are complete, by X's clock. */
  since: Date
  ahead: Ahead
}

export interface Reconciled {
  /** Items that X shows as posted, and that were not known to be. */
  found: number[]
  /** Whether one of them was taken for not posted: the database knows less than it once did. */
  isBehind: boolean
  /** Completed items whose id was another post's. */
  corrected: number[]
  /** Completed items whose post X does not show. */
  disproved: number[]
}

/**
 * Compares what X shows of an account with what its items say. A post that no item has, and that is what an item wants
 * to say, is that item's; replies that are left are remembered for items that are still to come. The id that X gave for
 * a completed item must be a post of this account to the same post.
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

  const doubtful = mine(await lastCompletedItems(trx, account.id)).filter(
    (item) => isCovered(item, since) && !isShown(item, posts),
  )
  const corrected: number[] = []
  const disproved: number[] = []
  for (const item of doubtful) {
    const own = take(unclaimed, item)
    const mayBeShown = !isWhole || mayBeOneOf(hidden, item)
    if (!own && (mayBeShown || !isSurelyWrong(item, posts, later(since, ahead.atMost)))) continue
    const event = own ? { type: 'post.corrected' as const, postId: own.id } : { type: 'post.disproved' as const }
    if (await settle(trx, item.id, event, now)) (own ? corrected : disproved).push(item.id)
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
  return { found, isBehind, corrected, disproved }
}

/** Not so of what a person had, of what was sent again after a doubt, and of what was given up in one. */
const wasSurelyNotPosted = ({
  state,
  can_retry,
  handed_over_at,
  resends,
}: Pick<ItemRow, 'state' | 'can_retry' | 'handed_over_at' | 'resends'>): boolean =>
  handed_over_at === null && resends === 0 && (state === 'queued' || can_retry === 1)

/** The posts of this account that X showed before and that no item has. */
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

/** Takes the oldest post that says what the item wants to say out of the list. */
export const take = (
  posts: XPost[],
  { content, target_tweet_id }: Pick<ItemRow, 'content' | 'target_tweet_id'>,
): XPost | undefined => {
  const index = posts.findIndex((post) => matches(post, { content, targetId: target_tweet_id, since: new Date(0) }))
  return index === -1 ? undefined : posts.splice(index, 1)[0]
}

/**
 * Whether one of the hidden posts may say what the item wants to say.
 *
 * @param since the first moment at which it can have been posted.
 */
export const mayBeOneOf = (
  posts: XPost[],
  { content, target_tweet_id }: Pick<ItemRow, 'content' | 'target_tweet_id'>,
  since = new Date(0),
): boolean => posts.some((post) => mayMatch(post, { content, targetId: target_tweet_id, since }))

export const withoutItem = async (trx: Transaction<Database>, posts: XPost[]): Promise<XPost[]> => {
  const taken = new Set<string | null>()
  for (let first = 0; first < posts.length; first += 500) {
    const ids = posts.slice(first, first + 500).map(({ id }) => id)
    const rows = await trx
      .selectFrom('task_items')
      .select('reply_tweet_id')
      .where('reply_tweet_id', 'in', ids)
      .execute()
    for (const { reply_tweet_id } of rows) taken.add(reply_tweet_id)
  }
  return posts.filter(({ id }) => !taken.has(id))
}

const lastCompletedItems = (trx: Transaction<Database>, accountId: number) =>
  trx
    .selectFrom('task_items')
    .select(['id', 'author_id', 'content', 'target_tweet_id', 'reply_tweet_id', 'created_at', 'updated_at'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'completed')
    .orderBy('id', 'desc')
    .limit(lastCompleted)
    .execute()

type Completed = Awaited<ReturnType<typeof lastCompletedItems>>[number]

/** A post from before the reading is not missing from it. */
const isCovered = (item: Completed, since: Date): boolean =>
  item.reply_tweet_id === null || postedAt(item.reply_tweet_id) >= since || !isOfItsTime(item)

/** X gave the id itself, so it is the target that counts, not whether X changed the words. */
const isShown = ({ reply_tweet_id, target_tweet_id }: Completed, posts: XPost[]): boolean =>
  posts.some(({ id, inReplyTo = target_tweet_id }) => id === reply_tweet_id && inReplyTo === target_tweet_id)

/**
 * An id that X does not show may belong to a post that was deleted since. One of a post to somebody else, or from days
 * before or after the sending, never was this reply's.
 */
const isSurelyWrong = (item: Completed, posts: XPost[], sinceByUs: Date): boolean => {
  const { reply_tweet_id, created_at } = item
  if (reply_tweet_id === null || posts.some(({ id }) => id === reply_tweet_id)) return true
  // An item may wait for days until it is sent, or a person posts it.
  if (isOfItsTime(item)) return false
  const apartMs = Math.abs(postedAt(reply_tweet_id).getTime() - Date.parse(created_at))
  return created_at > timestamp(later(sinceByUs, clocksDifferMs)) && apartMs > daysApartMs
}

/** Whether the post was made between the making of the item and the record of its outcome. */
export const isOfItsTime = ({
  reply_tweet_id,
  created_at,
  updated_at,
}: Pick<ItemRow, 'reply_tweet_id' | 'created_at' | 'updated_at'>): boolean => {
  if (reply_tweet_id === null) return false
  const at = postedAt(reply_tweet_id).getTime()
  return at >= Date.parse(created_at) - clocksDifferMs && at <= Date.parse(updated_at) + clocksDifferMs
}

/** What could become the item of one of the posts; those that failed last, and only where nothing else has their reply. */
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
  const elsewhere = await repliesOfOtherItems(
    trx,
    failed.map(({ reply_id }) => reply_id),
  )
  const last = new Map(failed.filter(({ reply_id }) => !elsewhere.has(reply_id)).map((item) => [item.reply_id, item]))
  return [...open, ...last.values()]
}

const repliesOfOtherItems = async (trx: Transaction<Database>, replyIds: string[]): Promise<Set<string>> => {
  if (replyIds.length === 0) return new Set()
  const rows = await trx
    .selectFrom('task_items')
    .select('reply_id')
    .where('reply_id', 'in', replyIds)
    .where('state', '<>', failedState)
    .execute()
  return new Set(rows.map(({ reply_id }) => reply_id))
}

/** @returns whether the item took it. */
const settle = async (trx: Transaction<Database>, itemId: number, event: ItemEvent, now: Date): Promise<boolean> => {
  const row = await lockItem(trx, itemId)
  return row !== undefined && (await apply(trx, row, event, timestamp(now))) !== undefined
}

const remember = async (trx: Transaction<Database>, userId: string, posts: XPost[], now: Date): Promise<void> => {
  await trx
    .deleteFrom('unclaimed_posts')
    .where('author_id', '=', userId)
    .where('seen_at', '<', timestamp(later(now, -keptMs)))
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
