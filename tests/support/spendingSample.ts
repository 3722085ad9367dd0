import type { Spending } from '../../src/schemas/usage/money'

export const sampleSpending: Spending = {
  prices: {
    post_create: 15_000,
    post_create_with_url: 200_000,
    post_create_summoned: 10_000,
    post_read: 5_000,
    owned_read: 1_000,
    user_read: 10_000,
    users_me: 0,
  },
  as_of: '2026-08-13',
  source: 'a price list',
  budget: { daily: null, ceiling: null },
  today: { day: '2026-11-23', charged: 0, open: 0, unpriced: 0 },
  days: [],
}
