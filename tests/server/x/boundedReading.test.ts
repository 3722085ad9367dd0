import { afterEach, describe, expect, it } from 'vitest'
import { credentialsOf, userIdOf } from '../../../sandbox/accounts-data'
import type { Scene } from '../../../sandbox/x/scene'
import { startXStandIn, type XStandIn } from '../../../sandbox/x/standIn'
import { setBudget } from '../../../server/usage/budgets.store'
import { createLedger } from '../../../server/usage/charges.store'
import { readSpending } from '../../../server/usage/spending.store'
import { createXClient } from '../../../server/x/client'
import { OverBudget } from '../../../server/x/ledger'
import { xRateCard } from '../../../server/x/prices'
import type { Access, MentionsPage } from '../../../server/x/types'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench } from '../../support/delivery'

const name = 'crema_notes'

describe.each(databasesHere())('a budget limits what is read, on $name', (kind) => {
  let bench: Bench
  let standIn: XStandIn
  afterEach(async () => {
    await standIn.close()
    await bench.dispose()
  })

  const prepare = async (daily: number, planted: Record<string, Scene> = {}) => {
    standIn = await startXStandIn({ options: { planted, limits: { getPost: 1000, getMentions: 1000 } } })
    bench = await createBench(kind, 1)
    const { db, ownerId } = bench
    await db.transaction().execute((trx) => setBudget(trx, ownerId, daily))
    const payer = { ownerId, account: `@${name}`, app: 'its app' }
    const access: Access = { ...credentialsOf(name), payer }
    const servers = [1, 2].map(() => {
      const ledger = createLedger({ db, card: xRateCard })
      return createXClient({ baseUrl: standIn.baseUrl, timeoutMs: 20_000, ledger })
    })
    const spent = async () => {
      const { today } = await readSpending(db, ownerId, { card: xRateCard, ceiling: null }, new Date())
      return [today.charged, today.open, standIn.bill().total]
    }
    const [x] = servers
    if (x === undefined) throw new Error('no server')
    return { x, servers, access, spent }
  }

  const atOnce = async <T>(servers: readonly T[], ask: (server: T, number: number) => Promise<unknown>) => {
    const asked = Array.from({ length: 20 }, (_, number) => ask(servers[number % 2] as T, number))
    const results = await Promise.allSettled(asked)
    const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused.every((each) => each instanceof OverBudget)).toBe(true)
    return results.length - refused.length
  }

  const arrive = (count: number, authors: number) =>
    standIn.control({
      arrivals: Array.from({ length: count }, (_, number) => ({
        username: `fan_${number % authors}`,
        text: `@${name} number ${number}`,
      })),
    })

  const readAll = async ({ x, access }: Pick<Awaited<ReturnType<typeof prepare>>, 'x' | 'access'>) => {
    const pages: MentionsPage[] = []
    let untilId: string | undefined
    const since = new Date(Date.now() - 86_400_000)
    for (;;) {
      const page = await x.getMentions(access, userIdOf(name), { since, untilId }).catch((error: unknown) => {
        if (error instanceof OverBudget) return undefined
        throw error
      })
      if (page === undefined) return pages
      pages.push(page)
      untilId = page.oldestId
      if (!page.hasMore) return pages
    }
  }

  it.each([
    ['ten without their authors', 50_000, 300, [10], 50_000],
    ['eight with their authors, each of them new', 120_000, 300, [8], 120_000],
    ['none for less than five', 24_999, 300, [], 0],
    ['as many again as turned out cheaper, since their author came once', 150_000, 1, [10, 6, 12], 150_000],
  ])('of 300 mentions it buys %s', async (_, daily, authors, sizes, charged) => {
    const given = await prepare(daily)
    arrive(300, authors)
    const pages = await readAll(given)
    expect(pages.map(({ posts }) => posts.length)).toEqual(sizes)
    expect(await given.spent()).toEqual([charged, 0, charged])
  })

  it('of a repost of a deep reply with a quote it shows the parts that it can pay for, step by step', async () => {
    const planted = {
      '30': { username: 'ida', text: 'The beginning' },
      '31': { username: 'pia', text: 'In between', inReplyTo: '30' },
      '32': { username: 'max', text: 'Quoted' },
      '33': { username: 'eva', text: 'Deep down', inReplyTo: '31', quotes: '32' },
      '34': { username: 'rob', text: 'RT @eva: Deep down', reposts: '33' },
    }
    const { x, access, spent } = await prepare(15_000, planted)
    const post = await x.readPost('34', access)
    expect([post.id, post.text, post.context.reposted_by]).toEqual(['33', 'Deep down', 'rob'])
    expect(post.context.not_shown.filter((each) => each.includes('budget'))).toHaveLength(2)
    const [charged = 0, open, bill] = await spent()
    expect([charged <= 15_000, open, bill]).toEqual([true, 0, charged])
  })

  it('of posts it buys exactly as many as it can pay for, twenty at once through two servers', async () => {
    const { servers, access, spent } = await prepare(100_000)
    const read = await atOnce(servers, (x, number) =>
      x.readPost(String(1_790_000_000_000_000_000n + BigInt(number)), access),
    )
    const [charged = 0, open, bill] = await spent()
    expect([charged > 0, charged <= 100_000, open, bill]).toEqual([true, true, 0, charged])
    expect(read).toBeGreaterThan(1)
    expect(read).toBeLessThan(20)
  })

  it('of mentions too', async () => {
    const { servers, access, spent } = await prepare(200_000)
    arrive(300, 300)
    const since = new Date(Date.now() - 86_400_000)
    await atOnce(servers, (x) => x.getMentions(access, userIdOf(name), { since }))
    const [charged = 0, open, bill] = await spent()
    expect([charged > 0, charged <= 200_000, open, bill]).toEqual([true, true, 0, charged])
  })

  it('counts an interrupted reading until an equally large one is made', async () => {
    const { x, access, spent } = await prepare(120_000)
    arrive(300, 300)
    const since = new Date(Date.now() - 86_400_000)
    const ask = () => x.getMentions(access, userIdOf(name), { since })
    standIn.control({ rules: [{ times: 1, do: { accept: true, answer: 'drop' } }] })
    await expect(ask()).rejects.toThrow('X did not answer')
    expect(await spent()).toEqual([0, 120_000, 120_000])
    await expect(ask()).rejects.toThrow(OverBudget)
    await bench.db.transaction().execute((trx) => setBudget(trx, bench.ownerId, 225_000))
    await ask()
    expect(await spent()).toEqual([105_000, 120_000, 120_000])
    await bench.db.transaction().execute((trx) => setBudget(trx, bench.ownerId, 1_000_000))
    await ask()
    const [charged, open, bill] = await spent()
    expect([open, bill]).toEqual([0, charged])
  })
})
