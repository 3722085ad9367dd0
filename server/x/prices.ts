import { z } from 'zod'
import { type Prices, priceNames } from '../../src/schemas/money'
import { jsonSetting } from '../jsonSetting'
import { dollarAmount } from '../usage/rateCards'

export interface RateCard {
  /** ISO 8601 date. */
  asOf: string
  source: string
  prices: Prices
}

/**
 * X's pay-per-use prices. `owned_read`: a post of its own, or one that mentions it, read by the account that owns the app,
 * which `X_APP_OWNERS` tells. Whether X charges for the posts and people that come beside what was asked for is not known:
 * they are counted. `users_me` is free by word of X's staff (2026-09-25).
 */
export const xRateCard: RateCard = {
  asOf: '2026-08-13',
  source: "X's documentation, x-api/getting-started/pricing",
  prices: {
    post_create: 15_000,
    post_create_with_url: 200_000,
    post_create_summoned: 10_000,
    post_read: 5_000,
    owned_read: 1_000,
    user_read: 10_000,
    users_me: 0,
  },
}

const card = z.strictObject({
  as_of: z.iso.date('must be a date, such as "2026-08-13"'),
  source: z.string().min(1).max(200),
  usd: z.partialRecord(z.enum(priceNames), dollarAmount('"0.015"')),
})

/**
 * A rate card from JSON, or from a file with it: `{ "as_of": "2026-08-13", "source": "...", "usd": { "post_create":
 * "0.015" } }`. A row that is left out is a price that nobody knows.
 *
 * @throws Error that names every row with something wrong.
 */
export const readRateCard = (value: string): RateCard => {
  const { as_of, source, usd } = jsonSetting('X_PRICES', value, card)
  const rows = priceNames.map((name) => [name, usd[name] ?? null] as const)
  return { asOf: as_of, source, prices: Object.fromEntries(rows) as Prices }
}
