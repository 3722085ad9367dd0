import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type {
  AnsweredPost,
  ManualItems,
  OpenTasks,
  Task,
  TaskItem,
  TaskSummary,
} from '../../../src/schemas/history/tasks'
import type { Database, Row } from '../../db/schema'
import { whyNotReplyTo } from '../../features/inbox/doNotReply.store'
import { notFound } from '../../problems'
import { timestamp } from '../../time/clock'
import type { ItemState } from '../protocol/itemMachine'
import { type AttemptRow, attemptsOf, canRetry, isCancelled, isCancelledInSql, toItem } from '../protocol/itemView'
import { waitsOf } from '../protocol/waits'
import { type Pause, pausesOf } from '../worker/pauses'
import { blockedItems } from './blocked'

interface Counters {
  total_items: number
  completed: number
  failed: number
  needs_review: number
  handed_over: number
  /** The cancelled items among the failed ones. */
  cancelled: number
  queued: number
  retried: number
  /** The time of the last change of an item; null without items. */
  changed_at: string | null
  /** The id of the urgent item. */
  urgent: number | null
}

/**
 * The newest `limit` tasks that match the filter, with their counters. `pending` counts the items that are neither
 * completed nor failed.
 */
export const listTasks = async (
  db: Kysely<Database>,
  ownerId: number,
  { limit, state }: { limit: number; state?: 'needs_review' | undefined },
): Promise<TaskSummary[]> => {
  const tasks = await db
    .selectFrom('tasks')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .$if(state !== undefined, (query) =>
      query.where('id', 'in', (items) =>
        items
          .selectFrom('task_items')
          .select('task_id')
          .where('owner_id', '=', ownerId)
          /** The same expression as in the index, so that the database uses the index. */
          .where(sql<boolean>`state not in ('completed', 'failed')`)
          .where('state', '=', 'needs_review'),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return summariesOf(db, ownerId, tasks)
}

const mostRunning = 100

/**
 * The newest 100 tasks with an item that the server still works on, and the tasks of `ids`, newest first. Unknown ids
 * are ignored.
 */
export const listOpenTasks = async (db: Kysely<Database>, ownerId: number, ids: string[]): Promise<OpenTasks> => {
  const open = await db
    .selectFrom('task_items')
    .select(({ fn }) => ['task_id', 'state', fn.countAll<number>().as('items'), fn.max<number>('id').as('newest')])
    .where('owner_id', '=', ownerId)
    /** The same expression as in the index, so that the database uses the index. */
    .where(sql<boolean>`state not in ('completed', 'failed')`)
    .groupBy(['task_id', 'state'])
    .execute()
  const running = open
    .filter(({ state }) => !forPerson.has(state))
    .toSorted((a, b) => Number(b.newest) - Number(a.newest))
    .map(({ task_id }) => task_id)
  const wanted = [...new Set([...ids, ...[...new Set(running)].slice(0, mostRunning)])]
  const tasks =
    wanted.length === 0
      ? []
      : await db
          .selectFrom('tasks')
          .selectAll()
          .where('owner_id', '=', ownerId)
          .where('id', 'in', wanted)
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .execute()
  const count = (wantedState: ItemState) =>
    open.reduce((sum, { state, items }) => (state === wantedState ? sum + Number(items) : sum), 0)
  return {
    tasks: await summariesOf(db, ownerId, tasks),
    needs_review: count('needs_review'),
    handed_over: count('handed_over'),
  }
}

/** Items in these states wait for a person. */
const forPerson: ReadonlySet<ItemState> = new Set(['needs_review', 'handed_over'])

/** The most manual items that a person posts in one sitting. */
const mostManual = 100

/** The manual items of all of the operator's tasks, oldest first. */
export const listManualReplies = async (db: Kysely<Database>, ownerId: number): Promise<ManualItems> => {
  const manual = db.selectFrom('task_items').where('owner_id', '=', ownerId).where('state', '=', 'handed_over')
  const items = await manual.selectAll().orderBy('id').limit(mostManual).execute()
  const declined = await declinedPosts(db, ownerId, items)
  const { total } = await manual.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const posts = await postsOf(
    db,
    ownerId,
    items.map(({ target_tweet_id }) => ({ tweet_id: target_tweet_id })),
  )
  return {
    items: items.map((item) => ({
      ...toItem(item, { declined: declined.get(item.target_tweet_id) }),
      task_id: item.task_id,
      post: posts.get(item.target_tweet_id) ?? null,
    })),
    total: Number(total),
  }
}

/** Why nobody replies to the authors of manual items' posts, by post. */
const declinedPosts = (db: Kysely<Database>, ownerId: number, items: Row<'task_items'>[]) =>
  whyNotReplyTo(
    db,
    ownerId,
    items.flatMap(({ state, target_tweet_id }) => (state === 'handed_over' ? target_tweet_id : [])),
  )

const summariesOf = async (db: Kysely<Database>, ownerId: number, tasks: Row<'tasks'>[]): Promise<TaskSummary[]> => {
  const counters = await countersOf(
    db,
    tasks.map(({ id }) => id),
  )
  const posts = await postsOf(db, ownerId, tasks)
  const paused = await pausesOf(
    db,
    ownerId,
    tasks.filter(({ id }) => (counters.get(id) ?? noItems).queued > 0).map(({ id }) => id),
  )
  const urgent = await urgentItems(db, ownerId, counters, paused)
  return tasks.map((task) => {
    const counts = counters.get(task.id) ?? noItems
    return {
      ...headOf(task, counts, paused.get(task.id)),
      ...aboutOf(task, posts),
      total_items: counts.total_items,
      completed: counts.completed,
      failed: counts.failed,
      pending: counts.total_items - counts.completed - counts.failed,
      needs_review: counts.needs_review,
      handed_over: counts.handed_over,
      cancelled: counts.cancelled,
      urgent_item: urgent.get(task.id) ?? null,
    }
  })
}

const urgentItems = async (
  db: Kysely<Database>,
  ownerId: number,
  counters: Map<string, Counters>,
  paused: Map<string, Pause>,
): Promise<Map<string, TaskItem>> => {
  const ids = [...counters.values()].flatMap(({ urgent }) => urgent ?? [])
  if (ids.length === 0) return new Map()
  const items = await db.selectFrom('task_items').selectAll().where('id', 'in', ids).execute()
  const attempts = await attemptsOf(db, { itemIds: ids })
  const viewed = await itemsOf(db, ownerId, items, { attempts, pauseOf: (taskId) => paused.get(taskId) })
  return new Map(items.map(({ task_id }, index) => [task_id, viewed[index] as TaskItem]))
}

/** Long enough to recognise a post. */
const excerptLength = 160

type Posts = Map<string, AnsweredPost>

/** The last fetched versions of the posts that tasks answer. */
const postsOf = async (
  db: Kysely<Database>,
  ownerId: number,
  tasks: Pick<Row<'tasks'>, 'tweet_id'>[],
): Promise<Posts> => {
  const ids = [...new Set(tasks.flatMap(({ tweet_id }) => tweet_id ?? []))]
  if (ids.length === 0) return new Map()
  const posts = await db
    .selectFrom('posts')
    .select(['tweet_id', 'text', 'author_username'])
    .where('owner_id', '=', ownerId)
    .where('tweet_id', 'in', ids)
    .execute()
  return new Map(posts.map((post) => [post.tweet_id, { ...post, text: excerptOf(post.text) }]))
}

const excerptOf = (text: string): string => {
  const letters = [...text]
  return letters.length > excerptLength ? `${letters.slice(0, excerptLength).join('').trimEnd()}…` : text
}

const names = z.array(z.string())

const aboutOf = ({ tweet_id, characters, group_name }: Row<'tasks'>, posts: Posts) => ({
  post: tweet_id === null ? null : (posts.get(tweet_id) ?? { tweet_id, text: '', author_username: '' }),
  characters: characters === null ? [] : names.parse(JSON.parse(characters)),
  group: group_name,
})

/**
 * One reading of the items gives both the task and its items, so that they agree even during a write.
 * @throws HttpProblem 404
 */
export const getTask = async (db: Kysely<Database>, ownerId: number, id: string): Promise<Task> => {
  const task = await db
    .selectFrom('tasks')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Task'))
  const items = await db.selectFrom('task_items').selectAll().where('task_id', '=', id).orderBy('position').execute()
  const counts = countsOf(items)
  const paused = counts.queued > 0 ? (await pausesOf(db, ownerId, [id])).get(id) : undefined
  return {
    ...headOf(task, counts, paused),
    ...aboutOf(task, await postsOf(db, ownerId, [task])),
    items: await itemsOf(db, ownerId, items, { attempts: await attemptsOf(db, { taskId: id }), pauseOf: () => paused }),
  }
}

const itemsOf = async (
  db: Kysely<Database>,
  ownerId: number,
  items: Row<'task_items'>[],
  { attempts, pauseOf }: { attempts: Map<number, AttemptRow[]>; pauseOf(taskId: string): Pause | undefined },
): Promise<TaskItem[]> => {
  const waits = await waitsOf(db, items, pauseOf, timestamp())
  const blocked = await blockedItems(db, ownerId, items.filter(canRetry))
  const declined = await declinedPosts(db, ownerId, items)
  return items.map((item) =>
    toItem(item, {
      attempts: attempts.get(item.id),
      wait: waits.get(item.id),
      blockedBy: blocked.get(item.id),
      declined: declined.get(item.target_tweet_id),
    }),
  )
}

const noItems: Counters = {
  total_items: 0,
  completed: 0,
  failed: 0,
  needs_review: 0,
  handed_over: 0,
  cancelled: 0,
  queued: 0,
  retried: 0,
  changed_at: null,
  urgent: null,
}

const countsOf = (items: Row<'task_items'>[]): Counters => {
  const count = (state: ItemState) => items.filter((item) => item.state === state).length
  return {
    total_items: items.length,
    completed: count('completed'),
    failed: count('failed'),
    needs_review: count('needs_review'),
    handed_over: count('handed_over'),
    cancelled: items.filter(isCancelled).length,
    queued: count('queued'),
    retried: items.reduce((sum, { attempts }) => sum + attempts, 0),
    changed_at:
      items
        .map(({ updated_at }) => updated_at)
        .toSorted()
        .at(-1) ?? null,
    urgent: null,
  }
}

const countersOf = async (db: Kysely<Database>, taskIds: string[]): Promise<Map<string, Counters>> => {
  if (taskIds.length === 0) return new Map()
  const countOf = (state: ItemState) => sql<number>`sum(case when state = ${state} then 1 else 0 end)`
  const firstOf = (condition: RawBuilder<unknown>) => sql<number | null>`min(case when ${condition} then id end)`
  const rows = await db
    .selectFrom('task_items')
    .select(({ fn }) => [
      'task_id',
      fn.countAll<number>().as('total_items'),
      countOf('completed').as('completed'),
      countOf('failed').as('failed'),
      countOf('needs_review').as('needs_review'),
      countOf('handed_over').as('handed_over'),
      sql<number>`sum(case when ${isCancelledInSql} then 1 else 0 end)`.as('cancelled'),
      countOf('queued').as('queued'),
      sql<number>`sum(attempts)`.as('retried'),
      fn.max<string>('updated_at').as('changed_at'),
      fn
        .coalesce(
          firstOf(sql`state = 'needs_review'`),
          firstOf(sql`state = 'handed_over'`),
          firstOf(sql`state = 'failed' and not (${isCancelledInSql})`),
          firstOf(sql`state = 'unknown'`),
          firstOf(sql`state = 'queued'`),
        )
        .as('urgent'),
    ])
    .where('task_id', 'in', taskIds)
    .groupBy('task_id')
    .execute()
  return new Map(rows.map(({ task_id, ...counts }) => [task_id, counts]))
}

const headOf = (task: Row<'tasks'>, counts: Counters, paused: Pause | undefined) => ({
  id: task.id,
  owner_id: String(task.owner_id),
  status: statusOf(counts),
  error: task.error ?? paused?.why ?? null,
  paused: paused ? { by: paused.by, until: paused.until } : null,
  created_at: task.created_at,
  updated_at: [task.updated_at, counts.changed_at ?? ''].toSorted().at(-1) ?? '',
})

const statusOf = (counts: Counters): string => {
  const { completed, failed, needs_review, handed_over } = counts
  const isSettled = completed + failed + needs_review + handed_over === counts.total_items
  if (!isSettled) return counts.retried === 0 ? 'queued' : 'processing'
  if (needs_review > 0) return 'needs_review'
  if (handed_over > 0) return 'handed_over'
  if (counts.failed > counts.cancelled) return 'failed'
  return counts.cancelled > 0 ? 'cancelled' : 'completed'
}
