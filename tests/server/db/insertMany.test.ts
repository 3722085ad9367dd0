import { afterEach, describe, expect, it } from 'vitest'
import { insertMany } from '../../../server/db/insertMany'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench } from '../../support/delivery'

const taskOf = ({ ownerId }: Bench) => ({
  owner_id: ownerId,
  id: 'one',
  kind: 'solo' as const,
  request_hash: '',
  created_at: '',
  updated_at: 'now',
})

describe.each(databasesHere())('many rows in one insert, on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  const rowsOf = async () =>
    bench.db
      .selectFrom('tasks')
      .select(['id', 'owner_id', 'kind', 'error', 'tweet_id', 'group_name', 'updated_at'])
      .orderBy('id')
      .execute()

  it('share common columns, and have their own columns', async () => {
    bench = await createBench(kind, 1)
    const { db, ownerId: owner_id } = bench
    const same = { owner_id, kind: 'batch' as const, request_hash: "it's", group_name: 'a "crew"', error: null }
    const own = [
      { id: 'one', tweet_id: '1900000000000000001', created_at: 'now', updated_at: '"$.x" \\u0041 \\n' },
      { id: 'two', tweet_id: null, created_at: 'then', updated_at: '007' },
      { id: 'zoë 👩‍👩‍👧', tweet_id: '', created_at: 'null', updated_at: '{"id":"three"}' },
    ]
    await insertMany(
      db,
      'tasks',
      own.map((each) => ({ ...same, ...each })),
    )
    expect(await rowsOf()).toEqual(
      own.map(({ id, tweet_id, updated_at }) => ({
        id,
        owner_id,
        kind: 'batch',
        error: null,
        tweet_id,
        group_name: 'a "crew"',
        updated_at,
      })),
    )
  })

  it('are one row for a list of one', async () => {
    bench = await createBench(kind, 1)
    const one = taskOf(bench)
    await insertMany(bench.db, 'tasks', [one])
    expect((await rowsOf()).map(({ id, updated_at }) => [id, updated_at])).toEqual([['one', 'now']])
  })

  it('are no rows for an empty list', async () => {
    bench = await createBench(kind, 1)
    await insertMany(bench.db, 'tasks', [])
    expect(await rowsOf()).toEqual([])
  })

  it('are all refused if one is refused', async () => {
    bench = await createBench(kind, 1)
    const one = taskOf(bench)
    const inserting = insertMany(bench.db, 'tasks', [one, one])
    await expect(inserting).rejects.toThrow(/unique/i)
    expect(await rowsOf()).toEqual([])
  })
})
