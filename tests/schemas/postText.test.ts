import { describe, expect, it } from 'vitest'
import { overflowAt, postLength } from '../../src/schemas/composer/postText'

describe('a text stops fitting', () => {
  it.each([
    ['nowhere where it is as long as X takes', 'a'.repeat(postLength), undefined],
    ['at the first character beyond that', 'a'.repeat(postLength + 3), postLength],
    ['after half as many where each counts two', '漢'.repeat(postLength / 2 + 1), postLength / 2],
  ])('%s', (_, text, at) => {
    expect(overflowAt(text)).toBe(at)
  })
})
