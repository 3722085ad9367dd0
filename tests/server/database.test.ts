import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/db/database'
import { databases } from '../support/databases'

describe.each(databases)('the database on $name', ({ create }) => {
  it('is migrated once by processes that start at the same time', async () => {
    const first = await create()
    const others = await Promise.all([1, 2, 3].map(() => openDatabase(first.location)))
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(first.db)
    await Promise.all(others.map((other) => other.close()))
    await first.remove()
    expect(rows).toEqual([{ name: '0001-create-tables' }])
  })

  it('answers counts, sums and identities as numbers', async () => {
    const { db, remove } = await create()
    const user = { email: 'a@example.com', username: 'a', password_hash: 'x', created_at: '2026-01-01T00:00:00.000Z' }
    const inserted = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
    const counted = await db
      .selectFrom('users')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('id').as('sum')])
      .executeTakeFirstOrThrow()
    await remove()
    expect([inserted, counted]).toEqual([{ id: 1 }, { count: 1, sum: 1 }])
  })

  it('lets a reply be in at most one item that has not failed, and an account in one that is open', async () => {
    const { db, remove } = await create()
    const at = '2026-01-01T00:00:00.000Z'
    await db
      .insertInto('users')
      .values({ id: 1, email: 'a@example.com', username: 'a', password_hash: 'x', created_at: at })
      .execute()
    await db
      .insertInto('tasks')
      .values({ id: 'task', owner_id: 1, kind: 'solo', request_hash: 'x', error: null, created_at: at, updated_at: at })
      .execute()
    const sealed = {
      client_id: '',
      client_secret: '',
      api_key: '',
      api_secret: '',
      access_token: '',
      access_token_secret: '',
    }
    await db
      .insertInto('accounts')
      .values({
        ...sealed,
        id: 1,
        owner_id: 1,
        username: '@a',
        username_key: 'a',
        is_active: 1,
        created_at: at,
        updated_at: at,
      })
      .execute()
    const item = (reply_id: string, state: 'failed' | 'queued' | 'posting' | 'unknown') =>
      db
        .insertInto('task_items')
        .values({
          owner_id: 1,
          task_id: 'task',
          position: 0,
          reply_id,
          account_id: 1,
          twitter_username: '@a',
          target_tweet_id: '1',
          content: 'text',
          state,
          attempts: 0,
          clean_reads: 0,
          failed_reads: 0,
          resends: 0,
          next_at: at,
          can_retry: 0,
          created_at: at,
          updated_at: at,
        })
        .execute()
        .then(
          () => 'stored',
          () => 'refused',
        )
    const outcomes = [
      await item('r1', 'failed'),
      await item('r1', 'queued'),
      await item('r1', 'queued'),
      await item('r2', 'posting'),
      await item('r3', 'unknown'),
    ]
    await remove()
    expect(outcomes).toEqual(['stored', 'stored', 'refused', 'stored', 'refused'])
  })
})
