import { describe, expect, it } from 'vitest'
import { links } from '../../src/schemas/composer/draftChecks/links'
import { markdown } from '../../src/schemas/composer/draftChecks/markdown'
import { numbering } from '../../src/schemas/composer/draftChecks/numbering'
import { quotation } from '../../src/schemas/composer/draftChecks/quotation'

describe('text that looks like a link', () => {
  it.each([
    ['Ask at example dot com today', 'contains what looks like a link: example dot com'],
    ['Fragen: beispiel PUNKT de!', 'contains what looks like a link: beispiel PUNKT de'],
    ['Ask at example [dot] museum', 'contains what looks like a link: example [dot] museum'],
    ['Write to me@example.com', 'contains what looks like a link: me@example.com'],
  ])('is named in %j', (text, reason) => {
    expect(links(text, undefined)).toBe(reason)
  })

  it.each(['The dot matrix', 'A red dotted com', 'dot', 'It ends with a dot', 'Polka dot dress', '@maker says so'])(
    'is not found in %j',
    (text) => {
      expect(links(text, undefined)).toBeUndefined()
    },
  )
})

describe.each([
  {
    fault: 'marking up',
    check: markdown,
    told: 'contains markup, which X shows as plain characters',
    seen: [
      ...['> quoted', 'Listen:\n> quoted', '__so__ true', '(__so__)', '**so** true', '# Title', '~~gone~~', '- a\n- b'],
      'So:\n | a | b | \nand on',
    ],
    unseen: [
      ...['>_< so true', 'a > b', 'snake__case', 'é__è', '5__6', '#hashtag', '- a', 'a * b * c'],
      ...['| a', 'a |', '||', '|'],
    ],
  },
  {
    fault: 'the beginning of an item of a list',
    check: numbering,
    told: 'begins like a list item',
    seen: ['1. Yes', '- Yes', '3、好', '(2) Yes', '#4 Yes', '② Yes', 'Reply 2: Yes', 'Antwort: Ja', 'b) Yes'],
    unseen: [
      'Yes. Reply: no',
      'My answer: yes',
      'Since 1. May',
      'Room (2) it is',
      'Rated #4 There',
      'So b) is it',
      'x ② y',
    ],
  },
  {
    fault: 'a text in quotation marks',
    check: quotation,
    told: 'is in quotation marks',
    seen: [
      ...['"So true"', '«C’est vrai»', '»So wahr«', '„So wahr“', '‘It’s so true’', "'So true'", "'It's a dog's life'"],
      ...['「本当」', '“So true”.', '`So true`'],
    ],
    unseen: ['So "true"', '"So" is "true"', '"a"b"', '«So« is »true»', '“a”b”', '"So true', '""', "'So' isn't 'true'"],
  },
])('$fault', ({ check, told, seen, unseen }) => {
  it.each(seen)('is found in %j', (text) => {
    expect(check(text, undefined)).toBe(told)
  })

  it.each(unseen)('is not found in %j', (text) => {
    expect(check(text, undefined)).toBeUndefined()
  })
})
