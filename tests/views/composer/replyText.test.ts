import { describe, expect, it } from 'vitest'
import { cautionsOf, repeatWarning, warningsOf } from '../../../src/views/composer/replyText'

describe('cautionsOf', () => {
  it('is empty for plain words, and for the author of the post', () => {
    expect(cautionsOf('Well said, @Maker. Mail me: a@b or 3.14', '@maker')).toEqual([])
  })

  it('names every link that X would create, with or without a protocol', () => {
    expect(cautionsOf('See https://example.org/a?b=1 and example.com, example.com', 'maker')).toEqual([
      'contains links: https://example.org/a?b=1, example.com',
    ])
  })

  it('treats text with a protocol as a link, whatever its domain', () => {
    expect(cautionsOf('See https://brand.newtld/x and HTTP://10.0.0.1', 'maker')).toEqual([
      'contains links: https://brand.newtld/x, HTTP://10.0.0.1',
    ])
  })

  it('names everybody else who would be notified', () => {
    expect(cautionsOf('@maker @one and @two', 'maker')).toEqual(['mentions @one, @two, who did not write the post'])
  })

  it('treats nobody as the author while the author is not known', () => {
    expect(cautionsOf('@maker hello', undefined)).toEqual(['mentions @maker, who did not write the post'])
  })
})

describe('cautionsOf text that is not plain', () => {
  it.each([
    ['Great #coffee and #tea', 'contains hashtags: #coffee, #tea'],
    ['Great $COFFEE', 'contains a cashtag: $COFFEE'],
    ['Great **coffee**', 'contains markup, which X shows as plain characters'],
    ['1. Great coffee', 'begins like a list item'],
    ['- Great coffee', 'begins like a list item'],
    ['“Great coffee”', 'is in quotation marks'],
  ])('%s', (text, caution) => {
    expect(cautionsOf(text, 'maker')).toEqual([caution])
  })

  it('is empty for numbers and quotations inside', () => {
    expect(cautionsOf('3 cups of “coffee”, that is #1', 'maker')).toEqual([])
  })
})

describe("cautionsOf a character's prompt", () => {
  it('is between the contacts and the form', () => {
    const findLeaks = (text: string) => (text.includes('secret') ? ['repeats the secret'] : [])
    expect(cautionsOf('- a secret for @else', 'maker', findLeaks)).toEqual([
      'mentions @else, who did not write the post',
      'repeats the secret',
      'begins like a list item',
    ])
    expect(warningsOf(['fine', 'a secret', '- another secret'], 'maker', findLeaks)).toEqual([
      'Replies 2 and 3 repeat text from a character’s prompt.',
      'Reply 3 is not plain text (hashtag, list, markup or quotation marks).',
    ])
  })
})

describe('warningsOf', () => {
  it('counts as X does', () => {
    const link = `https://example.org/${'a'.repeat(90)}`
    expect(warningsOf(['日'.repeat(140), '月'.repeat(141), `${'a'.repeat(256)} ${link}`], 'maker')).toEqual([
      'Reply 2 has more than 280 characters. X may reject it from standard accounts.',
      'Reply 3 contains a link or mentions somebody else.',
    ])
  })

  it('names the replies that the server would refuse to send together', () => {
    expect(warningsOf(['Well said!', 'Another thought', '@maker well said', 'another THOUGHT?'], 'maker')).toEqual([
      'Replies 1 and 3 are nearly the same, which X forbids. Rewrite all but one.',
      'Replies 2 and 4 are nearly the same, which X forbids. Rewrite all but one.',
    ])
  })

  it('stays short enough to keep the replies visible, however many are alike or too long', () => {
    const words = ['coffee', 'harbour', 'lantern', 'meadow', 'quartz']
    const alike = Array.from({ length: 60 }, (_, index) => words[index % 5]?.repeat(5) ?? '')
    expect(warningsOf(alike, 'maker')).toEqual([
      'Replies 1, 6, 11, 16, 21, 26, 31, 36 and 4 more are nearly the same, which X forbids. Rewrite all but one.',
      'Replies 2, 7, 12, 17, 22, 27, 32, 37 and 4 more are nearly the same, which X forbids. Rewrite all but one.',
      '36 more replies are nearly the same as others. Rewrite the ones above first.',
    ])
    const long = Array.from({ length: 9 }, (_, index) => String.fromCodePoint(97 + index).repeat(281))
    expect(warningsOf(long, 'maker')).toEqual([
      'Replies 1, 2, 3, 4, 5, 6, 7, 8 and 9 have more than 280 characters. X may reject them from standard accounts.',
    ])
  })

  it('describes the fault of one reply, or of several, with the correct plural', () => {
    const findLeaks = (text: string) => (text.includes('secret') ? ['repeats the secret'] : [])
    const [first, second] = ['#one secret of @alpha', 'Second #two secret, says @beta elsewhere'] as const
    expect(warningsOf([first], 'maker', findLeaks)).toEqual([
      'Reply 1 contains a link or mentions somebody else.',
      'Reply 1 repeats text from a character’s prompt.',
      'Reply 1 is not plain text (hashtag, list, markup or quotation marks).',
    ])
    expect(warningsOf([first, second], 'maker', findLeaks)).toEqual([
      'Replies 1 and 2 contain a link or mention somebody else.',
      'Replies 1 and 2 repeat text from a character’s prompt.',
      'Replies 1 and 2 are not plain text (hashtag, list, markup or quotation marks).',
    ])
  })

  it('joins the numbers of several replies', () => {
    const long = (letter: string) => letter.repeat(281)
    expect(warningsOf([long('a'), long('b'), 'fine', `${long('c')} @else`], 'maker')).toEqual([
      'Replies 1, 2 and 4 have more than 280 characters. X may reject them from standard accounts.',
      'Reply 4 contains a link or mentions somebody else.',
    ])
  })
})

it('names the replies that repeat a post of their account', () => {
  const at = '2026-11-25T12:59:00.000Z'
  expect(
    [
      [undefined, undefined],
      [undefined, at, undefined],
      [at, undefined, at],
    ].map(repeatWarning),
  ).toEqual([
    [],
    ['Reply 2 repeats a post of its account from the last 24 hours. X rejects repeats.'],
    ['Replies 1 and 3 repeat posts of their accounts from the last 24 hours. X rejects repeats.'],
  ])
})
