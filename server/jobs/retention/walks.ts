import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema'
import { pruneTrail } from '../../db/trail/auditTrail'
import { deleteTasks, inSteps, type Place, settledTasks } from './history'

/** Deletes the rows from before that time, oldest first, in short transactions. Yields the number of rows of each transaction. */
export type Walk = (db: Kysely<Database>, before: string) => AsyncGenerator<number>

const rowsAtOnce = 500

export async function* pruneHistory(db: Kysely<Database>, before: string): AsyncGenerator<number> {
  for (let from: Place | undefined, isFirst = true; isFirst || from; isFirst = false) {
    const { tasks, next } = await settledTasks(db, before, from)
    for (const ids of inSteps(tasks)) yield (await deleteTasks(db, ids, before)).length
    from = next
    if (tasks.length === 0) yield 0
  }
}

/**
 * Attempts of completed replies, and the events of those replies. Attempts of failed replies decide how these may
 * continue, and the newest attempt of all detects a restored backup.
 */
export async function* pruneAttempts(db: Kysely<Database>, before: string): AsyncGenerator<number> {
  const { newest } = await db
    .selectFrom('attempts')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  for (let after = 0; ; ) {
    const page = await db
      .selectFrom('attempts')
      .innerJoin('task_items', 'task_items.id', 'attempts.item_id')
      .select(['attempts.id', 'attempts.item_id', 'attempts.started_at', 'task_items.state', 'task_items.updated_at'])
      .where('attempts.id', '>', after)
      .orderBy('attempts.id')
      .limit(rowsAtOnce)
      .execute()
    after = page.at(-1)?.id ?? after
    const old = page.filter(({ started_at }) => started_at < before)
    const over = old.filter(
      ({ id, state, updated_at }) => state === 'completed' && updated_at < before && id !== newest,
    )
    const ids = over.map(({ id }) => id)
    const itemIds = over.map(({ item_id }) => item_id)
    if (ids.length > 0) {
      await db.deleteFrom('item_events').where('item_id', 'in', itemIds).execute()
      await db.deleteFrom('attempts').where('id', 'in', ids).execute()
    }
    yield ids.length
    if (page.length < rowsAtOnce || old.length < page.length) return
  }
}

/** Fetched posts without a draft, task or mention. */
export async function* prunePosts(db: Kysely<Database>, before: string): AsyncGenerator<number> {
  for (let from = { fetched_at: '', id: 0 }; ; ) {
    const page = await db
      .selectFrom('posts')
      .select(['posts.id', 'posts.fetched_at'])
      .select(({ exists, or, selectFrom }) =>
        or(
          (['replies', 'mentions'] as const)
            .map((table) =>
              exists(
                selectFrom(table)
                  .select(`${table}.tweet_id`)
                  .whereRef(`${table}.owner_id`, '=', 'posts.owner_id')
                  .whereRef(`${table}.tweet_id`, '=', 'posts.tweet_id'),
              ),
            )
            .concat(
              exists(
                selectFrom('task_items')
                  .select('task_items.id')
                  .whereRef('task_items.target_tweet_id', '=', 'posts.tweet_id'),
              ),
            ),
        ).as('isNeeded'),
      )
      .where('posts.fetched_at', '<', before)
      .where(sql<boolean>`(posts.fetched_at, posts.id) > (${from.fetched_at}, ${from.id})`)
      .orderBy('posts.fetched_at')
      .orderBy('posts.id')
      .limit(rowsAtOnce)
      .execute()
    const ids = page.filter(({ isNeeded }) => !isNeeded).map(({ id }) => id)
    if (ids.length > 0) await db.deleteFrom('posts').where('id', 'in', ids).where('fetched_at', '<', before).execute()
    yield ids.length
    const last = page.at(-1)
    if (!last || page.length < rowsAtOnce) return
    from = last
  }
}

/** The requests of `Idempotency-Key`s. Without its key, a sent reply is still not sent again. */
export async function* pruneKeys(db: Kysely<Database>, before: string): AsyncGenerator<number> {
  for (let pruned = rowsAtOnce; pruned === rowsAtOnce; ) {
    const old = await db
      .selectFrom('idempotency')
      .select(['owner_id', 'key'])
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(rowsAtOnce)
      .execute()
    for (const ownerId of new Set(old.map(({ owner_id }) => owner_id))) {
      const keys = old.filter(({ owner_id }) => owner_id === ownerId).map(({ key }) => key)
      await db.deleteFrom('idempotency').where('owner_id', '=', ownerId).where('key', 'in', keys).execute()
    }
    pruned = old.length
    yield pruned
  }
}

/** Sessions that nobody can use any more. */
export async function* pruneSessions(db: Kysely<Database>, before: string): AsyncGenerator<number> {
  for (let pruned = rowsAtOnce; pruned === rowsAtOnce; ) {
    const ended = await db
      .selectFrom('sessions')
      .select('id')
      .where('expires_at', '<', before)
      .orderBy('expires_at')
      .limit(rowsAtOnce)
      .execute()
    const ids = ended.map(({ id }) => id)
    if (ids.length > 0) await db.deleteFrom('sessions').where('id', 'in', ids).execute()
    pruned = ids.length
    yield pruned
  }
}

export async function* pruneAudit(db: Kysely<Database>, before: string): AsyncGenerator<number> {
  for (let pruned = 1; pruned > 0; yield pruned) pruned = await pruneTrail(db, before)
}
