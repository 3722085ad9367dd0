import { describe, expect, it } from 'vitest'
import { keepEqual } from '../../../src/machines/crud/keepEqual'

const entry = (change: object = {}) => ({ id: 1, error: null, attempts: [{ outcome: 'posted' }], ...change })

describe('keepEqual', () => {
  it('keeps the object of an entry that has not changed', () => {
    const [known, other] = [entry(), entry({ id: 2 })]
    const kept = keepEqual([known, other], [entry(), entry({ id: 2 })])
    expect([kept[0] === known, kept[1] === other]).toEqual([true, true])
  })

  it.each([
    ['a value', entry({ id: 2 })],
    ['a value for none', entry({ error: 'Refused' })],
    ['a value deep inside', entry({ attempts: [{ outcome: 'refused' }] })],
    ['one more inside', entry({ attempts: [{ outcome: 'posted' }, { outcome: 'posted' }] })],
    ['one less inside', entry({ attempts: [] })],
    ['one more', entry({ next_at: 'soon' })],
  ])('uses the new entry if it differs by %s', (_, changed) => {
    expect(keepEqual([entry()], [changed])[0]).toBe(changed)
    expect(keepEqual([changed], [entry()])).toEqual([entry()])
  })

  it('adds new entries, and removes missing ones', () => {
    const added = entry({ id: 2 })
    expect(keepEqual(undefined, [added])[0]).toBe(added)
    expect(keepEqual([entry()], [entry(), added])).toEqual([entry(), added])
    expect(keepEqual([entry(), added], [entry()])).toEqual([entry()])
  })
})
