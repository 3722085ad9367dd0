import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { postLinkOf } from '../../../src/schemas/composer/postLink'
import type { Inbox, Mention, MentionState } from '../../../src/schemas/inbox/inbox'
import { failedState } from '../../db/itemStates'
import type { Database } from '../../db/schema'
import { answeringTask } from '../../posting/send/answeredMentions'
import { notFound } from '../../problems'
import { timestamp } from '../../time/clock'
import { isBySomebodyListed, whyNotReplyTo } from './doNotReply.store'
import { listWatches } from './watches'

export interface InboxQuery {
  state: MentionState | 'all'
  account_id?: number | undefined
  limit: number
  /** From an earlier page: the time and id of its last mention. */
  cursor?: string | undefined
}

/** The texts of the inbox that depend on the server's settings. */
export interface InboxWords {
  /** X's address for reading a post, without a slash at its end. */
  postBaseUrl: string
  /** The price of `reads` per day in words; null without a known price. */
  priceOf(reads: number): string | null
}

/** @throws HttpProblem 404 for another operator's account */
export const listInbox = async (
  db: Kysely<Database>,
  ownerId: number,
  query: InboxQuery,
  words: InboxWords,
): Promise<Inbox> => {
  if (query.account_id !== undefined) await assertOwned(db, ownerId, query.account_id)
  const found = await mentionsOf(db, ownerId, query)
    .orderBy('mentions.posted_at', 'desc')
    .orderBy('mentions.id', 'desc')
    .limit(query.limit + 1)
    .execute()
  const page = found.slice(0, query.limit)
  const last = page.at(-1)
  const declined = await whyNotReplyTo(
    db,
    ownerId,
    page.map(({ tweet_id }) => tweet_id),
  )
  return {
    total: await countOf(db, ownerId, query.state, query.account_id),
    unread: await countOf(db, ownerId, 'unread', undefined),
    mentions: page.map((row) => toMention(row, declined.get(row.tweet_id), words)),
    next: last && found.length > page.length ? `${last.posted_at}_${last.id}` : null,
    watches: await listWatches(db, ownerId, words),
  }
}

/** @throws HttpProblem 404 */
export const setDismissed = async (
  db: Kysely<Database>,
  ownerId: number,
  id: number,
  dismissed: boolean,
  words: InboxWords,
): Promise<Mention> => {
  await db
    .updateTable('mentions')
    .set({ dismissed_at: dismissed ? timestamp() : null })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute()
  const row = await shownMentions(db, ownerId)
    .where('mentions.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Mention'))
  const declined = await whyNotReplyTo(db, ownerId, [row.tweet_id])
  return toMention(row, declined.get(row.tweet_id), words)
}

const assertOwned = async (db: Kysely<Database>, ownerId: number, accountId: number): Promise<void> => {
  await db
    .selectFrom('accounts')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow(() => notFound('Media agent'))
}

/**
 * A part of the list: one account or all accounts. An index that begins with the owner would read all of the owner's
 * mentions.
 */
const within = (ownerId: number, accountId: number | undefined) => (eb: ExpressionBuilder<Database, 'mentions'>) =>
  accountId === undefined ? eb('mentions.owner_id', '=', ownerId) : eb('mentions.account_id', '=', accountId)

const isAnswered = ({ exists, selectFrom }: ExpressionBuilder<Database, 'mentions'>): Expression<SqlBool> =>
  exists(
    selectFrom('task_items')
      .select('task_items.id')
      .whereRef('task_items.target_tweet_id', '=', 'mentions.tweet_id')
      .whereRef('task_items.account_id', '=', 'mentions.account_id')
      .where('task_items.state', '<>', failedState),
  )

const hasState = (state: InboxQuery['state']) => (eb: ExpressionBuilder<Database, 'mentions'>) => {
  if (state === 'all') return eb.and([])
  if (state === 'answered') return isAnswered(eb)
  if (state === 'dismissed') return eb.and([eb('mentions.dismissed_at', 'is not', null), eb.not(isAnswered(eb))])
  return eb.and([eb('mentions.dismissed_at', 'is', null), eb.not(isAnswered(eb)), eb.not(isBySomebodyListed(eb))])
}

const countOf = async (
  db: Kysely<Database>,
  ownerId: number,
  state: InboxQuery['state'],
  accountId: number | undefined,
): Promise<number> => {
  const { count } = await db
    .selectFrom('mentions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(within(ownerId, accountId))
    .where(hasState(state))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const shownMentions = (db: Kysely<Database>, ownerId: number, accountId?: number) =>
  db
    .selectFrom('mentions')
    .innerJoin('accounts', 'accounts.id', 'mentions.account_id')
    .selectAll('mentions')
    .select(['accounts.username as account_username', 'accounts.is_active as account_is_active'])
    .select((eb) => answeringTask(eb).as('task_id'))
    .where(within(ownerId, accountId))

const mentionsOf = (db: Kysely<Database>, ownerId: number, { state, account_id, cursor }: InboxQuery) => {
  const [at, id] = cursor?.split('_') ?? []
  return shownMentions(db, ownerId, account_id)
    .where(hasState(state))
    .$if(at !== undefined, (query) =>
      query.where(sql<SqlBool>`(mentions.posted_at, mentions.id) < (${at}, ${Number(id)})`),
    )
}

type Shown = Awaited<ReturnType<ReturnType<typeof shownMentions>['execute']>>[number]

const toMention = (row: Shown, declined: string | undefined, { postBaseUrl }: InboxWords): Mention => ({
  id: row.id,
  tweet_id: row.tweet_id,
  link: postLinkOf(row.tweet_id, row.author_username, postBaseUrl),
  kind: row.kind,
  account_id: row.account_id,
  account_username: row.account_username,
  account_is_active: row.account_is_active === 1,
  author_username: row.author_username,
  author_name: row.author_name,
  text: row.text,
  created_at: row.posted_at,
  received_at: row.received_at,
  state: row.task_id !== null ? 'answered' : row.dismissed_at !== null ? 'dismissed' : 'unread',
  task_id: row.task_id,
  asks_to_stop: row.asks_to_stop === 1,
  ...(declined === undefined ? {} : { declined }),
})
