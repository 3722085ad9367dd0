import { afterEach, describe, expect, it } from 'vitest'
import { learnLag, readSettles } from '../../../server/posting/worker/settle'
import { databasesHere, type TestDatabase } from '../../support/databases'

describe.each(databasesHere())('the time within which X shows a post, on $name', (kind) => {
  let database: TestDatabase
  afterEach(() => database.remove())

  const settles = async (...lags: [accountId: number, ms: number][]) => {
    database = await kind.create()
    for (const [accountId, ms] of lags) await learnLag(database.db, accountId, ms, 1000)
    const { common, of } = await readSettles(database.db, 1000)
    return [common, of(1), of(2), of(3)]
  }

  it('is as configured', async () => {
    expect(await settles()).toEqual([1000, 1000, 1000, 1000])
  })
  it('grows only for the account that lags', async () => {
    expect(await settles([1, 40_000])).toEqual([1000, 60_000, 1000, 1000])
  })
  it('grows for all accounts when two accounts lag, by the smaller delay', async () => {
    expect(await settles([1, 40_000], [2, 6000])).toEqual([9000, 60_000, 9000, 9000])
  })
  it('never shrinks, and never exceeds an hour', async () => {
    expect(await settles([1, 40_000], [1, 2000], [3, 9_000_000])).toEqual([60_000, 60_000, 60_000, 3_600_000])
  })
})
