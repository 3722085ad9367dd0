import { createHash, randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { ownId } from '../../../src/schemas/base'
import type { BatchBody, ExpectedReply, SoloBody } from '../../../src/schemas/composer/replies'
import { isPostgres } from '../../db/dialect'
import { insertMany } from '../../db/insertMany'
import { failedState } from '../../db/itemStates'
import type { Database, Row } from '../../db/schema'
import { audit } from '../../db/trail/audit'
import { digestOf } from '../../db/trail/digest'
import { findEarlierReplies } from '../../features/composer/earlierReplies.store'
import type { Ranked } from '../../features/composer/eligibility.store'
import { findAudience } from '../../features/composer/posts.store'
import { lockUser } from '../../features/session/users.store'
import { conflict, HttpProblem } from '../../problems'
import { timestamp } from '../../time/clock'
import { countSends, nothingBounded } from '../../usage/allowances.store'
import type { Audience } from '../../x/audience'
import { mayAnswer, type ReplyRule } from '../../x/eligibility'
import { eventRow, initialColumns } from '../protocol/item'
import type { ItemEvent } from '../protocol/itemEvents'
import { isCancelledInSql } from '../protocol/itemView'
import { keyOfWords } from '../protocol/normalise'
import type { DeliveryConfig } from '../protocol/types'
import { type Store, writing } from '../store'
import * as deliveryWords from '../words'
import { type AnsweredMention, findMentions, refuseSecondAnswer } from './answeredMentions'
import { makeManual } from './makeManual'
import { type AnsweredPost, accountsInSendOrder } from './sendOrder'
import { refuseChanged, refuseNearIdentical, refuseOtherSenders, refuseRepeated, refuseUnwanted } from './sendRefusals'

export interface SendRequest {
  ownerId: number
  kind: 'batch' | 'solo'
  replyIds: string[]
  /** The batch's group, or the account of a solo send. */
  target: { group: string } | { account: number }
  /** Seconds before the first reply is sent. */
  holdSeconds: number
  /** The text of each reply that the operator read; empty if the caller did not send it. */
  expected: ExpectedReply[]
  idempotencyKey?: string
}

export const batchRequest = (ownerId: number, body: BatchBody, idempotencyKey?: string): SendRequest => ({
  ownerId,
  kind: 'batch',
  replyIds: body.reply_ids.map(String),
  target: { group: body.group_name },
  holdSeconds: body.hold_seconds ?? 0,
  expected: body.expected ?? [],
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
})

export const soloRequest = (ownerId: number, body: SoloBody, idempotencyKey?: string): SendRequest => ({
  ownerId,
  kind: 'solo',
  replyIds: [String(body.reply_id)],
  target: { account: ownId(body.twitter_account_id) },
  holdSeconds: body.hold_seconds ?? 0,
  expected: body.expected ?? [],
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
})

/**
 * Creates the task with its items in one transaction, or finds the task of an identical earlier request: by its key
 * even if the task failed, without a key only while no item failed.
 * @throws HttpProblem 402 above the daily limit; 404 unknown group, reply or account; 409 a reply that is being sent
 * already, a key whose send was cancelled as a whole; 412 a different text or account than the operator read; 422
 * refused before anything is created: repeated, near-identical or too many replies, the same words by another account
 * to the same post, an inactive account, a post whose author is on the do-not-reply list, a mention that is answered
 * already, a key of another send
 */
export const enqueue = async (
  store: Store,
  request: SendRequest,
  { replyRule: rule, allowances = nothingBounded }: Pick<DeliveryConfig, 'replyRule' | 'allowances'>,
): Promise<{ task_id: string }> => {
  const hash = hashOf(request)
  return writing(store, async (trx) => {
    await lockUser(trx, request.ownerId)
    const earlier = await earlierTask(trx, request, hash)
    if (earlier) return { task_id: earlier }
    const replies = await readReplies(trx, request)
    refuseChanged(request.expected, replies)
    refuseNearIdentical(replies)
    const tweetIds = [...new Set(replies.map(({ tweet_id }) => tweet_id))]
    await refuseUnwanted(trx, request.ownerId, tweetIds)
    const mentions = await findMentions(trx, request.ownerId, tweetIds)
    const post = await postOf(trx, request, replies)
    const accounts = await chooseAccounts(trx, request, { post, rule, mentions })
    refuseOtherSenders(request.expected, accounts)
    await refuseRepeated(trx, request.ownerId, replies, accounts)
    const taskId = randomBytes(6).toString('hex')
    const now = store.clock()
    const added = { sends: replies.length, stored_bytes: bytesOf(replies) }
    await countSends(trx, request.ownerId, added, { allowances, now })
    const leavesAt = new Date(now.getTime() + request.holdSeconds * 1000)
    const beginOf = (account: Ranked) => beginningOf(account, post?.audience, rule, { now, leavesAt })
    await insertTask(trx, { request, hash, taskId, replies, accounts, mentions, beginOf, now: timestamp(now) })
    return { task_id: taskId }
  })
}

/** A reply that X's API would refuse for this account is manual from the start. */
const beginningOf = (
  account: Ranked,
  post: Audience | undefined,
  rule: ReplyRule,
  { now, leavesAt }: { now: Date; leavesAt: Date },
): Beginning => {
  const { verdict, reason } = mayAnswer(post, account, rule)
  const manual = verdict === 'refused' ? makeManual({ detail: deliveryWords.wouldRefuse(reason) }, now) : undefined
  return { columns: initialColumns(timestamp(leavesAt), manual), event: manual }
}

interface Beginning {
  columns: ReturnType<typeof initialColumns>
  /** The event that created the item's first state. */
  event: ItemEvent | undefined
}

const hashOf = ({ kind, replyIds, target }: SendRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, replyIds, target]))
    .digest('hex')

const earlierTask = async (
  trx: Transaction<Database>,
  { ownerId, replyIds, idempotencyKey }: SendRequest,
  hash: string,
): Promise<string | undefined> => {
  if (idempotencyKey !== undefined) {
    const known = await trx
      .selectFrom('idempotency')
      .select(['request_hash', 'task_id'])
      .where('owner_id', '=', ownerId)
      .where('key', '=', idempotencyKey)
      .executeTakeFirst()
    if (known && known.request_hash !== hash) {
      throw new HttpProblem(422, deliveryWords.keyUsed)
    }
    if (known) {
      if (await isCancelledWhole(trx, known.task_id)) throw conflict(deliveryWords.sendCancelled(known.task_id))
      return known.task_id
    }
  }
  const busy = await trx
    .selectFrom('task_items')
    .innerJoin('tasks', 'tasks.id', 'task_items.task_id')
    .select(['task_items.reply_id', 'tasks.id as task_id', 'tasks.request_hash'])
    .where('task_items.owner_id', '=', ownerId)
    .where('task_items.reply_id', 'in', replyIds)
    .where('task_items.state', '<>', failedState)
    .execute()
  const [first] = busy
  if (!first) return undefined
  const isSameRequest =
    idempotencyKey === undefined &&
    busy.length === new Set(replyIds).size &&
    busy.every((item) => item.request_hash === hash)
  if (isSameRequest && busy.every((item) => item.task_id === first.task_id)) return first.task_id
  const number = replyIds.indexOf(first.reply_id) + 1
  throw new HttpProblem(409, deliveryWords.alreadySent(number, first.task_id))
}

/** The key of a cancelled send does not count as a repetition: the operator sends the same replies again. */
const isCancelledWhole = async (trx: Transaction<Database>, taskId: string): Promise<boolean> => {
  const other = await trx
    .selectFrom('task_items')
    .select('id')
    .where('task_id', '=', taskId)
    .where(sql<boolean>`(${isCancelledInSql}) is not true`)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

type Reply = Pick<Row<'replies'>, 'id' | 'tweet_id' | 'content' | 'role_id'>

/** Locks the replies, so that they no longer change: on PostgreSQL this waits for a change in progress. */
const readReplies = async (trx: Transaction<Database>, { ownerId, replyIds }: SendRequest): Promise<Reply[]> => {
  const repeated = replyIds.find((id, index) => replyIds.indexOf(id) !== index)
  if (repeated) throw new HttpProblem(422, deliveryWords.replyRepeated(repeated))
  const found = await trx
    .selectFrom('replies')
    .select(['id', 'tweet_id', 'content', 'role_id'])
    // The `+` makes SQLite search by id: it would prefer the index of the operator's replies.
    .where(sql<boolean>`+owner_id = ${ownerId}`)
    .where('id', 'in', replyIds)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .execute()
  const byId = new Map(found.map((reply) => [reply.id, reply]))
  return replyIds.map((id) => {
    const reply = byId.get(id)
    if (!reply) throw new HttpProblem(404, deliveryWords.noReply(id))
    return reply
  })
}

const bytesOf = (replies: Reply[]): number => replies.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)

/** The target of all the replies, as it was fetched. */
const postOf = async (
  trx: Transaction<Database>,
  { ownerId }: SendRequest,
  replies: Reply[],
): Promise<AnsweredPost | undefined> => {
  const [first, ...others] = new Set(replies.map(({ tweet_id }) => tweet_id))
  if (first === undefined || others.length > 0) return undefined
  return { tweetId: first, audience: await findAudience(trx, ownerId, first) }
}

interface Known {
  post: AnsweredPost | undefined
  rule: ReplyRule
  mentions: AnsweredMention[]
}

/**
 * One account for each reply, in the order of the replies: those that the operator was shown if all of them can send,
 * otherwise the accounts first that X allows to answer.
 */
const chooseAccounts = async (
  trx: Transaction<Database>,
  { ownerId, replyIds, target, expected }: SendRequest,
  { post, rule, mentions }: Known,
): Promise<Ranked[]> => {
  if ('account' in target) {
    const account = await activeAccount(trx, ownerId, target.account)
    refuseSecondAnswer(mentions, account)
    const earlier = post && (await findEarlierReplies(trx, { ownerId, groupId: undefined }, post.tweetId))
    return [earlier?.get(account.id) ?? account]
  }
  const group = await trx
    .selectFrom('groups')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('name', '=', target.group)
    .executeTakeFirst()
  if (!group) throw new HttpProblem(404, deliveryWords.noGroup(target.group))
  const asked = { post, rule, mentions, most: replyIds.length }
  const shown = [...new Set(expected.flatMap(({ account_id }) => (account_id === undefined ? [] : ownId(account_id))))]
  if (shown.length === replyIds.length) {
    const able = await accountsInSendOrder(trx, { ownerId, groupId: group.id }, { ...asked, only: shown })
    if (able.length === shown.length) return able.toSorted((a, b) => shown.indexOf(a.id) - shown.indexOf(b.id))
  }
  const chosen = await accountsInSendOrder(trx, { ownerId, groupId: group.id }, asked)
  if (chosen.length < replyIds.length) {
    throw new HttpProblem(422, deliveryWords.tooFewAgents(replyIds.length, chosen.length, target.group))
  }
  return chosen
}

/** @throws HttpProblem 404 @throws HttpProblem 422 if the account is not active */
const activeAccount = async (trx: Transaction<Database>, ownerId: number, id: number): Promise<Ranked> => {
  const account = await trx
    .selectFrom('accounts')
    .select(['id', 'username', 'x_user_id as xUserId', 'last_used_at', 'is_active', 'inactive_reason'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!account) throw new HttpProblem(404, deliveryWords.noAgent(id))
  if (account.is_active === 0) {
    throw new HttpProblem(422, deliveryWords.agentInactive(account.username, account.inactive_reason))
  }
  return account
}

interface NewTask {
  request: SendRequest
  hash: string
  taskId: string
  replies: Reply[]
  accounts: Ranked[]
  mentions: AnsweredMention[]
  beginOf(account: Ranked): Beginning
  now: string
}

const insertTask = async (
  trx: Transaction<Database>,
  { request, hash, taskId, replies, accounts, mentions, beginOf, now }: NewTask,
): Promise<void> => {
  const { ownerId, kind, idempotencyKey } = request
  const [tweetId = null, ...otherPosts] = new Set(replies.map(({ tweet_id }) => tweet_id))
  await trx
    .insertInto('tasks')
    .values({
      id: taskId,
      owner_id: ownerId,
      kind,
      request_hash: hash,
      error: null,
      tweet_id: otherPosts.length > 0 ? null : tweetId,
      characters: JSON.stringify(await charactersOf(trx, replies)),
      group_name: 'group' in request.target ? request.target.group : null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const pairs = replies.flatMap((reply, position) => {
    const account = accounts[position]
    return account ? [{ reply, account, position, ...beginOf(account) }] : []
  })
  await insertMany(
    trx,
    'task_items',
    pairs.map(({ reply, account, position, columns }) => ({
      owner_id: ownerId,
      task_id: taskId,
      position,
      reply_id: reply.id,
      account_id: account.id,
      twitter_username: account.username,
      author_id: account.xUserId,
      target_tweet_id: reply.tweet_id,
      mention_id:
        mentions.find((each) => each.tweet_id === reply.tweet_id && each.account_id === account.id)?.id ?? null,
      content: reply.content,
      words: keyOfWords(reply.content),
      used_before: account.last_used_at,
      created_at: now,
      updated_at: now,
      // Last, because each field after a spread costs V8 two to three microseconds, and a batch has 2,400 fields.
      ...columns,
    })),
  )
  await storeFirstEvents(trx, taskId, pairs, now)
  await trx
    .updateTable('accounts')
    .set({ last_used_at: now })
    .where(
      'id',
      'in',
      accounts.map((account) => account.id),
    )
    .execute()
  if (idempotencyKey !== undefined) {
    await trx
      .insertInto('idempotency')
      .values({ owner_id: ownerId, key: idempotencyKey, request_hash: hash, task_id: taskId, created_at: now })
      .execute()
  }
  await audit(
    trx,
    ownerId,
    kind === 'batch' ? 'batch.sent' : 'reply.sent',
    taskId,
    `${pairs.map(({ reply, account }) => `${reply.id} as ${account.username}`).join(', ')}; texts ${digestOf(pairs.map(({ reply }) => reply.content))}`,
  )
}

/** Stores the first events of the items. */
const storeFirstEvents = async (
  trx: Transaction<Database>,
  taskId: string,
  beginnings: (Beginning & { position: number })[],
  now: string,
): Promise<void> => {
  if (beginnings.every(({ event }) => event === undefined)) return
  const items = await trx.selectFrom('task_items').select(['id', 'position']).where('task_id', '=', taskId).execute()
  const ids = new Map(items.map(({ id, position }) => [position, id]))
  const rows = beginnings.flatMap(({ position, columns, event }) => {
    const id = ids.get(position)
    return id !== undefined && event ? [eventRow(id, event, columns, now)] : []
  })
  await trx.insertInto('item_events').values(rows).execute()
}

/** The names of the replies' characters, in the order of the replies; deleted characters are left out. */
const charactersOf = async (trx: Transaction<Database>, replies: Reply[]): Promise<string[]> => {
  const ids = [...new Set(replies.flatMap(({ role_id }) => role_id ?? []))]
  if (ids.length === 0) return []
  const roles = await trx.selectFrom('roles').select(['id', 'name']).where('id', 'in', ids).execute()
  return ids.flatMap((id) => roles.find((role) => role.id === id)?.name ?? [])
}
