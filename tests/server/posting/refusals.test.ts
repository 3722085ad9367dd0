import { afterEach, describe, expect, it } from 'vitest'
import { type ProblemName, problems } from '../../../sandbox/x/problems'
import { XError } from '../../../server/x/types'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench, differentTexts } from '../../support/delivery'
import { answer, type Fate } from '../../support/fakeX'
import { until } from '../../support/waiting'

const refused = (name: ProblemName, headers: Record<string, string> = {}): Fate => ({
  posts: false,
  outcome: answer(problems[name].status, problems[name].body, headers),
})

describe.each(databasesHere())('refusals of X on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  const prepare = async (accounts: number) => {
    bench = await createBench(kind, accounts, { concurrency: 1 })
  }
  const sendOneByOne = async (texts: string[], apart = 1) => {
    const replies = await bench.addReplies(texts)
    const tasks: string[] = []
    for (const [index, reply_id] of replies.entries()) {
      await bench.db
        .updateTable('replies')
        .set({ tweet_id: String(1_900_000_000_000_000_001n + BigInt(index * apart)) })
        .where('id', '=', reply_id)
        .execute()
      const body = { reply_id, twitter_account_id: bench.accounts[0]?.id ?? 0 }
      tasks.push((await bench.delivery.enqueueSolo(bench.ownerId, body)).task_id)
    }
    return tasks
  }
  const states = async (tasks: string[]) =>
    (await Promise.all(tasks.map((task) => bench.items(task)))).flat().map(({ state }) => state)
  const accounts = () => bench.db.selectFrom('accounts').select(['is_active', 'inactive_reason']).execute()
  const holds = () => bench.db.selectFrom('holds').select(['scope', 'reason', 'until', 'created_at']).execute()

  it('leave an account active whose reply is too long, however often X refuses it', async () => {
    await prepare(1)
    bench.x.fate = ({ text }) => (text.length > 280 ? refused('notPermitted') : { posts: true })
    await bench.delivery.start()
    const tasks = await sendOneByOne(['a'.repeat(281), 'b '.repeat(141), 'Lovely bread'])
    await bench.atRest()
    const [first] = await bench.items(tasks[0] ?? '')
    expect(await states(tasks)).toEqual(['failed', 'failed', 'completed'])
    expect(first?.next_step).toContain('Shorten the text to 280 characters')
    expect([await accounts(), await holds()]).toEqual([[{ is_active: 1, inactive_reason: null }], []])
  })

  it('pause an account, and nothing more, after X refuses two replies in a row to different posts', async () => {
    await prepare(1)
    bench.x.fate = ({ count }) => refused('notPermitted', { 'x-transaction-id': `t${count}` })
    await bench.delivery.start()
    const tasks = await sendOneByOne(differentTexts(3))
    await until(async () => (await states(tasks)).filter((state) => state === 'failed').length === 2)
    const [rest] = await holds()
    expect(await states(tasks)).toEqual(['failed', 'failed', 'queued'])
    expect(await accounts()).toEqual([{ is_active: 1, inactive_reason: null }])
    expect(rest).toMatchObject({ scope: 'rest:1', reason: expect.stringContaining('transaction IDs: t1, t2.') })
    expect(Date.parse(rest?.until ?? '') - Date.parse(rest?.created_at ?? '')).toBe(15 * 60_000)

    bench.x.fate = () => ({ posts: true })
    await bench.delivery.retryTask(bench.ownerId, tasks[2] ?? '')
    await bench.atRest()
    expect(await states(tasks)).toEqual(['failed', 'failed', 'completed'])
  })

  it('do not count as two in a row if X accepted a reply between them', async () => {
    await prepare(1)
    bench.x.fate = ({ count }) => (count === 2 ? { posts: true } : refused('notPermitted'))
    await bench.delivery.start()
    const tasks = await sendOneByOne(differentTexts(3))
    await bench.atRest()
    expect([await states(tasks), await holds()]).toEqual([['failed', 'completed', 'failed'], []])
  })

  it('do not count as two in a row if both replies were to one post', async () => {
    await prepare(1)
    bench.x.fate = () => refused('notPermitted')
    await bench.delivery.start()
    const tasks = await sendOneByOne(differentTexts(2), 0)
    await bench.atRest()
    expect([await states(tasks), await holds()]).toEqual([['failed', 'failed'], []])
  })

  it.each(['looksAutomated', 'dailyLimit'] as const)('lets the item and its account wait on %s', async (name) => {
    await prepare(2)
    bench.x.fate = ({ userId, count }) => (userId === '1' && count < 3 ? refused(name) : { posts: true })
    await bench.delivery.start()
    const task_id = await bench.sendBatch(2)
    await until(async () => (await states([task_id])).includes('completed') && (await holds()).length === 1)
    expect(await states([task_id])).toEqual(['queued', 'completed'])
    expect(await accounts()).toEqual([1, 2].map(() => ({ is_active: 1, inactive_reason: null })))
    expect(await holds()).toMatchObject([{ scope: 'rest:1' }])
    bench.x.fate = () => ({ posts: true })
    await bench.delivery.retryTask(bench.ownerId, task_id)
    await bench.atRest()
    expect([await states([task_id]), bench.x.posts.length]).toEqual([['completed', 'completed'], 2])
  })

  it.each([
    [3, 'queued'],
    [4, 'failed'],
  ])(
    'asks X five times whether it knows the tokens: after %d earlier attempts the reply is %s',
    async (attempts, state) => {
      await prepare(1)
      bench.x.fate = () => refused('unknownAuth')
      const task = await bench.sendBatch(1)
      await bench.db.updateTable('task_items').set({ attempts }).execute()
      await bench.delivery.start()
      await until(async () => (await bench.only(task)).error !== null)
      expect((await bench.only(task)).state).toBe(state)
    },
  )

  it.each([
    ['suspended', /appeal/],
    ['suspendedByCode', /appeal/],
    ['locked', /unlock/],
    ['notPermittedReadOnly', /Read and write/],
  ] as const)('stops the account on %s, and says what to do', async (name, step) => {
    await prepare(1)
    bench.x.fate = () => refused(name, name === 'notPermittedReadOnly' ? { 'x-access-level': 'read' } : {})
    const tasks = await sendOneByOne(differentTexts(2))
    await bench.delivery.start()
    await until(async () => (await states(tasks)).includes('failed'))
    expect(await states(tasks)).toEqual(['failed', 'queued'])
    expect(await accounts()).toEqual([{ is_active: 0, inactive_reason: expect.stringMatching(step) }])
  })

  it('hold every account of an app that X does not know, with the settings to check', async () => {
    await prepare(2)
    await bench.db.updateTable('accounts').set({ x_app: 'the app' }).execute()
    const opens = { openCredentials: async () => Promise.reject(new XError('Who is it?', undefined, {}, 'appRefused')) }
    const delivery = bench.restarted({}, bench.instanceFile, opens)
    await delivery.start()
    const task_id = await bench.sendBatch(2, delivery)
    await until(async () => (await holds()).length === 1)
    expect(await holds()).toMatchObject([
      { scope: 'paused:the app', reason: expect.stringMatching(/^Who is it\? Set X_CLIENT_ID and X_CLIENT_SECRET/) },
    ])
    expect((await bench.items(task_id)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['queued', 1],
      ['queued', 0],
    ])
  })

  it('ask for a new consent, not for keys, if X refuses an account that was connected by consent', async () => {
    await prepare(1)
    const pair = { client: 'server', access_token: 'a', refresh_token: 'r', scope: 's', generation: 3 } as const
    const at = new Date(Date.now() - 2000).toISOString()
    await bench.db
      .insertInto('x_tokens')
      .values({ ...pair, account_id: bench.accounts[0]?.id ?? 0, renew_at: at, expires_at: at })
      .execute()
    const before = new Date(Date.now() - 12_000).toISOString()
    await bench.db
      .insertInto('holds')
      .values({ scope: 'doubt:1', until: at, created_at: before, reason: 'it said so before' })
      .execute()
    bench.x.fate = () => refused('unauthorized')
    await bench.delivery.start()
    const [task = ''] = await sendOneByOne(['Lovely bread'])
    await bench.atRest()
    const advice = expect.stringContaining('Connect this account again')
    expect([await accounts(), (await bench.items(task))[0]?.next_step]).toEqual([
      [{ is_active: 0, inactive_reason: advice }],
      advice,
    ])
  })

  it('stop the accounts of the app without credits, and no others', async () => {
    await prepare(3)
    const [, , other] = bench.accounts
    await bench.db
      .updateTable('accounts')
      .set({ api_key: 'another app' })
      .where('id', '=', other?.id ?? 0)
      .execute()
    bench.x.fate = ({ userId }) => (userId === '3' ? { posts: true } : refused('creditsDepleted'))
    await bench.delivery.start()
    const task_id = await bench.sendBatch(3)
    await until(async () => (await states([task_id])).includes('completed'))
    expect((await bench.items(task_id)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['queued', 1],
      ['queued', 0],
      ['completed', 1],
    ])
  })

  it('distinguish apps by their keys even for older accounts', async () => {
    await prepare(2)
    await bench.db.updateTable('accounts').set({ api_key: 'another app' }).where('id', '=', 2).execute()
    await bench.delivery.start()
    const apps = await bench.db.selectFrom('accounts').select('x_app').orderBy('id').execute()
    expect(apps.map(({ x_app }) => x_app)).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ])
    expect(apps[0]).not.toEqual(apps[1])
  })

  it('deactivate nobody if X answers 401 to everybody for a moment', async () => {
    await prepare(5)
    bench.x.fate = ({ count }) => (count <= 5 ? refused('unauthorized') : { posts: true })
    await bench.delivery.start()
    const task_id = await bench.sendBatch(5)
    await until(async () => (await holds()).length === 5)
    expect(await states([task_id])).toEqual(Array.from({ length: 5 }, () => 'queued'))
    await bench.delivery.retryTask(bench.ownerId, task_id)
    await bench.atRest()
    expect(await states([task_id])).toEqual(Array.from({ length: 5 }, () => 'completed'))
    expect((await accounts()).every(({ is_active }) => is_active === 1)).toBe(true)
  })
})
