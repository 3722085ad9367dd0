import { z } from 'zod'
import type { TokenPrice } from '../../src/schemas/characters/models'
import { jsonSetting } from '../jsonSetting'
import { dollarAmount } from '../usage/rateCards'

export interface ModelRateCard {
  /** ISO 8601 date; null without a configured card. */
  asOf: string | null
  source: string | null
  /** By `provider/model` or by model. Other models have an unknown price. */
  prices: ReadonlyMap<string, TokenPrice>
}

/** No provider's protocol contains prices, and a price from memory would be a guess. */
export const unknownPrices: ModelRateCard = { asOf: null, source: null, prices: new Map() }

export const tokenPriceOf = ({ prices }: ModelRateCard, provider: string, model: string): TokenPrice | undefined =>
  prices.get(`${provider}/${model}`) ?? prices.get(model)

const perMillion = dollarAmount('"0.15"').refine((amount) => amount <= 100_000_000_000, 'must be at most "100000"')

const card = z.strictObject({
  as_of: z.iso.date('must be a date, such as "2026-08-13"'),
  source: z.string().min(1).max(200),
  usd_per_million_tokens: z.record(
    z.string().min(1).max(300),
    z.strictObject({ input: perMillion, output: perMillion }),
  ),
})

/**
 * Reads a rate card: JSON or the name of a file with JSON, such as `{ "as_of": "2026-11-01", "source": "...",
 * "usd_per_million_tokens": { "gpt-4o-mini": { "input": "0.15", "output": "0.60" } } }`.
 *
 * @throws Error that names every wrong row.
 */
export const readModelRateCard = (value: string): ModelRateCard => {
  const { as_of, source, usd_per_million_tokens } = jsonSetting('MODEL_PRICES', value, card)
  return { asOf: as_of, source, prices: new Map(Object.entries(usd_per_million_tokens)) }
}
