import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recycleKeys } from '../../src/views/agents/recycledKeys'

const keysOf = (pages: number[][]) => {
  let drawn: ReadonlyMap<number, number> = new Map()
  return pages.map((ids) => {
    drawn = recycleKeys(
      drawn,
      ids.map((id) => ({ id })),
    )
    return drawn
  })
}

describe('the keys of a page of rows', () => {
  it('are those of the rows before it, where none stays', () => {
    const [first, second] = keysOf([
      [7, 8, 9],
      [4, 5],
    ])
    expect([...(second?.values() ?? [])]).toEqual([...(first?.values() ?? [])].slice(0, 2))
  })

  it('stay with the rows that stay, wherever they go', () => {
    const [first, second] = keysOf([
      [7, 8, 9],
      [1, 9, 2, 7],
    ])
    expect(second?.get(7)).toBe(first?.get(7))
    expect(second?.get(9)).toBe(first?.get(9))
    expect(second?.get(1)).toBe(first?.get(8))
  })

  it('are never the same for two rows', () => {
    const page = fc.uniqueArray(fc.nat(30), { maxLength: 20 })
    fc.assert(
      fc.property(fc.array(page), (pages) => {
        for (const [at, keys] of keysOf(pages).entries()) {
          expect([...keys.keys()]).toEqual(pages[at])
          expect(new Set(keys.values()).size).toBe(keys.size)
        }
      }),
    )
  })
})
