import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountScope, appScope, budgetScope, doubtScope, pausedScope, restScope } from '../../../server/db/holdScopes'
import type { Row } from '../../../server/db/schema'
import { waitsOf } from '../../../server/posting/protocol/waits'
import { claimNext } from '../../../server/posting/worker/claim'
import { waitReasons } from '../../../src/schemas/history/tasks'
import { databasesHere } from '../../support/databases'
import { createBench } from '../../support/delivery'

const now = '2026-06-01T12:00:00.000Z'
const at = (seconds: number) => new Date(Date.parse(now) + seconds * 1000).toISOString()
/** Just over, this very moment, just ahead. */
const seconds = fc.constantFrom(-1, 0, 1, 2)

const holds = {
  budget: budgetScope,
  app_paused: () => pausedScope('app'),
  app_limit: () => appScope('app'),
  account_limit: (_: number, accountId: number) => accountScope(accountId),
  account_rest: (_: number, accountId: number) => restScope(accountId),
  account_doubt: (_: number, accountId: number) => doubtScope(accountId),
}

type Situation = typeof situations extends fc.Arbitrary<infer T> ? T : never

const holdNames = Object.keys(holds) as (keyof typeof holds)[]

const due = { isActive: true, held: [], earlier: null, isOther: false, attempts: 0, seconds: -1 } as const

const situations = fc.record({
  isActive: fc.boolean(),
  held: fc.uniqueArray(fc.record({ by: fc.constantFrom(...holdNames), seconds }), {
    selector: ({ by }) => by,
    maxLength: 2,
  }),
  earlier: fc.option(fc.constantFrom('posting', 'unknown', 'completed', 'needs_review', 'failed')),
  isOther: fc.boolean(),
  attempts: fc.constantFrom(0, 2),
  seconds,
})

describe.each(databasesHere())('why a queued reply waits on $name', (kind) => {
  it('is a reason that prevents its claim, and a reply that waits only for others is claimed', async () => {
    const bench = await createBench(kind, 3)
    const { db, ownerId, accounts, sendBatch, items } = bench
    const met = new Set<string>()
    const taskId = await sendBatch(3)
    const [item, earlier, other] = await items(taskId)
    const account = accounts.find(({ id }) => id === item?.account_id)
    const stranger = accounts.find(({ id }) => id !== item?.account_id)
    if (!item || !account || !stranger || !earlier || !other) throw new Error('The sample is incomplete')
    await db.updateTable('accounts').set({ x_app: 'app' }).execute()
    const set = (id: number, change: Partial<Row<'task_items'>>) =>
      db.updateTable('task_items').set(change).where('id', '=', id).execute()

    await fc.assert(
      fc.asyncProperty(situations, async (given) => {
        await db.deleteFrom('holds').execute()
        for (const { id } of [earlier, other]) await set(id, { state: 'completed' })
        await set(item.id, {
          state: 'queued',
          attempts: given.attempts,
          next_at: at(given.seconds),
          created_at: at(-10),
          lease_until: null,
        })
        const isActive = given.isActive ? 1 : 0
        await db.updateTable('accounts').set({ is_active: isActive }).where('id', '=', account.id).execute()
        for (const held of given.held) {
          const scope = holds[held.by](ownerId, account.id)
          await db
            .insertInto('holds')
            .values({ scope, until: at(held.seconds), reason: held.by, created_at: now })
            .execute()
        }
        if (given.earlier) {
          const account_id = given.isOther ? stranger.id : account.id
          await set(earlier.id, { state: given.earlier, account_id, next_at: at(90) })
        }
        const wait = (await waitsOf(db, await items(taskId), () => undefined, now)).get(item.id)
        const claimed = await claimNext({ db, clock: () => new Date(now) }, { epoch: 'e', until: at(60) })
        met.add(wait?.reason ?? 'none')
        expect([wait?.reason, claimed !== undefined]).toEqual([wait?.reason, wait?.reason === 'turn'])
        const longest = Math.max(...given.held.map((held) => held.seconds))
        const held = given.held.find(({ by }) => by === wait?.reason)
        if (wait?.reason === 'earlier_reply') {
          expect([given.isOther, wait.until]).toEqual([false, given.earlier === 'unknown' ? at(90) : null])
        } else if (held) {
          expect(held.seconds).toBe(longest)
          expect([wait?.why, wait?.until]).toEqual([held.by, at(Math.max(longest, given.seconds))])
        } else if (wait?.reason !== 'account_inactive') {
          expect(wait?.until).toBe(given.seconds > 0 ? at(given.seconds) : null)
        }
      }),
      {
        numRuns: 150,
        examples: [
          [due],
          [{ ...due, seconds: 1 }],
          [{ ...due, seconds: 1, attempts: 2 }],
          [{ ...due, earlier: 'unknown' }],
          [{ ...due, isActive: false }],
          [{ ...due, seconds: 2, held: [{ by: 'budget', seconds: 1 }] }],
          [
            {
              ...due,
              held: [
                { by: 'app_limit', seconds: 1 },
                { by: 'budget', seconds: 2 },
              ],
            },
          ],
          ...holdNames.map((by): [Situation] => [{ ...due, held: [{ by, seconds: 1 }] }]),
        ],
      },
    )
    expect([...met].toSorted()).toEqual([...waitReasons].toSorted())
    await bench.dispose()
  })

  it('is a retry after an attempt or a resend, and does not repeat the reason of a paused task', async () => {
    const bench = await createBench(kind, 3)
    const { db, ownerId, sendBatch, items } = bench
    const taskId = await sendBatch(3)
    const [first, second, third] = await items(taskId)
    const tried = [
      { attempts: 0, resends: 0 },
      { attempts: 0, resends: 1 },
      { attempts: 1, resends: 0 },
    ]
    for (const [index, item] of [first, second, third].entries()) {
      const change = { ...tried[index], state: 'queued', next_at: at(5) } as const
      await db
        .updateTable('task_items')
        .set(change)
        .where('id', '=', item?.id ?? 0)
        .execute()
    }
    const waits = async (scope?: string) => {
      const pause = scope ? { by: 'budget' as const, scope, until: at(9), why: 'Used up.' } : undefined
      return [...(await waitsOf(db, await items(taskId), () => pause, now)).values()]
    }
    expect((await waits()).map(({ reason }) => reason)).toEqual(['undo', 'retry', 'retry'])
    const scope = budgetScope(ownerId)
    await db
      .insertInto('holds')
      .values({ scope, until: at(9), reason: 'Used up.', created_at: now })
      .execute()
    expect((await waits('app:other')).map(({ why }) => why)).toEqual(Array(3).fill('Used up.'))
    expect((await waits(scope)).map(({ reason, why }) => [reason, why])).toEqual(Array(3).fill(['budget', null]))
    await bench.dispose()
  })
})
