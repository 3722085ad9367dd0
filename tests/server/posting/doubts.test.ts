import { afterEach, describe, expect, it } from 'vitest'
import { isRefusedAgain } from '../../../server/posting/worker/doubts'
import { hold } from '../../../server/posting/worker/holds'
import { databasesHere, type TestDatabase } from '../../support/databases'

const now = new Date('2026-11-22T12:00:00.000Z')
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()

describe.each(databasesHere())('a 401 on $name', (kind) => {
  let database: TestDatabase
  afterEach(() => database.remove())

  /** For each account: the time of the next question to X, in seconds after its last 401. */
  const judge = async (doubts: Record<number, [askedAgainAt: number, waited: number]>) => {
    database = await kind.create()
    for (const [account, [until, waited]] of Object.entries(doubts)) {
      const hold = {
        scope: `doubt:${account}`,
        until: inSeconds(until),
        created_at: inSeconds(until - waited),
        reason: 'r',
      }
      await database.db.insertInto('holds').values(hold).execute()
    }
    return database.db.transaction().execute((trx) => isRefusedAgain(trx, 1, now))
  }

  const cases: [what: string, doubts: Parameters<typeof judge>[0], refused: boolean][] = [
    ['is doubted the first time', {}, false],
    ['counts the second time', { 1: [-2, 10] }, true],
    ['is doubted anew long after the last', { 1: [-7200, 10] }, false],
    ['counts beside one other account', { 1: [-2, 10], 2: [5, 10] }, true],
    ['is X’s own fault beside two other accounts', { 1: [-2, 10], 2: [5, 10], 3: [-1, 10] }, false],
    ['counts beside others whose doubt is over', { 1: [-2, 10], 2: [-61, 10], 3: [-90, 10] }, true],
    ['counts in the end, whatever X says of others', { 1: [-2, 640], 2: [5, 640], 3: [-1, 640] }, true],
  ]

  it.each(cases)('%s', async (_what, doubts, refused) => {
    expect(await judge(doubts)).toBe(refused)
  })
})

describe.each(databasesHere())('a hold on $name', (kind) => {
  let database: TestDatabase
  afterEach(() => database.remove())

  it('is replaced only by a hold that ends later', async () => {
    database = await kind.create()
    const held = async (seconds: number, reason: string) => {
      const { db } = database
      await db.transaction().execute((trx) => hold(trx, 'account:7', inSeconds(seconds), reason, inSeconds(0)))
      return db.selectFrom('holds').select(['until', 'reason']).execute()
    }
    await held(60, 'first')
    expect(await held(59, 'earlier')).toEqual([{ until: inSeconds(60), reason: 'first' }])
    expect(await held(60, 'as late')).toEqual([{ until: inSeconds(60), reason: 'first' }])
    expect(await held(61, 'later')).toEqual([{ until: inSeconds(61), reason: 'later' }])
  })
})
