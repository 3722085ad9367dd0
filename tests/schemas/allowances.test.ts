import { describe, expect, it } from 'vitest'
import {
  type Allowances,
  allowanceNames,
  allowanceOf,
  allowancesForm,
  toAllowancesForm,
} from '../../src/schemas/usage/allowances'

const typed = { model_calls: '5', tokens: '', sends: ' 40 ', stored_megabytes: '3' }

const problemsOf = (changes: Partial<typeof typed>) => {
  const { error } = allowancesForm.safeParse({ ...typed, ...changes })
  return error?.issues.map(({ path, message }) => [...path, message].join(': '))
}

describe('typed daily limits', () => {
  it("are whole numbers, megabytes for stored data, and empty for the server's default", () => {
    expect(allowancesForm.parse(typed)).toEqual({ model_calls: 5, tokens: null, sends: 40, stored_bytes: 3_000_000 })
  })

  it.each(['-1', '1.5', '12 a', '12a', 'a12'])('refuse %j', (tokens) => {
    expect(problemsOf({ tokens })).toContain('tokens: Enter a whole number, or leave the field empty')
  })

  it('have a maximum, with commas between thousands', () => {
    expect(problemsOf({ sends: '1000000000' })).toBeUndefined()
    for (const sends of ['9999999999999', '9'.repeat(40)])
      expect(problemsOf({ sends })?.join()).toMatch(/^sends: At most \d{1,3}(,\d{3})+$/)
  })

  it('have a maximum of a million million, for stored data in megabytes', () => {
    const none = [undefined, undefined, undefined]
    expect(['model_calls', 'tokens', 'sends'].map((name) => problemsOf({ [name]: '1000000000000' }))).toEqual(none)
    expect(['model_calls', 'tokens', 'sends'].map((name) => problemsOf({ [name]: '1000000000001' }))).toEqual(
      ['model_calls', 'tokens', 'sends'].map((name) => [`${name}: At most 1,000,000,000,000`]),
    )
    expect(problemsOf({ stored_megabytes: '1000000' })).toBeUndefined()
    expect(problemsOf({ stored_megabytes: '1000001' })).toEqual(['stored_megabytes: At most 1,000,000'])
  })

  it("use the server's default for stored data if the field is empty", () => {
    expect(allowancesForm.parse({ ...typed, stored_megabytes: ' ' }).stored_bytes).toBeNull()
    expect(allowancesForm.parse({ ...typed, stored_megabytes: '0' }).stored_bytes).toBe(0)
  })

  it("are shown as empty if the server's default applies", () => {
    const use = { used: 1, own: null, server: 7 }
    const uses = { model_calls: use, tokens: use, sends: use, stored_bytes: use }
    expect(toAllowancesForm({ resets_at: '2026-03-02T00:00:00.000Z', uses })).toEqual({
      model_calls: '',
      tokens: '',
      sends: '',
      stored_megabytes: '',
    })
  })

  it('are of four kinds', () => {
    expect(allowanceNames).toEqual(['model_calls', 'tokens', 'sends', 'stored_bytes'])
  })

  it('are shown as they were set', () => {
    const use = (own: number | null) => ({ used: 1, own, server: 7 })
    const allowances: Allowances = {
      resets_at: '2026-03-02T00:00:00.000Z',
      uses: { model_calls: use(5), tokens: use(null), sends: use(0), stored_bytes: use(2_500_000) },
    }
    expect(toAllowancesForm(allowances)).toEqual({ model_calls: '5', tokens: '', sends: '0', stored_megabytes: '3' })
  })
})

it.each([
  [{ own: 3, server: 5 }, 3],
  [{ own: 0, server: 5 }, 0],
  [{ own: null, server: 5 }, 5],
  [{ own: null, server: null }, null],
])('the limit of %j is %j', (use, limit) => {
  expect(allowanceOf(use)).toBe(limit)
})
