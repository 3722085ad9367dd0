import { afterEach, describe, expect, it } from 'vitest'
import * as words from '../../../server/posting/words'
import { OverBudget } from '../../../server/x/ledger'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench } from '../../support/delivery'
import { lost } from '../../support/fakeX'
import { until } from '../../support/waiting'

describe.each(databasesHere())('a lost answer while X may show posts late, on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  /** The first account's only answer is lost; the other accounts post before and after it. */
  const prepare = async (accounts: number, proofMs: number, isOnX: boolean) => {
    bench = await createBench(kind, accounts, { proofMs, settleMs: 40 })
    bench.x.duplicateFilter = false
    let isLost = false
    bench.x.fate = ({ userId }) => {
      if (userId !== '1' || isLost) return { posts: true }
      isLost = true
      return lost(isOnX)
    }
    await bench.delivery.start()
  }
  const sendAs = async (account: number, text: string): Promise<string> => {
    const [reply_id = ''] = await bench.addReplies([text])
    const twitter_account_id = bench.accounts[account]?.id ?? 0
    return (await bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id })).task_id
  }
  const isState = async (task: string, state: string) => (await bench.only(task)).state === state
  const sendLost = async () => {
    const task = await sendAs(0, 'The answer to this reply is lost')
    await until(() => isState(task, 'unknown'))
    return task
  }
  const sendLater = async (account: number) => {
    const task = await sendAs(account, `A later reply of account ${account}`)
    await until(() => isState(task, 'completed'))
  }
  const result = async (task: string) => {
    await bench.atRest()
    const { state, attempts, error } = await bench.only(task)
    return [state, attempts, bench.x.posts.filter(({ sent }) => sent.startsWith('The answer')).length, error]
  }

  it('goes to a person if no account posted later: nothing proves that X shows new posts', async () => {
    await prepare(2, 300, false)
    await sendLater(1)
    expect(await result(await sendLost())).toEqual(['needs_review', 1, 0, words.notProven])
  })

  it('is sent again after X shows a later reply of another account', async () => {
    await prepare(2, 20_000, false)
    const task = await sendLost()
    await sendLater(1)
    expect(await result(task)).toEqual(['completed', 2, 1, null])
  })

  it('is not called absent while X does not show a later reply of another account either', async () => {
    await prepare(2, 300, true)
    bench.x.lagMs = Number.POSITIVE_INFINITY
    const task = await sendLost()
    await sendLater(1)
    expect(await result(task)).toEqual(['needs_review', 1, 1, words.notProven])
  })

  it('is found when X shows it at last, however late', async () => {
    await prepare(2, 20_000, true)
    bench.x.lagMs = Number.POSITIVE_INFINITY
    const task = await sendLost()
    await sendLater(1)
    await until(async () => {
      const { event } = await bench.db
        .selectFrom('item_events')
        .select(({ fn }) => fn.max('event').as('event'))
        .where('event', 'like', '%check.unproven%')
        .executeTakeFirstOrThrow()
      return event !== null
    })
    for (const post of bench.x.posts) post.visibleAt = 0
    expect(await result(task)).toEqual(['completed', 1, 1, null])
  })

  it('is looked for with further accounts if a later reply is missing or the budget is used up', async () => {
    await prepare(3, 20_000, false)
    const asked: unknown[] = []
    const { getUserPosts } = bench.x
    bench.x.getUserPosts = async (access, userId, since, least) => {
      if (userId === '1') return getUserPosts(access, userId, since)
      asked.push([userId, least])
      if (userId === '2') return { posts: [], isWhole: true }
      if (asked.filter((each) => String(each) === '3,5').length === 1) throw new OverBudget('it is used up', 5000)
      return getUserPosts(access, userId, since)
    }
    const task = await sendLost()
    await sendLater(1)
    await sendLater(2)
    expect(await result(task)).toEqual(['completed', 2, 1, null])
    expect([...new Set(asked.map(String))].toSorted()).toEqual(['2,5', '3,5'])
  })
})
