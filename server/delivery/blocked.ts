import type { Kysely } from 'kysely'
import { failedState, openOutcome } from '../db/itemStates'
import type { Database } from '../db/schema'
import { findAnswered } from './answeredMentions'
import type { ItemRow } from './item'
import { findPriorReplies, isSaidByAnother } from './priorReplies'

/**
 * Failed items whose reply, or whose words through another account, X has or may have from another item; those whose
 * mention another item answers; and those that have to be looked for on X while another one of their account is.
 */
export const blockedItems = async (db: Kysely<Database>, ownerId: number, items: ItemRow[]): Promise<Set<number>> => {
  const failed = items
    .filter(({ state }) => state === 'failed')
    .map((item) => ({ ...item, tweet_id: item.target_tweet_id }))
  if (failed.length === 0) return new Set()
  const open = await openReplies(
    db,
    failed.map(({ reply_id }) => reply_id),
  )
  const answered = await findAnswered(
    db,
    failed.flatMap(({ mention_id }) => mention_id ?? []),
  )
  const said = await findPriorReplies(db, ownerId, failed)
  const blocked = failed.filter(
    (item) =>
      open.has(item.reply_id) ||
      (item.mention_id !== null && answered.has(item.mention_id)) ||
      said.some((earlier) => isSaidByAnother(earlier, item)),
  )
  const unreadable: ItemRow[] = []
  for (const item of failed.filter(({ handed_over_at }) => handed_over_at !== null)) {
    if (await hasOpenOutcome(db, item)) unreadable.push(item)
  }
  return new Set([...blocked, ...unreadable].map(({ id }) => id))
}

/** Replies that another item is sending or has posted. */
const openReplies = async (db: Kysely<Database>, replyIds: string[]): Promise<Set<string>> => {
  const open = await db
    .selectFrom('task_items')
    .select('reply_id')
    .where('reply_id', 'in', replyIds)
    .where('state', '<>', failedState)
    .execute()
  return new Set(open.map(({ reply_id }) => reply_id))
}

/** Of each account at most one item may be posting or unknown (posting protocol, step 2). */
export const hasOpenOutcome = async (db: Kysely<Database>, { account_id }: ItemRow): Promise<boolean> =>
  (await db
    .selectFrom('task_items')
    .select('id')
    .where('account_id', '=', account_id)
    .where('state', 'in', openOutcome)
    .where((eb) => eb.or([eb('state', '=', 'posting'), eb('restored_at', 'is', null)]))
    .executeTakeFirst()) !== undefined
