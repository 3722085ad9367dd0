import { afterEach, describe, expect, it } from 'vitest'
import { batchRequest, enqueue } from '../../../server/posting/send/enqueue'
import { findRepeats } from '../../../server/posting/send/repeats'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench } from '../../support/delivery'

const now = new Date('2026-11-25T12:59:00.000Z')
const dayMs = 86_400_000

describe.each(databasesHere())('recently posted words of an account on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  let posts = 0
  const posted = async (texts: string[], ago: number, state: 'completed' | 'failed' | 'queued' = 'completed') => {
    const { db, ownerId } = bench
    const at = new Date(now.getTime() - ago)
    const ids = await bench.addReplies(texts)
    posts += 1
    await db
      .updateTable('replies')
      .set({ tweet_id: `19000000000000007${posts}` })
      .where('id', 'in', ids)
      .execute()
    await db.updateTable('accounts').set({ last_used_at: null }).execute()
    const request = batchRequest(ownerId, { reply_ids: ids, group_name: 'Launch' })
    const { task_id } = await enqueue({ db, clock: () => at }, request, { replyRule: 'open' })
    await db
      .updateTable('task_items')
      .set({ state, updated_at: at.toISOString() })
      .where('task_id', '=', task_id)
      .execute()
  }
  const tweetId = '1900000000000000001'
  const repeats = async (ownerId = bench.ownerId, groupId?: number) =>
    (await findRepeats(bench.db, { ownerId, groupId }, tweetId, now)).map(
      ({ content, account_id, username, posted_at }) => [
        content,
        bench.accounts.findIndex(({ id }) => id === account_id) + 1,
        username,
        posted_at,
      ],
    )

  const [coffee, rain, moon] = [
    'Coffee first, then the news.',
    'Rain again by noon.',
    'Moon over the harbour.',
  ] as const

  it('are found by draft and account, with the newest time, and no longer a day later', async () => {
    bench = await createBench(kind, 3)
    await posted([coffee, rain, moon], dayMs)
    expect(await repeats()).toEqual([])
    await bench.addReplies([rain, moon, 'Something new.'])
    expect(await repeats()).toEqual([])
    await posted([moon, rain, coffee], dayMs - 1)
    await posted(['Tea is fine.', rain, 'Wind from the north.'], 60_000)
    expect(await repeats()).toEqual([
      [moon, 1, '@user1', '2026-11-24T12:59:00.001Z'],
      [rain, 2, '@user2', '2026-11-25T12:58:00.000Z'],
    ])
  })

  it('count with any spacing or Unicode form, but not with another link', async () => {
    bench = await createBench(kind, 3)
    await posted(['Cafe\u0301  now &amp;\n then', 'See https://a.example/1', 'See a.example/2'], 1)
    const [spaced, same] = [' Caf\u00e9 now & then ', 'See  a.example/2']
    await bench.addReplies([spaced, 'Café now & than', 'See https://a.example/3', same])
    expect((await repeats()).map(([content, account]) => [content, account])).toEqual([
      [spaced, 1],
      [same, 3],
    ])
  })

  it('do not include unposted words, other operators, other groups, or inactive accounts', async () => {
    bench = await createBench(kind, 3)
    const { db, ownerId, accounts } = bench
    await posted([coffee, rain], 5, 'failed')
    await posted([coffee, rain], 4, 'queued')
    await bench.addReplies([coffee, rain, moon])
    expect(await repeats()).toEqual([])
    await db.updateTable('task_items').set({ state: 'completed' }).where('state', '=', 'queued').execute()
    expect((await repeats()).map(([content]) => content)).toEqual([coffee, rain])
    expect(await repeats(ownerId + 1)).toEqual([])
    const groupId = accounts[0]?.group_id ?? 0
    expect([(await repeats(ownerId, groupId)).length, await repeats(ownerId, groupId + 1)]).toEqual([2, []])
    await db
      .updateTable('accounts')
      .set({ is_active: 0 })
      .where('id', '=', accounts[0]?.id ?? 0)
      .execute()
    expect((await repeats()).map(([content]) => content)).toEqual([rain])
  })

  it('are not searched in sent drafts', async () => {
    bench = await createBench(kind, 1)
    const { db, ownerId } = bench
    const [reply = ''] = await bench.addReplies([coffee])
    await posted([coffee], 3)
    expect((await repeats()).length).toBe(1)
    const request = batchRequest(ownerId, { reply_ids: [reply], group_name: 'Launch' })
    await enqueue({ db, clock: () => now }, request, { replyRule: 'open' })
    expect(await repeats()).toEqual([])
  })
})
