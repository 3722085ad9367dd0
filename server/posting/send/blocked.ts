import type { Kysely } from 'kysely'
import { failedState, openOutcome } from '../../db/itemStates'
import type { Database } from '../../db/schema'
import { whyNotReplyTo } from '../../features/inbox/doNotReply.store'
import type { ItemRow } from '../protocol/item'
import * as words from '../words'
import { findAnswered } from './answeredMentions'
import { findPriorReplies, isSaidByAnother } from './priorReplies'

/**
 * Why failed items cannot be sent again now, by item. Another item has, or may have, posted the reply or its words
 * through another account; another item answers the mention; the post's author asked for no replies; or the account has
 * another item to check on X first, and so does this item.
 */
export const blockedItems = async (
  db: Kysely<Database>,
  ownerId: number,
  items: ItemRow[],
): Promise<Map<number, string>> => {
  const failed = items
    .filter(({ state }) => state === 'failed')
    .map((item) => ({ ...item, tweet_id: item.target_tweet_id }))
  if (failed.length === 0) return new Map()
  const open = await openReplies(
    db,
    failed.map(({ reply_id }) => reply_id),
  )
  const answered = await findAnswered(
    db,
    failed.flatMap(({ mention_id }) => mention_id ?? []),
  )
  const said = await findPriorReplies(db, ownerId, failed)
  const inDoubt = await openAccounts(
    db,
    failed.flatMap(({ handed_over_at, account_id }) => (handed_over_at === null ? [] : (account_id ?? []))),
  )
  const declined = await whyNotReplyTo(
    db,
    ownerId,
    failed.map(({ tweet_id }) => tweet_id),
  )
  const why = (item: (typeof failed)[number]): string | undefined => {
    if (open.has(item.reply_id) || said.some((earlier) => isSaidByAnother(earlier, item)))
      return words.steps.saidElsewhere
    if (item.mention_id !== null && answered.has(item.mention_id)) return words.steps.answered
    const unwanted = declined.get(item.tweet_id)
    if (unwanted !== undefined) return unwanted
    return item.handed_over_at !== null && inDoubt.has(item.account_id) ? words.steps.accountInDoubt : undefined
  }
  return new Map(
    failed.flatMap((item): [number, string][] => {
      const reason = why(item)
      return reason === undefined ? [] : [[item.id, reason]]
    }),
  )
}

/** Replies that another item is sending or has posted. */
export const openReplies = async (db: Kysely<Database>, replyIds: string[]): Promise<Set<string>> => {
  if (replyIds.length === 0) return new Set()
  const open = await db
    .selectFrom('task_items')
    .select('reply_id')
    .where('reply_id', 'in', replyIds)
    .where('state', '<>', failedState)
    .execute()
  return new Set(open.map(({ reply_id }) => reply_id))
}

/**
 * The accounts with an item that is posting or unknown: each account may have at most one (posting protocol, step 2).
 */
export const openAccounts = async (db: Kysely<Database>, accountIds: number[]): Promise<Set<number | null>> => {
  if (accountIds.length === 0) return new Set()
  const open = await db
    .selectFrom('task_items')
    .select('account_id')
    .where('account_id', 'in', accountIds)
    .where('state', 'in', openOutcome)
    .where((eb) => eb.or([eb('state', '=', 'posting'), eb('restored_at', 'is', null)]))
    .execute()
  return new Set(open.map(({ account_id }) => account_id))
}
