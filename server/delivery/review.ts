import { parsePostLink } from '../../src/schemas/postLink'
import type { DecisionBody } from '../../src/schemas/tasks'
import { timestamp } from '../clock'
import { audit } from '../db/audit'
import { failedState } from '../db/failedState'
import { doubtScope, pausedScope, restScope } from '../db/holdScopes'
import type { Row } from '../db/schema'
import { conflict, HttpProblem, invalid, notFound } from '../problems'
import { lockUser } from '../repositories/users'
import { type Access, type XClient, XError, type XPost } from '../x/types'
import { release } from './holds'
import { apply, type ItemRow, takes } from './item'
import type { ItemEvent } from './itemMachine'
import { findPriorReplies, isSaidByAnother } from './priorReplies'
import { lockItem, type Store, touchTask, writing } from './store'

export interface Reviewer {
  x: XClient
  openCredentials(account: Row<'accounts'>): Access | Promise<Access>
}

const accountNeeded = new Set<DecisionBody['action']>(['check_again', 'send_again'])

/**
 * What the operator decided about an item that needs review. Leaves an audit row.
 *
 * @throws HttpProblem 404 unknown item, 409 it needs no review (any more) or another reply of its account is open, 422 a
 * link that is not this reply, or no account left to read or send as; 502 X cannot be asked about the link.
 */
export const decide = async (
  store: Store,
  { x, openCredentials }: Reviewer,
  { ownerId, taskId, itemId }: { ownerId: number; taskId: string; itemId: number },
  decision: DecisionBody,
): Promise<void> => {
  const item = await ownItem(store, ownerId, taskId, itemId)
  if (item.state !== 'needs_review') throw conflict('This item needs no review.')
  const account = await accountOf(store, item)
  if (!account && accountNeeded.has(decision.action)) {
    throw new HttpProblem(422, `The media agent ${item.twitter_username} was deleted: paste the link or give up.`)
  }
  const postId =
    decision.action === 'posted'
      ? await verifiedPost(x, item, decision.tweet_url, () => (account ? openCredentials(account) : 'app'))
      : undefined
  await writing(store, async (trx) => {
    const now = timestamp(store.clock())
    const row = await lockItem(store, trx, itemId)
    const event = eventOf(decision, postId, now)
    if (!row || !takes(row, event)) throw conflict('This item needs no review any more.')
    if (postId !== undefined && (await isTaken(trx, postId))) throw conflict('That post belongs to another item.')
    if (decision.action === 'check_again' && (await hasOpenOutcome(trx, row))) {
      throw conflict('Another reply of this media agent is open. Check again once its outcome is known.')
    }
    await apply(trx, row, event, now)
    await touchTask(trx, taskId, now)
    await audit(trx, ownerId, `item.${decision.action}`, `${taskId}/${itemId}`, postId ?? null)
  })
}

const ownItem = async (store: Store, ownerId: number, taskId: string, itemId: number): Promise<ItemRow> => {
  const item = await store.db
    .selectFrom('task_items')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('task_id', '=', taskId)
    .where('id', '=', itemId)
    .executeTakeFirst()
  if (!item) throw notFound('Item')
  return item
}

const accountOf = (store: Store, { account_id }: ItemRow) =>
  store.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', account_id ?? 0)
    .executeTakeFirst()

const eventOf = (decision: DecisionBody, postId: string | undefined, now: string): ItemEvent => {
  switch (decision.action) {
    case 'check_again':
      return { type: 'review.check', at: now }
    case 'posted':
      return { type: 'review.confirm', postId: postId ?? '' }
    case 'send_again':
      return { type: 'review.resend', at: now }
    case 'give_up':
      return { type: 'review.giveUp' }
  }
}

/** The id behind the pasted link, once X confirmed that it is by this account and answers the same post. */
const verifiedPost = async (x: XClient, item: ItemRow, url: string, as: Reading): Promise<string> => {
  const link = parsePostLink(url)
  if (!link) throw invalid('tweet_url', 'must be a link to one post on X')
  const post = await readPost(x, link.id, as)
  if (!isBy(post, item)) throw invalid('tweet_url', `that post is not by ${item.twitter_username}`)
  if (post.inReplyTo !== item.target_tweet_id) throw invalid('tweet_url', 'that post does not reply to the same post')
  return post.id
}

type Reading = () => Access | 'app' | Promise<Access>

const readPost = async (x: XClient, id: string, as: Reading): Promise<XPost> => {
  try {
    return await x.getPost(id, await as())
  } catch (error) {
    if (error instanceof XError) throw new HttpProblem(error.status === 404 ? 422 : 502, error.detail)
    throw error
  }
}

const isBy = (post: XPost, { author_id, twitter_username }: ItemRow): boolean =>
  author_id === null
    ? post.authorUsername.toLowerCase() === twitter_username.replace(/^@/, '').toLowerCase()
    : post.authorId === author_id

const isTaken = async (trx: Parameters<typeof lockItem>[1], postId: string): Promise<boolean> =>
  (await trx.selectFrom('task_items').select('id').where('reply_tweet_id', '=', postId).executeTakeFirst()) !==
  undefined

/** Of each account at most one item may be posting or unknown (posting protocol, step 2). */
const hasOpenOutcome = async (trx: Parameters<typeof lockItem>[1], { account_id }: ItemRow): Promise<boolean> =>
  (await trx
    .selectFrom('task_items')
    .select('id')
    .where('account_id', '=', account_id)
    .where('state', 'in', ['posting', 'unknown'])
    .where((eb) => eb.or([eb('state', '=', 'posting'), eb('restored_at', 'is', null)]))
    .executeTakeFirst()) !== undefined

/**
 * Queues again what failed and cannot be posted twice, by this account or in the same words by another, and lets what waits (for an app or an account that X paused, for X to
 * be reached) try once more; X's rate limits hold.
 *
 * @throws HttpProblem 404 unknown task, 409 where nothing can be sent again.
 */
export const retry = (store: Store, ownerId: number, taskId: string): Promise<void> =>
  writing(store, async (trx) => {
    await lockUser(trx, store.dialect, ownerId)
    const now = timestamp(store.clock())
    const task = await trx
      .selectFrom('tasks')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('id', '=', taskId)
      .executeTakeFirst()
    if (!task) throw notFound('Task')
    const items = await trx
      .selectFrom('task_items')
      .selectAll()
      .where('task_id', '=', taskId)
      .where((eb) => eb.or([eb('state', '=', 'queued'), eb('can_retry', '=', 1)]))
      .orderBy('id')
      .$if(store.dialect === 'postgres', (query) => query.forUpdate())
      .execute()
    const blocked = await blockedItems(trx, ownerId, items)
    const again = items.filter((item) => !blocked.has(item.id))
    if (again.length === 0) throw conflict('Nothing in this task can be sent again.')
    for (const item of again) await apply(trx, item, { type: 'item.retry', at: now }, now)
    await release(trx, await pausesOf(trx, items))
    await touchTask(trx, taskId, now)
    await audit(trx, ownerId, 'task.retried', taskId, `${again.length} items`)
  })

/** What the operator may try again at once: the pauses of these items' accounts and of their apps. */
const pausesOf = async (trx: Parameters<typeof lockItem>[1], items: ItemRow[]): Promise<string[]> => {
  const accountIds = [...new Set(items.flatMap(({ account_id }) => account_id ?? []))]
  if (accountIds.length === 0) return []
  const accounts = await trx.selectFrom('accounts').select(['id', 'x_app']).where('id', 'in', accountIds).execute()
  return [...new Set(accounts.flatMap(({ id, x_app }) => [restScope(id), doubtScope(id), pausedScope(x_app)]))]
}

/** Failed items whose reply, or whose words through another account, X has or may have from another item. */
const blockedItems = async (
  trx: Parameters<typeof lockItem>[1],
  ownerId: number,
  items: ItemRow[],
): Promise<Set<number>> => {
  const failed = items
    .filter(({ state }) => state === 'failed')
    .map((item) => ({ ...item, tweet_id: item.target_tweet_id }))
  if (failed.length === 0) return new Set()
  const open = await openReplies(
    trx,
    failed.map(({ reply_id }) => reply_id),
  )
  const said = await findPriorReplies(trx, ownerId, failed)
  const blocked = failed.filter(
    (item) => open.has(item.reply_id) || said.some((earlier) => isSaidByAnother(earlier, item)),
  )
  return new Set(blocked.map(({ id }) => id))
}

/** Replies that another item is sending or has posted. */
const openReplies = async (trx: Parameters<typeof lockItem>[1], replyIds: string[]): Promise<Set<string>> => {
  const open = await trx
    .selectFrom('task_items')
    .select('reply_id')
    .where('reply_id', 'in', replyIds)
    .where('state', '<>', failedState)
    .execute()
  return new Set(open.map(({ reply_id }) => reply_id))
}
