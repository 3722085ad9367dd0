import { describe, expect, it } from 'vitest'
import { dollars, microsOf } from '../../src/schemas/money'

describe('dollars', () => {
  it.each([
    [0, '$0.00'],
    [1, '$0.000001'],
    [5_000, '$0.005'],
    [15_000, '$0.015'],
    [200_000, '$0.20'],
    [1_000_000, '$1.00'],
    [12_340_000, '$12.34'],
    [1_000_001, '$1.000001'],
    [1_234_567_890, '$1234.56789'],
  ])('of %i micro-dollars are written %s', (micros, text) => {
    expect([dollars(micros), microsOf(dollars(micros))]).toEqual([text, micros])
  })

  it.each([
    ['5', 5_000_000],
    [' $5.5 ', 5_500_000],
    ['999999999.999999', 999_999_999_999_999],
  ])('are read where %j is typed', (text, micros) => {
    expect(microsOf(text)).toBe(micros)
  })

  it.each(['', '$', '.5', '5.', '1.0000001', '1000000000', '1.x', '1,5', '-1', '5 $', 'a5', 'five'])(
    'are not %j',
    (text) => {
      expect(microsOf(text)).toBeUndefined()
    },
  )
})
