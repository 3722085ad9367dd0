import { describe, expect, it } from 'vitest'
import { databasesHere } from '../../support/databases'
import { createBench } from '../../support/delivery'

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
})
