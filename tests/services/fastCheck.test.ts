import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { account } from '../../src/schemas/accounts/accounts'
import { id, opaqueId, postId } from '../../src/schemas/base'
import { contract } from '../../src/schemas/contract'
import { fastCheck } from '../../src/services/api/fastCheck'

const ana = { id: 1, username: '@ana', group: null, is_active: true, created_at: '2026-03-01T08:00:00.000Z' }

describe('the quick check of an answer', () => {
  it('accepts a list of accounts as our server sends it', () => {
    const list = [
      ana,
      { ...ana, id: 2, group: 'Spring', inactive_reason: null },
      { ...ana, inactive_reason: 'No' },
      { ...ana, id: 'a'.repeat(64) },
    ]
    expect(fastCheck(contract.listAccounts.answer, list)).toBe(true)
    expect(fastCheck(contract.listAccounts.answer, [])).toBe(true)
  })

  it.each([
    ['a field of another type', { ...ana, is_active: 'yes' }],
    ['a field that is missing', { ...ana, group: undefined }],
    ['a text out of range', { ...ana, id: '' }],
    ['a number that is not whole', { ...ana, id: 1.5 }],
    ['a field that the schema strips', { ...ana, access_token: 'secret' }],
    ['another object', Object.assign(new Date(), ana)],
    ['no object', null],
  ])('leaves %s to the schema', (_, row) => {
    expect(fastCheck(contract.listAccounts.answer, [ana, row])).toBe(false)
  })

  it.each([
    ['text that is changed', z.string().check(z.trim()), 'a'],
    ['text with a pattern', postId, '12'],
    ['a default', z._default(z.string(), ''), 'a'],
    ['a conversion', z.pipe(z.string(), z.transform(Number)), '1'],
    ['an address', z.url(), 'https://x.com'],
    [
      'an object that an earlier option would strip',
      z.union([z.object({ a: z.string() }), z.object({ a: z.string(), b: z.string() })]),
      { a: '', b: '' },
    ],
    ['text that an earlier option would change', z.union([z.string().check(z.trim()), z.string()]), ' a'],
    ['text that an earlier option would convert', z.union([z.coerce.number(), z.string()]), '1'],
  ])('leaves %s to the schema', (_, schema, value) => {
    expect(fastCheck(schema, value)).toBe(false)
  })

  it('never accepts an answer that the schema would refuse or change', () => {
    const leaf = fc.oneof(
      fc.constantFrom(null, undefined, true, false, '', '@ana', '12', 0, 1, -1, 2.5, 2 ** 53, Number.NaN, Infinity),
      fc.string(),
      fc.integer(),
    )
    const fields = fc.record(
      {
        ...Object.fromEntries(Object.keys(account._zod.def.shape).map((name) => [name, leaf])),
        extra: leaf,
        toString: leaf,
      },
      { requiredKeys: [] },
    )
    const row = fc.oneof(
      fields,
      fields.map((some) => ({ ...ana, ...some })),
    )
    let passed = 0
    const schemas = [
      account,
      z.array(account),
      id,
      opaqueId,
      z.nullable(id),
      z.string(),
      z.array(z.boolean()),
      z.enum(['any', 'all']),
      z.literal([1, 'a']),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...schemas), fc.oneof(row, fc.array(row), leaf), (schema, value) => {
        if (!fastCheck(schema, value)) return
        passed += 1
        expect(z.safeParse(schema, value)).toEqual({ success: true, data: value })
      }),
      { numRuns: 6000 },
    )
    expect(passed).toBeGreaterThan(100)
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(contract)), fc.jsonValue(), ({ answer }, value) => {
        if (fastCheck(answer, value)) expect(z.safeParse(answer, value)).toEqual({ success: true, data: value })
      }),
      { numRuns: 2000 },
    )
  })
})
