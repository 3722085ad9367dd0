import { describe, expect, it } from 'vitest'
import { budgetForm, dollars, microsOf, toBudgetForm } from '../../src/schemas/usage/money'

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
  ])('are read if %j is typed', (text, micros) => {
    expect(microsOf(text)).toBe(micros)
  })

  it.each(['', '$', '.5', '5.', '1.0000001', '1000000000', '1.x', '1,5', '-1', '5 $', 'a5', 'five'])(
    'are not %j',
    (text) => {
      expect(microsOf(text)).toBeUndefined()
    },
  )
})

describe('a typed daily budget', () => {
  const read = (daily: string, ceiling: number | null = 7_500_000) => {
    const { success, data, error } = budgetForm({ ceiling }).safeParse({ daily })
    return success ? data.daily : error.issues.map(({ message }) => message)
  }

  it.each<[string, number | null]>([
    ['', null],
    ['  ', null],
    ['0', 0],
    ['3', 3_000_000],
    [' $4.25 ', 4_250_000],
    ['0.000001', 1],
    ['7.50', 7_500_000],
  ])('"%s" is %s millionths of a dollar', (text, micros) => {
    expect(read(text)).toBe(micros)
  })

  it.each(['five', '5,00', '-1', '$', '1.1234567'])('"%s" is not an amount', (text) => {
    expect(read(text)).toEqual(['Enter dollars, such as 5.00, or leave the field empty for no budget'])
  })

  it("is at most the server's maximum", () => {
    expect(read('7.500001')).toEqual(['At most $7.50 a day'])
    expect(read('20000', null)).toEqual(['At most $10000.00 a day'])
  })

  it('starts with the set budget', () => {
    expect(toBudgetForm({ daily: 4_250_000, ceiling: 7_500_000 })).toEqual({ daily: '4.25' })
    expect(toBudgetForm({ daily: null, ceiling: 7_500_000 })).toEqual({ daily: '' })
  })
})
