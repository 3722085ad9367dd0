import { afterEach, describe, expect, it } from 'vitest'
import { forgetMentions } from '../../server/inbox/forget'
import { databasesHere } from '../support/databases'
import { type Bench, createBench } from '../support/delivery'
import { watchAccounts } from '../support/watches'

describe.each(databasesHere())('old mentions on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  it('forgets dismissed mentions after 90 days, not what is answered, waits, or could be listed again', async () => {
    bench = await createBench(kind, 1)
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
    const mentions = await bench.db
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
      .returning(['id', 'tweet_id'])
      .execute()
    expect(mentions).toHaveLength(5)
    // The first one waits, and the fourth is newer than what was read last.
    expect(await forgetMentions(bench.db, new Date('2026-04-01T00:00:00.000Z'))).toBe(0)
    expect(await forgetMentions(bench.db, new Date('2026-04-06T00:00:00.000Z'))).toBe(3)
    const left = await bench.db.selectFrom('mentions').select('tweet_id').orderBy('id').execute()
    expect(left.map(({ tweet_id }) => tweet_id)).toEqual([ids[0], ids[3]])
  })
})
