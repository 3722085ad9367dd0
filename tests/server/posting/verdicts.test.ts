import { afterEach, describe, expect, it } from 'vitest'
import { judgeAccounts } from '../../../server/features/composer/eligibility.store'
import { findAudience } from '../../../server/features/composer/posts.store'
import { createMetrics } from '../../../server/metrics/metrics'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench, differentTexts } from '../../support/delivery'
import { problem } from '../../support/fakeX'
import { until } from '../../support/waiting'

const tweetId = '1900000000000000001'
const notSummoned = problem(
  403,
  'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
)
const author = { id: '900', username: 'asker' }
const standing = { author, thread: author, mentions: [{ id: '2', username: 'user2' }], replySettings: 'everyone' }

describe.each(databasesHere())('a prediction that X contradicts on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  it('is shown at the item, logged and counted, and X’s answer is the next prediction, until X answers otherwise', async () => {
    bench = await createBench(kind, 3, { replyRule: 'summoned' })
    const { db, ownerId, x } = bench
    await db
      .insertInto('posts')
      .values({
        owner_id: ownerId,
        tweet_id: tweetId,
        text: 'Who knows, @user2?',
        author_username: author.username,
        author_name: 'Asker',
        fetched_at: new Date().toISOString(),
        standing: JSON.stringify(standing),
      })
      .execute()
    const warnings: object[] = []
    const log = { info: () => undefined, error: () => undefined, warn: (fields: object) => warnings.push(fields) }
    const metrics = createMetrics()
    const delivery = bench.restarted({}, bench.instanceFile, { log, observer: metrics })
    await delivery.start()
    const replies = await bench.addReplies(differentTexts(5))
    const send = async (account: number) => {
      const body = { reply_id: replies.pop() ?? '', twitter_account_id: account }
      return (await delivery.enqueueSolo(ownerId, body)).task_id
    }
    const itemOf = async (task: string) => (await bench.items(task))[0]
    const isIn = (task: string, state: string) => until(async () => (await itemOf(task))?.state === state)
    const insist = async (task: string) => {
      await delivery.decideItem(ownerId, task, (await itemOf(task))?.id ?? 0, { action: 'not_posted' })
      await delivery.retryTask(ownerId, task)
      await isIn(task, 'completed')
      return (await itemOf(task))?.against_verdict
    }
    const verdicts = async () => {
      const asked = { tweetId, audience: await findAudience(db, ownerId, tweetId) }
      const { accounts, others, ...counts } = await judgeAccounts(
        db,
        { ownerId, groupId: undefined },
        asked,
        'summoned',
      )
      expect(others.verdict).toBe('refused')
      return {
        ...counts,
        accounts: accounts.map(({ account_id, verdict, reason }) => [account_id, verdict, reason]),
        earlier: accounts.map(({ replied_in, waiting_in }) => ({ replied_in, waiting_in })),
      }
    }

    x.fate = () => ({ posts: false, outcome: notSummoned })
    const refused = await send(2)
    await isIn(refused, 'handed_over')
    expect(await itemOf(refused)).toMatchObject({
      against_verdict: 'X was expected to accept this reply: The post mentions this account.',
      attempts: 1,
    })
    expect(await verdicts()).toMatchObject({
      refused: 3,
      earlier: [{ waiting_in: refused }],
      accounts: [
        [
          2,
          'refused',
          `A reply of this account to this post is queued in task ${refused}. X already refused a reply of this account to this post.`,
        ],
      ],
    })
    const known = await send(2)
    expect(await itemOf(known)).toMatchObject({ state: 'handed_over', attempts: 0, against_verdict: null })

    x.fate = () => ({ posts: true })
    const stranger = await send(1)
    expect(await itemOf(stranger)).toMatchObject({ state: 'handed_over', attempts: 0 })
    expect(await insist(stranger)).toBe(
      'X accepted this reply but was expected to refuse it: The post neither mentions nor quotes this account.',
    )
    expect(await insist(known)).toBe(
      'X accepted this reply but was expected to refuse it: X already refused a reply of this account to this post.',
    )
    expect(await verdicts()).toMatchObject({
      allowed: 2,
      refused: 1,
      accounts: [
        [1, 'allowed', expect.stringContaining('X already accepted a reply of this account to this post.')],
        [2, 'allowed', expect.stringContaining('X already accepted a reply of this account to this post.')],
      ],
    })
    const expected = await send(1)
    await isIn(expected, 'completed')
    const batch = await delivery.enqueueBatch(ownerId, { reply_ids: replies, group_name: 'Launch' })
    expect((await bench.items(batch.task_id)).map(({ account_id }) => account_id)).toEqual([2])
    await bench.atRest()
    expect(warnings).toMatchObject(
      [
        [refused, 2, 'refused'],
        [stranger, 1, 'allowed'],
        [known, 2, 'allowed'],
      ].map(([task, account, said]) => ({ event: 'verdict.contradicted', task, account, said, post: tweetId })),
    )
    expect((await metrics.read()).match(/^verdicts_contradicted_total\{.*$/gm)?.toSorted()).toEqual([
      'verdicts_contradicted_total{said="allowed"} 2',
      'verdicts_contradicted_total{said="refused"} 1',
    ])
  })
})
