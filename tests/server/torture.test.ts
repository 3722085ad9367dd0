import { expect, it } from 'vitest'
import { runKills } from '../../torture/support/kills'

it('posts every reply once though the server is killed 25 times while X misbehaves', { timeout: 400_000 }, async () => {
  const { verdict, kills, interrupted } = await runKills({
    kills: 25,
    lagMs: 0,
    duplicateFilter: true,
    seed: 25,
    batchSize: 60,
  })
  expect(interrupted, 'requests that a kill caught under way').toBeGreaterThan(0)
  expect({ kills, ...verdict }).toEqual({
    kills: 25,
    items: verdict.items,
    posts: verdict.items,
    duplicates: 0,
    lost: 0,
    wronglyFailed: 0,
    open: 0,
    failed: 0,
    needsReview: 0,
    wrongCounters: 0,
  })
})
