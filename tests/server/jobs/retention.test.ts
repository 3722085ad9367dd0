import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { archiveHistory, tasksOf } from '../../../server/jobs/retention/archive'
import { createLease } from '../../../server/jobs/retention/lease'
import {
  pruneAttempts,
  pruneHistory,
  pruneKeys,
  prunePosts,
  pruneSessions,
  type Walk,
} from '../../../server/jobs/retention/walks'
import { eventRow, initialColumns } from '../../../server/posting/protocol/item'
import type { ItemState } from '../../../server/posting/protocol/itemMachine'
import { databasesHere, sqlite } from '../../support/databases'
import { type Bench, createBench } from '../../support/delivery'

const before = '2026-06-01T00:00:00.000Z'
const old = '2026-01-02T03:04:05.678Z'
const young = '2026-06-02T03:04:05.678Z'
const post = (number: number) => String(1_900_000_000_000_000_100n + BigInt(number))

const allFrom = async <T>(values: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

interface Made {
  id: string
  state?: ItemState
  at?: string
  changedAt?: string
  account?: number
}

describe.each(databasesHere())('expired data on $name', (kind) => {
  let bench: Bench
  let folder: string
  let number = 0

  beforeEach(async () => {
    bench = await createBench(kind, 1)
    folder = mkdtempSync(join(tmpdir(), 'acb-archive-'))
  })
  afterEach(async () => {
    rmSync(folder, { recursive: true })
    await bench.dispose()
  })

  const make = async ({ id, state = 'completed', at = old, changedAt = at, account }: Made): Promise<void> => {
    const { db, ownerId } = bench
    number += 1
    const owned = { owner_id: ownerId, created_at: at }
    const content = `Text of ${id}`
    const reply = { ...owned, id: `reply-${id}`, tweet_id: post(number), generated_content: content, content }
    await db
      .insertInto('replies')
      .values({ ...reply, updated_at: at })
      .execute()
    await db
      .insertInto('tasks')
      .values({ ...owned, id, kind: 'solo', request_hash: id, error: null, updated_at: at })
      .execute()
    const item = await db
      .insertInto('task_items')
      .values({
        ...initialColumns(at),
        ...owned,
        task_id: id,
        position: 0,
        reply_id: reply.id,
        account_id: account ?? null,
        twitter_username: '@user1',
        author_id: '1',
        target_tweet_id: post(number),
        content,
        state,
        attempts: 1,
        reply_tweet_id: state === 'completed' ? String(2_000_000_000_000_000_000n + BigInt(number)) : null,
        updated_at: changedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('attempts')
      .values({ item_id: item.id, epoch: 'e', started_at: at, finished_at: at, outcome: state })
      .execute()
    await db
      .insertInto('item_events')
      .values(eventRow(item.id, { type: 'item.claim' }, { state: 'posting', can_retry: 0 }, at))
      .execute()
    await db
      .insertInto('idempotency')
      .values({ ...owned, key: `key-${id}`, request_hash: id, task_id: id })
      .execute()
    const fetched = { text: 'p', author_id: null, author_username: 'a', author_name: 'A', fetched_at: at }
    await db
      .insertInto('posts')
      .values({ ...fetched, owner_id: ownerId, tweet_id: post(number) })
      .execute()
  }

  const walked = async (walk: Walk): Promise<number> => {
    let rows = 0
    for await (const went of walk(bench.db, before)) rows += went
    return rows
  }
  const left = async () => {
    const ids = async (table: 'tasks' | 'replies') =>
      (await bench.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)
    const keys = await bench.db.selectFrom('idempotency').select('task_id').orderBy('task_id').execute()
    const attempts = await bench.db
      .selectFrom('attempts')
      .innerJoin('task_items', 'task_items.id', 'attempts.item_id')
      .select('task_items.task_id')
      .orderBy('task_items.task_id')
      .execute()
    const events = await bench.db
      .selectFrom('item_events')
      .innerJoin('task_items', 'task_items.id', 'item_events.item_id')
      .select('task_items.task_id')
      .orderBy('task_items.task_id')
      .execute()
    return {
      tasks: await ids('tasks'),
      replies: await ids('replies'),
      keys: keys.map(({ task_id }) => task_id),
      attempts: attempts.map(({ task_id }) => task_id),
      events: events.map(({ task_id }) => task_id),
    }
  }
  const allOf = (tasks: string[], replies = tasks.map((id) => `reply-${id}`)) => ({
    tasks,
    replies,
    keys: tasks,
    attempts: tasks,
    events: tasks,
  })

  it('are deleted with everything that belongs to them when they are settled, except failed drafts', async () => {
    await make({ id: 'done' })
    await make({ id: 'failed', state: 'failed' })
    await make({ id: 'changed', state: 'failed', changedAt: young })
    await make({ id: 'open', state: 'needs_review' })
    await make({ id: 'young', at: young })
    expect(await walked(pruneHistory)).toBe(2)
    expect(await left()).toEqual(
      allOf(['changed', 'open', 'young'], ['reply-changed', 'reply-failed', 'reply-open', 'reply-young']),
    )
  })

  it('stay if they are among the last 20 posts of an account, or have the newest attempt', async () => {
    const account = bench.accounts[0]?.id ?? 0
    for (let each = 10; each < 32; each += 1) await make({ id: `t${each}`, account })
    await make({ id: 'z-newest', state: 'failed' })
    expect(await walked(pruneHistory)).toBe(2)
    const { tasks } = await left()
    expect([tasks.length, tasks[0], tasks.at(-1)]).toEqual([21, 't12', 'z-newest'])
  })

  it('stay if a mention would look unanswered without them', async () => {
    const account = bench.accounts[0]?.id ?? 0
    await make({ id: 'answer', state: 'failed', account })
    await bench.db
      .insertInto('mentions')
      .values({
        owner_id: bench.ownerId,
        account_id: account,
        tweet_id: post(number),
        author_id: '5',
        author_username: '@asks',
        author_key: 'asks',
        author_name: 'Asks',
        text: 'Why?',
        posted_at: old,
        received_at: old,
        kind: 'mention',
        dismissed_at: null,
        asks_to_stop: 0,
      })
      .execute()
    await make({ id: 'last', at: young })
    expect(await walked(pruneHistory)).toBe(0)
  })

  it('lose only the attempts and steps of completed replies, and never the newest attempt', async () => {
    await make({ id: 'done' })
    await make({ id: 'failed', state: 'failed' })
    await make({ id: 'last' })
    expect(await walked(pruneAttempts)).toBe(1)
    const { attempts, events } = await left()
    expect([attempts, events]).toEqual([
      ['failed', 'last'],
      ['failed', 'last'],
    ])
  })

  it('lose posts without replies, idempotency keys, and ended sessions', async () => {
    const { db, ownerId } = bench
    await make({ id: 'done' })
    await make({ id: 'young', at: young })
    const fetched = { text: 'p', author_id: null, author_username: 'a', author_name: 'A', owner_id: ownerId }
    const posts = [
      { ...fetched, tweet_id: '17', fetched_at: old },
      { ...fetched, tweet_id: '18', fetched_at: young },
    ]
    await db.insertInto('posts').values(posts).execute()
    const session = { user_id: ownerId, remember: 0 as const, created_at: old, last_used_at: old }
    const sessions = [old, young].map((expires_at) => ({ ...session, token_hash: expires_at, expires_at }))
    await db.insertInto('sessions').values(sessions).execute()
    expect([await walked(prunePosts), await walked(pruneKeys), await walked(pruneSessions)]).toEqual([1, 1, 1])
    const kept = await db.selectFrom('posts').select('tweet_id').orderBy('id').execute()
    expect(kept.map(({ tweet_id }) => tweet_id)).toEqual([post(number - 1), post(number), '18'])
    expect((await left()).keys).toEqual(['young'])
    expect(await db.selectFrom('sessions').select('expires_at').execute()).toEqual([{ expires_at: young }])
  })

  it('are deleted by one process at a time, and by another when that process is gone', async () => {
    let now = Date.parse(young)
    const clock = () => new Date(now)
    const [first, second] = [createLease(bench.db, clock), createLease(bench.db, clock)]
    expect([await first.hold(), await second.hold(), await first.hold()]).toEqual([true, false, true])
    now += 120_001
    expect([await second.hold(), await first.hold()]).toEqual([true, false])
    await second.free()
    expect(await first.hold()).toBe(true)
  })

  it('are moved to a file that contains every column, whatever a text contains', async () => {
    await make({ id: 'done' })
    await bench.db.updateTable('replies').set({ content: 'two\u2028lines\u2029"\n\r' }).execute()
    await make({ id: 'young', at: young })
    writeFileSync(join(folder, 'killed.part'), 'half')
    const stored = async () => ({
      task: await bench.db.selectFrom('tasks').selectAll().where('id', '=', 'done').executeTakeFirst(),
      items: await bench.items('done'),
      events: await bench.db.selectFrom('item_events').selectAll().orderBy('id').limit(1).execute(),
      attempts: await bench.db.selectFrom('attempts').selectAll().orderBy('id').limit(1).execute(),
      replies: await bench.db.selectFrom('replies').selectAll().where('id', '=', 'reply-done').execute(),
      keys: await bench.db.selectFrom('idempotency').selectAll().where('task_id', '=', 'done').execute(),
    })
    const was = await stored()
    const moved = await allFrom(archiveHistory(bench.db, folder, before))
    expect(moved).toEqual([{ file: expect.stringContaining(folder), tasks: 1, remaining: 0, isResumed: false }])
    expect(await allFrom(tasksOf(moved[0]?.file ?? ''))).toEqual([was])
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([moved[0]?.file])
    expect(await left()).toEqual(allOf(['young']))
    expect(await allFrom(archiveHistory(bench.db, folder, before))).toEqual([])
  })
})

describe('an archive whose run was killed before anything was deleted', () => {
  it('is continued, and includes later changes', async () => {
    const bench = await createBench(sqlite, 0)
    const folder = mkdtempSync(join(tmpdir(), 'acb-archive-'))
    try {
      const { db, ownerId } = bench
      const owned = { owner_id: ownerId, created_at: old, updated_at: old }
      const ids = ['gone', 'retried', 'last']
      await db
        .insertInto('tasks')
        .values(ids.map((id) => ({ ...owned, id, kind: 'solo' as const, request_hash: id, error: null })))
        .execute()
      await db
        .insertInto('task_items')
        .values(
          ids.map((id) => ({
            ...initialColumns(old),
            ...owned,
            task_id: id,
            position: 0,
            reply_id: `reply-${id}`,
            account_id: null,
            twitter_username: '@user1',
            author_id: null,
            target_tweet_id: post(0),
            content: id,
            state: 'failed' as const,
          })),
        )
        .execute()
      await sql`create trigger killed before delete on tasks begin select raise(abort, 'killed'); end`.execute(db)
      await expect(allFrom(archiveHistory(bench.db, folder, before))).rejects.toThrow('killed')
      expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.verified\.jsonl\.gz$/)])
      await sql`drop trigger killed`.execute(db)
      const changed = { updated_at: '2026-03-04T00:00:00.000Z' }
      await db.updateTable('task_items').set(changed).where('task_id', '=', 'retried').execute()
      const [resumed, again] = await allFrom(archiveHistory(bench.db, folder, before))
      expect([resumed, again]).toEqual([
        { file: expect.any(String), tasks: 2, remaining: 1, isResumed: true },
        { file: expect.any(String), tasks: 1, remaining: 0, isResumed: false },
      ])
      expect(await db.selectFrom('tasks').select('id').execute()).toEqual([])
      const archived = await allFrom(tasksOf(again?.file ?? ''))
      expect(archived.map(({ task, items }) => [task.id, items[0]?.updated_at])).toEqual([
        ['retried', changed.updated_at],
      ])
    } finally {
      rmSync(folder, { recursive: true })
      await bench.dispose()
    }
  })
})
