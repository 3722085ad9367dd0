import configs from 'twitter-text/dist/configs.js'
import parseTweet from 'twitter-text/dist/parseTweet.js'
import { describe, expect, test } from 'vitest'
import { limit, overflowAt, weightedLength } from '../../src/schemas/weightedLength'
import conformance from '../support/fixtures/twitter-text-conformance.json'

const current = [
  ...conformance.WeightedTweetsWithDiscountedEmojiCounterTest,
  ...conformance.UnicodeDirectionalMarkerCounterTest,
]

describe("twitter-text's conformance cases, current configuration", () => {
  test.each(current)('$description', ({ text, expected }) => {
    expect(weightedLength(text)).toBe(expected.weightedLength)
    expect(overflowAt(text)).toBe(expected.weightedLength > limit ? expected.validRangeEnd + 1 : undefined)
    expect(parseTweet(text)).toEqual(expected)
  })
})

describe("twitter-text's conformance cases, configuration before emoji were discounted", () => {
  test.each(conformance.WeightedTweetsCounterTest)('$description', ({ text, expected }) => {
    expect(parseTweet(text, configs.version2)).toEqual(expected)
  })
})

test.each([
  ['', 0, undefined],
  ['a'.repeat(280), 280, undefined],
  ['a'.repeat(281), 281, 280],
  ['日'.repeat(141), 282, 140],
  [`${'a'.repeat(279)}👨‍👩‍👧‍👦`, 281, 279],
])('%# counts and marks the overflow', (text, length, overflow) => {
  expect(weightedLength(text)).toBe(length)
  expect(overflowAt(text)).toBe(overflow)
})
