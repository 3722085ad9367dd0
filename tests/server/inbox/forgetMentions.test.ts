import { afterEach, describe, expect, it } from 'vitest'
import { forgetMentions } from '../../../server/features/inbox/forget'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench } from '../../support/delivery'
import { watchAccounts } from '../../support/watches'

describe.each(databasesHere())('old mentions on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  it('are deleted after 90 days if dismissed, but not if they are answered, wait, or could be listed again', async () => {
    bench = await createBench(kind, 2)
    await watchAccounts(bench, 1)
    const old = '2026-01-05T00:00:00.000Z'
    const ids = [
      '1000000000000000001',
      '1000000000000000002',
      '1000000000000000003',
      '1000000000000000004',
      '999999999999999999',
    ]
    await bench.db
      .updateTable('inbox_watches')
      .set({ since_id: ids[2] ?? null })
      .execute()
    await bench.db
      .insertInto('mentions')
      .values(
        ids.map((tweet_id, index) => ({
          owner_id: bench.ownerId,
          account_id: 1,
          tweet_id,
          kind: 'mention' as const,
          author_id: '77',
          author_username: 'zoe',
          author_key: 'zoe',
          author_name: 'Zoe',
          text: tweet_id,
          posted_at: old,
          received_at: old,
          dismissed_at: index === 0 ? null : old,
          asks_to_stop: 0 as const,
        })),
      )
      .execute()
    const mention = await bench.db
      .selectFrom('mentions')
      .select('id')
      .where('tweet_id', '=', ids[1] ?? '')
      .executeTakeFirstOrThrow()
    const items = await bench.items(await bench.sendBatch(2))
    const change = (account: number, changed: { mention_id: number } | { target_tweet_id: string }) =>
      bench.db
        .updateTable('task_items')
        .set(changed)
        .where('id', '=', items.find(({ account_id }) => account_id === account)?.id ?? 0)
        .execute()
    await change(2, { mention_id: mention.id })
    await change(1, { target_tweet_id: ids[2] ?? '' })
    // The first one waits, items name the two after it, and the fourth is newer than the last reading.
    expect(await forgetMentions(bench.db, new Date('2026-04-01T00:00:00.000Z'))).toBe(0)
    expect(await forgetMentions(bench.db, new Date('2026-04-06T00:00:00.000Z'))).toBe(1)
    const left = await bench.db.selectFrom('mentions').select('tweet_id').orderBy('id').execute()
    expect(left.map(({ tweet_id }) => tweet_id)).toEqual(ids.slice(0, 4))
  })
})
