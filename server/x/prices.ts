import { z } from 'zod'
import { type Prices, priceNames } from '../../src/schemas/usage/money'
import { jsonSetting } from '../jsonSetting'
import { dollarAmount } from '../usage/rateCards'

export interface RateCard {
  /** ISO 8601 date. */
  asOf: string
  source: string
  prices: Prices
}

/**
 * X's pay-per-use prices. `owned_read`: the account that owns the app (`X_APP_OWNERS`) reads a post of its own or one
 * that mentions it. It is unknown whether X charges for related posts and people, so they are counted. X's staff said
 * that `users_me` is free (2026-09-25).
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
 * Reads a rate card: JSON or the name of a file with JSON, such as `{ "as_of": "2026-08-13", "source": "...", "usd": {
 * "post_create": "0.015" } }`. The price of a missing row is unknown.
 *
 * @throws Error that names every wrong row.
 */
export const readRateCard = (value: string): RateCard => {
  const { as_of, source, usd } = jsonSetting('X_PRICES', value, card)
  const rows = priceNames.map((name) => [name, usd[name] ?? null] as const)
  return { asOf: as_of, source, prices: Object.fromEntries(rows) as Prices }
}
