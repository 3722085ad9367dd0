import { describe, expect, it } from 'vitest'
import { limit, overflowAt } from '../../src/schemas/postText'

describe('a text stops fitting', () => {
  it.each([
    ['nowhere where it is as long as X takes', 'a'.repeat(limit), undefined],
    ['at the first character beyond that', 'a'.repeat(limit + 3), limit],
    ['after half as many where each counts two', '漢'.repeat(limit / 2 + 1), limit / 2],
  ])('%s', (_, text, at) => {
    expect(overflowAt(text)).toBe(at)
  })
})
