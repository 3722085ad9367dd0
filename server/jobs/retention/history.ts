import { type Kysely, sql, type Transaction } from 'kysely'
import { isPostgres } from '../../db/dialect'
import { retrying } from '../../db/retrying'
import type { Database, Row } from '../../db/schema'

/** The completed items that stay for each account: the reading before its next reply begins at the newest of them. */
const leastPerAccount = 20
const tasksAtOnce = 50
/**
 * The most items that one transaction removes, so that others hardly wait. A task with more gets its own transaction.
 */
const itemsAtOnce = 200

/** A position in the order of age. */
export interface Place {
  created_at: string
  id: string
}

export interface Page {
  /** The removable tasks, oldest first. */
  tasks: { id: string; items: number }[]
  /** The beginning of the next page; undefined after the last one. */
  next: Place | undefined
}

/**
 * The next 50 tasks from before that time, and the removable ones among them: all of their items are completed or
 * failed and unchanged since then, none is among the last 20 completed items of its account, and none answers a mention
 * of the inbox, which would look unanswered without it.
 * @param before ISO 8601
 */
export const settledTasks = async (db: Kysely<Database>, before: string, from?: Place): Promise<Page> => {
  const found = await db
    .selectFrom('tasks')
    .select(['id', 'created_at'])
    .where('created_at', '<', before)
    .$if(from !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) > (${from?.created_at}, ${from?.id})`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(tasksAtOnce)
    .execute()
  const ids = found.map(({ id }) => id)
  const settled = await settledOf(db, ids, before)
  const needed = await neededOf(db, [...settled.keys()])
  return {
    tasks: ids.flatMap((id) => (settled.has(id) && !needed.has(id) ? { id, items: settled.get(id) ?? 0 } : [])),
    next: found.length < tasksAtOnce ? undefined : found.at(-1),
  }
}

/** Tasks without open items and without later changes, with the number of their items. */
const settledOf = async (db: Kysely<Database>, ids: string[], before: string): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('task_items')
    .select(({ fn }) => ['task_id', fn.countAll<number>().as('items')])
    .where('task_id', 'in', ids)
    .groupBy('task_id')
    .having(
      sql<boolean>`sum(case when state in ('completed', 'failed') and updated_at < ${before} then 0 else 1 end) = 0`,
    )
    .execute()
  return new Map(rows.map(({ task_id, items }) => [task_id, Number(items)]))
}

const neededOf = async (db: Kysely<Database>, ids: string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('task_items as item')
    .select('item.task_id')
    .distinct()
    .where('item.task_id', 'in', ids)
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('mentions')
            .select('mentions.id')
            .whereRef('mentions.account_id', '=', 'item.account_id')
            .whereRef('mentions.tweet_id', '=', 'item.target_tweet_id'),
        ),
        exists(selectFrom('mentions').select('mentions.id').whereRef('mentions.id', '=', 'item.mention_id')),
        and([
          eb('item.state', '=', 'completed'),
          eb('item.account_id', 'is not', null),
          sql<boolean>`(select count(*) from (select 1 from task_items newer
            where newer.account_id = item.account_id and newer.state = 'completed' and newer.id > item.id
            limit ${leastPerAccount}) as newest) < ${leastPerAccount}`,
        ]),
      ]),
    )
    .execute()
  return new Set(rows.map(({ task_id }) => task_id))
}

/** All rows of one task. */
export interface StoredTask {
  task: Row<'tasks'>
  items: Row<'task_items'>[]
  events: Row<'item_events'>[]
  attempts: Row<'attempts'>[]
  /** Posted drafts are removed with the task: without the item, nothing would stop a second posting. */
  replies: Row<'replies'>[]
  keys: Row<'idempotency'>[]
}

export const readTask = async (db: Kysely<Database>, id: string): Promise<StoredTask | undefined> => {
  const task = await db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!task) return undefined
  const items = await db.selectFrom('task_items').selectAll().where('task_id', '=', id).orderBy('position').execute()
  const attempts = await db
    .selectFrom('attempts')
    .innerJoin('task_items', 'task_items.id', 'attempts.item_id')
    .selectAll('attempts')
    .where('task_items.task_id', '=', id)
    .orderBy('attempts.id')
    .execute()
  const events = await db
    .selectFrom('item_events')
    .innerJoin('task_items', 'task_items.id', 'item_events.item_id')
    .selectAll('item_events')
    .where('task_items.task_id', '=', id)
    .orderBy('item_events.id')
    .execute()
  const posted = items.filter(({ state }) => state === 'completed').map(({ reply_id }) => reply_id)
  return {
    task,
    items,
    events,
    attempts,
    replies: await db
      .selectFrom('replies')
      .selectAll()
      .where('id', 'in', [...posted, ''])
      .orderBy('id')
      .execute(),
    keys: await db.selectFrom('idempotency').selectAll().where('task_id', '=', id).execute(),
  }
}

/** Groups tasks for one transaction each. */
export const inSteps = (tasks: Page['tasks']): string[][] => {
  const steps: { ids: string[]; items: number }[] = []
  for (const { id, items } of tasks) {
    const last = steps.at(-1)
    if (last && last.items + items <= itemsAtOnce) {
      last.ids.push(id)
      last.items += items
    } else steps.push({ ids: [id], items })
  }
  return steps.map(({ ids }) => ids)
}

/**
 * Removes tasks with their items, attempts, idempotency keys and posted drafts, in one transaction and only if they are
 * still settled. The newest attempt of all stays with its task, because its number detects a restored backup.
 * @returns the ids of the removed tasks
 */
export const deleteTasks = (db: Kysely<Database>, ids: string[], before: string): Promise<string[]> =>
  retrying(db, async (trx) => {
    await trx
      .selectFrom('task_items')
      .select('id')
      .where('task_id', 'in', ids)
      .orderBy('id')
      .$if(isPostgres(trx), (query) => query.forUpdate())
      .execute()
    const settled = await settledOf(trx, ids, before)
    const needed = await neededOf(trx, ids)
    const newest = await taskOfNewestAttempt(trx)
    const going = ids.filter((id) => settled.has(id) && !needed.has(id) && id !== newest)
    if (going.length === 0) return []
    const posted = await trx
      .selectFrom('task_items')
      .select('reply_id')
      .where('task_id', 'in', going)
      .where('state', '=', 'completed')
      .execute()
    const drafts = posted.map(({ reply_id }) => reply_id)
    if (drafts.length > 0) await trx.deleteFrom('replies').where('id', 'in', drafts).execute()
    await trx.deleteFrom('idempotency').where('task_id', 'in', going).execute()
    await trx.deleteFrom('tasks').where('id', 'in', going).execute()
    return going
  })

const taskOfNewestAttempt = async (trx: Transaction<Database>): Promise<string | undefined> =>
  (
    await trx
      .selectFrom('attempts')
      .innerJoin('task_items', 'task_items.id', 'attempts.item_id')
      .select('task_items.task_id')
      .orderBy('attempts.id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.task_id
