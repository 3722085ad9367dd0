import { describe, expect, test } from 'vitest'
import { overflowAt, postLength, weightedLength } from '../../../src/schemas/composer/postText'

const family = '👨‍👩‍👧‍👦'

describe('the weighted length', () => {
  test.each<[string, string, number]>([
    ['nothing', '', 0],
    ['Latin letters, digits and punctuation at 1', 'Free coffee until 12:00!', 24],
    ['line breaks at 1', 'one\ntwo', 7],
    ['accented Latin composed at 1', 'café', 4],
    ['accented Latin decomposed as composed', 'cafe\u0301', 4],
    ['Cyrillic, Greek, Hebrew and Arabic at 1', 'Приветγειάשלוםمرحبا', 19],
    ['Chinese, Japanese and Korean at 2', '日本コーヒー한국', 16],
    ['dashes, quotation marks and thin spaces at 1', '“a”—b\u2009c', 7],
    ['the ellipsis and the euro sign at 2', '…€', 4],
    ['an emoji at 2', '☕️', 2],
    ['an emoji outside the basic plane at 2', '🎉', 2],
    ['an emoji with a skin tone at 2', '👍🏽', 2],
    ['a family of four joined emoji at 2', family, 2],
    ['a flag at 2', '🇨🇭', 2],
    ['a keycap at 2', '1️⃣', 2],
    ['an unpaired joiner apart from an emoji', 'a\u200Db', 3],
    ['a short link at 23', 'http://t.co', 23],
    ['a long link at 23', `https://example.com/${'a'.repeat(200)}`, 23],
    ['a link without a scheme at 23', 'see example.com now', 31],
    ['two links at 23 each', 'https://a.com https://b.com', 47],
    ['a link between Japanese letters', '日https://example.com本', 27],
    ['no link in an address of a mail', 'a@example.com', 13],
    ['no link with an unknown top level', 'file.notatld', 12],
    ['mentions and hashtags as text', '@kioskandco #coffee', 19],
    ['a directional mark at 2', 'a\u200Fb', 4],
  ])('counts %s', (_, text, length) => {
    expect(weightedLength(text)).toBe(length)
  })
})

describe('the overflow', () => {
  test.each<[string, string, number | undefined]>([
    ['is nowhere in an empty text', '', undefined],
    ['is nowhere at the limit', 'a'.repeat(postLength), undefined],
    ['begins at the first letter past the limit', 'a'.repeat(postLength + 1), postLength],
    ['begins at half the limit where letters count 2', '日'.repeat(141), 140],
    ['begins before an emoji that straddles the limit', `${'a'.repeat(279)}${family}`, 279],
    ['is nowhere where a long link counts 23', `https://example.com/${'a'.repeat(300)}`, undefined],
    ['begins after a link that counts 23', `https://example.com/${'a'.repeat(100)} ${'b'.repeat(257)}`, 377],
  ])('%s', (_, text, index) => {
    expect(overflowAt(text)).toBe(index)
  })
})
