import { expect, it } from 'vitest'
import { runKills } from '../../../torture/support/kills'
import { atDepth } from '../../support/depth'

const { kills, batchSize } = atDepth({ kills: 6, batchSize: 36 }, { kills: 25, batchSize: 120 })

it(`posts every reply once, and knows to the cent what it cost, though the server is killed ${kills} times while X misbehaves`, {
  timeout: atDepth(400_000, 800_000),
}, async () => {
  const outcome = await runKills({ kills, lagMs: 0, duplicateFilter: true, seed: 25, batchSize, atEveryPrice: true })
  expect(outcome.interrupted, 'requests that a kill caught under way').toBeGreaterThan(0)
  expect(outcome.trail, 'the audit trail after the kills').toMatchObject({ chains: 1, broken: [] })
  const { bill } = outcome.money
  expect(bill).toBeGreaterThan(0)
  expect(outcome.money, 'what the ledger says, beside what X charges').toEqual({
    charged: bill,
    open: 0,
    unpriced: 0,
    bill,
  })
  expect({ kills: outcome.kills, ...outcome.verdict }).toEqual({
    kills,
    items: outcome.verdict.items,
    posts: outcome.verdict.items,
    duplicates: 0,
    lost: 0,
    wronglyFailed: 0,
    open: 0,
    failed: 0,
    needsReview: 0,
    wrongCounters: 0,
  })
})
