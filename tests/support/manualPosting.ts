import type { DeliveryConfig } from '../../server/posting/protocol/types'
import { steps } from '../../server/posting/words'
import type { DecisionBody } from '../../src/schemas/history/tasks'
import type { DatabaseKind } from './databases'
import { type Bench, createBench } from './delivery'
import { until } from './waiting'

export const advice = steps.manual
const target = '1900000000000000001'

/** Replies for manual posting, on a bench that `makeManual` or `makeBench` makes for each test. */
export const manualPosting = (kind: DatabaseKind) => {
  let made: Bench | undefined
  const bench = (): Bench => {
    if (!made) throw new Error('No bench was made')
    return made
  }
  const makeBench = async (count: number, config: Partial<DeliveryConfig> = {}) => {
    made = await createBench(kind, count, config)
  }
  /** Sends a batch to a post that mentions only @user2. */
  const makeManual = async (count: number, config: Partial<DeliveryConfig> = {}) => {
    await makeBench(count, { replyRule: 'summoned', ...config })
    await bench()
      .db.insertInto('posts')
      .values({
        owner_id: bench().ownerId,
        tweet_id: target,
        text: 'Who knows, @user2?',
        author_username: 'asker',
        author_name: 'Asker',
        fetched_at: new Date().toISOString(),
        standing: JSON.stringify({
          author: { id: '900', username: 'asker' },
          thread: { id: '900', username: 'asker' },
          mentions: [{ id: '2', username: 'user2' }],
          replySettings: 'everyone',
        }),
      })
      .execute()
    await bench().delivery.start()
    const task = await bench().sendBatch(count)
    await bench().atRest()
    return task
  }
  const itemOf = async (task: string, username = '@user1') => {
    const item = (await bench().items(task)).find(({ twitter_username }) => twitter_username === username)
    if (!item) throw new Error(`no item of ${username}`)
    return item
  }
  const decide = async (task: string, decision: DecisionBody) =>
    bench().delivery.decideItem(bench().ownerId, task, (await itemOf(task)).id, decision)
  const stateOf = async (task: string) => (await itemOf(task)).state
  const isIn = (task: string, state: string) => until(async () => (await stateOf(task)) === state)
  /** Posts on X's own page, without a request of the server. */
  const postManually = async (task: string, changed: { text?: string; inReplyTo?: string; userId?: string } = {}) => {
    const { content } = await itemOf(task)
    const { text = content, inReplyTo = target, userId = '1' } = changed
    const before = bench().x.requests.length
    await bench().x.createReply({ ...credentials, access_token: userId }, { text, inReplyTo })
    bench().x.requests.length = before
    const id = bench().x.posts.at(-1)?.id
    if (id === undefined) throw new Error('nothing was posted')
    return id
  }

  return {
    bench,
    makeBench,
    dispose: async () => {
      await made?.dispose()
      made = undefined
    },
    makeManual,
    itemOf,
    decide,
    stateOf,
    isIn,
    postManually,
  }
}

const credentials = {
  client_id: 'x',
  client_secret: 'x',
  api_key: 'x',
  api_secret: 'x',
  access_token: '1',
  access_token_secret: 'x',
}
