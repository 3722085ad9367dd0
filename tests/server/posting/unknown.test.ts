import { afterEach, describe, expect, it } from 'vitest'
import type { Row } from '../../../server/db/schema'
import type { DeliveryConfig } from '../../../server/posting/protocol/types'
import { reconcile } from '../../../server/posting/verify/reconcile'
import { XError } from '../../../server/x/types'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench } from '../../support/delivery'
import { firstThen, lost, problem } from '../../support/fakeX'
import { until } from '../../support/waiting'

const duplicateWords = 'You are not allowed to create a Tweet with duplicate content.'

describe.each(databasesHere())('a send without an answer on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  const prepare = async (config: Partial<DeliveryConfig> = {}) => {
    bench = await createBench(kind, 1, config)
  }
  const settled = async (): Promise<Row<'task_items'>> => {
    const task = await bench.sendBatch(1)
    await bench.atRest()
    return bench.only(task)
  }
  const shown = (item: Row<'task_items'>) => [item.state, item.attempts, item.resends, bench.x.posts.length]

  it('is completed if X accepted the reply, and nothing is sent again', async () => {
    await prepare()
    bench.x.fate = firstThen(lost(true))
    const attempts: string[] = []
    const observer = { attempt: (outcome: string) => attempts.push(outcome), contradiction: () => undefined }
    await bench.restarted({}, bench.instanceFile, { observer }).start()
    const task = await bench.sendBatch(1)
    await bench.atRest()
    const item = await bench.only(task)
    expect([shown(item), item.reply_tweet_id]).toEqual([['completed', 1, 0, 1], bench.x.posts[0]?.id])
    expect(attempts).toEqual(['ambiguous'])
  })

  it('is sent once more in the same words after two readings of X without the reply', async () => {
    await prepare()
    bench.x.fate = firstThen(lost(false))
    await bench.delivery.start()
    const item = await settled()
    expect(shown(item)).toEqual(['completed', 2, 1, 1])
    expect(new Set(bench.x.requests.map(({ text }) => text)).size).toBe(1)
  })

  it('needs the operator when the second outcome is unknown too', async () => {
    await prepare()
    bench.x.fate = () => lost(false)
    await bench.delivery.start()
    const item = await settled()
    expect(shown(item)).toEqual(['needs_review', 2, 1, 0])
  })

  it.each([
    ['finds what X refuses the second time', 'No such reply.', true, 'completed', null],
    [
      'gives to a person what X refuses in new words and does not show',
      'No such reply.',
      false,
      'handed_over',
      'No such reply.',
    ],
    [
      'believes a known refusal of what X does not show',
      'Posts are limited to a maximum of one cashtag.',
      false,
      'failed',
      'Posts are limited to a maximum of one cashtag.',
    ],
  ])('%s, after one check', async (_what, words, isOnX, state, error) => {
    await prepare()
    bench.x.lagMs = Number.POSITIVE_INFINITY
    bench.x.fate = ({ count }) => {
      if (count === 1) return lost(isOnX)
      for (const post of bench.x.posts) post.visibleAt = 0
      return { posts: false, outcome: problem(403, words) }
    }
    await bench.delivery.start()
    const item = await settled()
    expect([...shown(item), item.error]).toEqual([state, 2, 1, isOnX ? 1 : 0, error])
  })

  it('keeps the words of a refusal if X cannot be read', async () => {
    await prepare()
    bench.x.fate = ({ count }) => {
      if (count === 1) return lost(false)
      bench.x.readError = new XError('It is suspended', 403, {}, 'suspended')
      return { posts: false, outcome: problem(403, 'No such reply.') }
    }
    await bench.delivery.start()
    expect(await settled()).toMatchObject({
      state: 'needs_review',
      error: "X could not be checked for this reply: It is suspended. X's last refusal: No such reply.",
    })
  })

  it("shows X's own text for a refused duplicate, and the account continues", async () => {
    await prepare()
    bench.x.fate = ({ count }) =>
      count === 1 ? { posts: false, outcome: problem(403, duplicateWords) } : { posts: true }
    await bench.delivery.start()
    const first = await settled()
    expect([...shown(first), first.error, bench.x.requests.length]).toEqual(['failed', 1, 0, 0, duplicateWords, 1])
    expect(shown(await settled())).toEqual(['completed', 1, 0, 1])
  })

  it('is sent at most once if sending again is switched off', async () => {
    await prepare({ autoResend: false })
    bench.x.fate = () => lost(false)
    await bench.delivery.start()
    const item = await settled()
    expect(shown(item)).toEqual(['needs_review', 1, 0, 0])
  })

  it('is looked for and found if X answers "duplicate content"', async () => {
    await prepare()
    bench.x.lagMs = Number.POSITIVE_INFINITY
    bench.x.fate = ({ count }) => {
      for (const post of bench.x.posts) post.visibleAt = 0
      return count === 1 ? lost(true) : { posts: true }
    }
    await bench.delivery.start()
    const item = await settled()
    const outcomes = (await bench.attempts(item.id)).map(({ outcome }) => outcome)
    expect([item.state, bench.x.posts.length, outcomes]).toEqual(['completed', 1, ['ambiguous', 'refused']])
    const learned = await bench.db.selectFrom('instance').select('value').where('key', 'like', 'settle_ms:%').execute()
    expect(Number(learned[0]?.value)).toBeGreaterThan(60)
  })

  it('never matches the post of another item', async () => {
    await prepare()
    const [first = '', second = ''] = await bench.addReplies(['The very same words', 'The very same words'])
    const account = bench.accounts[0]?.id ?? 0
    bench.x.duplicateFilter = false
    bench.x.fate = ({ count }) => lost(count === 1)
    await bench.delivery.start()
    await bench.delivery.enqueueSolo(bench.ownerId, { reply_id: first, twitter_account_id: account })
    await bench.delivery.enqueueSolo(bench.ownerId, { reply_id: second, twitter_account_id: account })
    await bench.atRest()
    const items = await bench.db.selectFrom('task_items').select(['state', 'reply_tweet_id']).orderBy('id').execute()
    expect(items).toEqual([
      { state: 'completed', reply_tweet_id: bench.x.posts[0]?.id },
      { state: 'needs_review', reply_tweet_id: null },
    ])
  })

  it('is found once, even if X shows two posts with its words and an earlier send of the reply has failed', async () => {
    await prepare()
    const [reply_id = ''] = await bench.addReplies(['The very same words'])
    bench.x.duplicateFilter = false
    const settle = async () => {}
    bench.x.fate = ({ count, userId: bearer, text, inReplyTo }) => {
      if (count === 1) return { posts: false, outcome: problem(400, 'Bad words.') }
      if (count === 2) void bench.x.createReply({ bearer, accepted: settle, refused: settle }, { text, inReplyTo })
      return lost(true)
    }
    await bench.delivery.start()
    for (const _ of ['refused', 'lost']) {
      await bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: bench.accounts[0]?.id ?? 0 })
      await bench.atRest()
    }
    const items = await bench.db.selectFrom('task_items').select('state').orderBy('id').execute()
    expect([items.map(({ state }) => state), bench.x.posts.length]).toEqual([['failed', 'completed'], 2])
  })

  it('takes its post on X before a failed item with the same words does', async () => {
    await prepare()
    const replies = await bench.addReplies(['The very same words', 'The very same words'])
    const [account] = bench.accounts
    if (!account) throw new Error('an account is needed')
    bench.x.fate = firstThen({ posts: false, outcome: problem(400, 'Bad words.') })
    await bench.delivery.start()
    for (const reply_id of replies) {
      await bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: account.id })
      await bench.atRest()
    }
    const inDoubt = { state: 'unknown', reply_tweet_id: null } as const
    await bench.db.updateTable('task_items').set(inDoubt).where('state', '=', 'completed').execute()
    await bench.db.updateTable('task_items').set({ author_id: null }).execute()
    const store = { db: bench.db, clock: () => new Date() }
    const posts = [...bench.x.posts]
    const reading = { account, userId: '7', posts, isWhole: true, since: new Date(0), ahead: { now: 0, atMost: 0 } }
    await bench.db.transaction().execute((trx) => reconcile(store, trx, reading))
    const items = await bench.db.selectFrom('task_items').select('state').orderBy('id').execute()
    expect(items.map(({ state }) => state)).toEqual(['failed', 'completed'])
  })

  it('is not sent again while X cannot be read, and needs the operator if X refuses the reading', async () => {
    await prepare()
    bench.x.fate = () => lost(true)
    bench.x.readError = new XError('Service Unavailable', 503)
    await bench.delivery.start()
    const task = await bench.sendBatch(1)
    await until(async () => (await bench.only(task)).failed_reads >= 2)
    const waiting = await bench.only(task)
    bench.x.readError = new XError('Forbidden', 403, {}, 'other')
    await bench.atRest()
    const asked = await bench.only(task)
    expect([shown(waiting), shown(asked), asked.error]).toEqual([
      ['unknown', 1, 0, 1],
      ['needs_review', 1, 0, 1],
      'X could not be checked for this reply: Forbidden',
    ])
  })

  it.each<[string, XError, minutes: number]>([
    ['an account is locked for a while', new XError('It is locked', 403, {}, 'locked'), 5],
    ['X doubts the kind of authentication', new XError('Unknown is forbidden', 403, {}, 'wrongAuthentication'), 5],
    ['the app has no credits left', new XError('CreditsDepleted', 402, {}, 'appStopped'), 5],
    ['a window is closed that X says is not used up', new XError('Too Many', 429, { 'retry-after': '900' }), 15],
  ])('is checked later, without asking the operator, if %s', async (_what, error, minutes) => {
    await prepare()
    bench.x.fate = () => lost(true)
    bench.x.readError = error
    await bench.delivery.start()
    const task = await bench.sendBatch(1)
    await until(async () => (await bench.only(task)).failed_reads >= 1)
    const { state, next_at, updated_at } = await bench.only(task)
    expect(state).toBe('unknown')
    const waitMs = Date.parse(next_at) - Date.parse(updated_at)
    expect([waitMs >= (minutes - 0.1) * 60_000, waitMs < 2 * minutes * 60_000]).toEqual([true, true])
  })

  it('is checked again after a 401, which may be a fault of X', async () => {
    await prepare()
    bench.x.fate = () => lost(true)
    bench.x.readError = new XError('Unauthorized', 401)
    await bench.delivery.start()
    const task = await bench.sendBatch(1)
    await until(async () => (await bench.only(task)).failed_reads >= 2)
    const waiting = await bench.only(task)
    bench.x.readError = undefined
    await bench.atRest()
    expect([shown(waiting)[0], shown(await bench.only(task))[0], bench.x.posts.length]).toEqual([
      'unknown',
      'completed',
      1,
    ])
  })
})
