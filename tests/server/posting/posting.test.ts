import { describe, expect, it } from 'vitest'
import { databasesHere } from '../../support/databases'
import { createBench, openTestCredentials } from '../../support/delivery'

describe.each(databasesHere())('sending a batch on $name', (kind) => {
  it('posts each reply once, each through its own account, and stores the ids that X gave', async () => {
    const bench = await createBench(kind, 5)
    await bench.delivery.start()
    const task = await bench.sendBatch(5)
    await bench.atRest()
    const items = await bench.items(task)
    await bench.dispose()
    expect(items.map(({ state, attempts, twitter_username }) => [state, attempts, twitter_username])).toEqual(
      [1, 2, 3, 4, 5].map((number) => ['completed', 1, `@user${number}`]),
    )
    expect(items.map((item) => [item.reply_tweet_id, item.content])).toEqual(
      items.map((item) => {
        const post = bench.x.posts.find(({ authorId }) => `@user${authorId}` === item.twitter_username)
        return [post?.id, post?.sent]
      }),
    )
    expect(bench.x.posts).toHaveLength(5)
  })
  it('looks for tokens of the accounts that have tokens', async () => {
    const bench = await createBench(kind, 2)
    const pair = { client: 'own', access_token: 'a', refresh_token: 'r', scope: 's', generation: 1 } as const
    const at = new Date().toISOString()
    await bench.db
      .insertInto('x_tokens')
      .values({ ...pair, account_id: bench.accounts[1]?.id ?? 0, renew_at: at, expires_at: at })
      .execute()
    const asked: unknown[][] = []
    const delivery = bench.restarted({}, bench.instanceFile, {
      openCredentials: (account, hasTokens) => {
        if (hasTokens !== undefined) asked.push([account.username, hasTokens])
        return openTestCredentials(account)
      },
    })
    await delivery.start()
    await bench.sendBatch(2, delivery)
    await bench.atRest()
    await bench.dispose()
    expect(asked.toSorted()).toEqual([
      ['@user1', false],
      ['@user2', true],
    ])
  })
})
