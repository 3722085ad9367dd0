import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../server/config'
import { readModelRateCard, tokenPriceOf } from '../../../server/models/prices'
import { priceOfTokens } from '../../../src/schemas/characters/models'
import { modelPrices } from '../../support/modelServer'

describe('a rate card of models', () => {
  it('knows a model by its provider and its name, or by its name, and no other model', () => {
    const read = readModelRateCard(JSON.stringify(modelPrices))
    expect([read.asOf, read.source]).toEqual(['2026-10-02', 'a contract'])
    const named = ['Here', 'There'].map((provider) => tokenPriceOf(read, provider, 'gpt-test'))
    expect(named).toEqual([
      { input: 3_000_000, output: 9_000_000 },
      { input: 2_000_000, output: 8_000_000 },
    ])
    expect(['gpt', 'constructor', '__proto__'].map((model) => tokenPriceOf(read, 'There', model))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(priceOfTokens(named[1], { input: 1_001, output: 1 })).toBe(2_010)
    expect(priceOfTokens({ input: 150_000, output: 0 }, { input: 1, output: 7 })).toBe(1)
    expect(priceOfTokens(undefined, { input: 1_001, output: 1 })).toBeNull()
  })

  it.each([
    ['{', 'MODEL_PRICES: must be JSON, or the name of a file'],
    [JSON.stringify({ ...modelPrices, as_of: 'lately' }), 'MODEL_PRICES: as_of: must be a date'],
    [
      JSON.stringify({ ...modelPrices, usd_per_million_tokens: { gpt: { input: '1' } } }),
      'MODEL_PRICES: usd_per_million_tokens.gpt.output: must be dollars',
    ],
    [
      JSON.stringify({ ...modelPrices, usd_per_million_tokens: { gpt: { input: 'free', output: '999999' } } }),
      'gpt.input: must be dollars, such as "0.15", with at most 6 decimals; usd_per_million_tokens.gpt.output: must be at most',
    ],
  ])('is refused with the wrong row: %s', (text, message) => {
    expect(() => readModelRateCard(text)).toThrow(message)
  })

  it('is set beside the ceiling in the environment', () => {
    expect(readConfig({ MODEL_DAILY_CEILING: '2.50' })).toMatchObject({ MODEL_DAILY_CEILING: 2_500_000 })
    expect(readConfig({})).toMatchObject({ MODEL_DAILY_CEILING: null, X_DAILY_CEILING: null })
    expect(() => readConfig({ MODEL_DAILY_CEILING: 'much' })).toThrow('MODEL_DAILY_CEILING: must be dollars')
  })
})
