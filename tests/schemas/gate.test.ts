import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountBody, credentialNames } from '../../src/schemas/accounts/accounts'
import { codeText } from '../../src/schemas/gate/codes'
import { handleText } from '../../src/schemas/gate/handles'
import { keysIn } from '../../src/schemas/gate/keyBlock'
import { keyLabels, keyText } from '../../src/schemas/gate/keys'
import { linkText, postLinksIn } from '../../src/schemas/gate/links'
import { opaqueText } from '../../src/schemas/gate/passwords'
import { anyText } from '../support/outsideText'

const given = {
  username: '@maker',
  client_id: 'QUdFTUI6:1:ci',
  client_secret: '_c-Secret_',
  api_key: 'GoodKey',
  api_secret: 'GoodSecret',
  access_token: '12-GoodToken',
  access_token_secret: 'TokenSecret',
  group: '',
}
const outcome = (name: string, value: string) => {
  const { data, error } = accountBody.safeParse({ ...given, [name]: value })
  return data?.[name as keyof typeof given] ?? error?.issues.map(({ message }) => message).join('; ')
}

describe('a key', () => {
  it.each([
    'GoodKey\u200b',
    '\ufeffGoodKey',
    'Good\u00adKey',
    '\u200fGood\u2066Key\u2069',
    ' GoodKey\r\n',
    '\u00a0GoodKey\u3000',
    '"GoodKey"',
    "'GoodKey',",
    '“GoodKey”',
    '„GoodKey“',
    '«GoodKey»',
    '「GoodKey」',
    '`GoodKey`',
    '"GoodKey',
    '<GoodKey>',
    'ＧｏｏｄＫｅｙ',
    'API Key = “GoodKey”',
    'api_key: GoodKey',
    'API Key\nGoodKey',
    'API Key：GoodKey',
    'API Key – GoodKey',
    'export X_API_KEY="GoodKey"',
    '$env:API_KEY = "GoodKey"',
    'MY_APP_API_KEY=GoodKey',
    'key=GoodKey',
    '**API Key:** `GoodKey`',
    '- API Key: GoodKey',
    '| API Key | GoodKey |',
    '{"api_key": "GoodKey"}',
  ])('is extracted from %j', (text) => {
    expect(outcome('api_key', text)).toBe('GoodKey')
  })

  it.each([
    ['Good Key', 'API Key contains a blank after character 4'],
    ['Good\u00a0Key', 'API Key contains a blank after character 4'],
    ['GoodKeyIsCut\nHere', 'API Key contains a line break after character 12'],
    ['Good\u2028Key', 'API Key contains a line break after character 4'],
    ['Good\tKey', 'API Key contains a tab after character 4'],
    ['Good"Key', 'API Key contains a quotation mark after character 4'],
    ['Good\0Key', 'API Key contains the character U+0000 after character 4'],
    ['Goоd', 'API Key contains the character “о” (U+043E) after character 2'],
    ['😀GoodKey', 'API Key begins with the character “😀” (U+1F600)'],
    ['GoodKey…', 'API Key contains the character “…” (U+2026) after character 7'],
    ['Access Token: GoodKey', 'API Key contains the name of another field'],
    ['api_key=GoodKey;api_secret=b', 'API Key contains the name of another field'],
    ['“”', 'API Key is required'],
    ['x'.repeat(4097), 'At most 4096 characters'],
  ])('is refused in %j', (text, message) => {
    expect(outcome('api_key', text)).toBe(message)
  })
})

describe('a handle', () => {
  it.each([
    ['maker', 'maker'],
    ['@maker', '@maker'],
    [' @Maker\u200b ', '@Maker'],
    ['＠maker', '@maker'],
    ['“@maker”', '@maker'],
    ['https://x.com/maker', '@maker'],
    ['http://twitter.com/maker/status/1', '@maker'],
    ['mobile.twitter.com/maker?s=20', '@maker'],
    ['@mak er', 'A username on X has letters (a to z), digits and underscores only, 20 at most'],
    ['mаker', 'A username on X has letters (a to z), digits and underscores only, 20 at most'],
    ['https://x.com/i/status/1', 'A username on X has letters (a to z), digits and underscores only, 20 at most'],
    ['https://evil.com/maker', 'A username on X has letters (a to z), digits and underscores only, 20 at most'],
    ['a'.repeat(21), 'A username on X has letters (a to z), digits and underscores only, 20 at most'],
    [' \u200b', 'Username is required'],
  ])('%j is %s', (text, expected) => {
    expect(outcome('username', text)).toBe(expected)
  })
})

it.each([
  ['123 456', '123456'],
  ['１２３４５６', '123456'],
  ['١٢٣۴۵۶', '123456'],
  ['𝟏𝟐𝟑𝟜𝟝𝟞', '123456'],
  ['abcd–efgh−2345', 'ABCDEFGH2345'],
  ['ａｂｃｄ ２３', 'ABCD23'],
  ['"123-456".', '123456'],
  ['ıßſ', 'ıßſ'],
])('the code %j is %s', (typed, code) => {
  expect(codeText(typed)).toBe(code)
})

it('passwords that look the same are the same', () => {
  expect(opaqueText('caf\u0065\u0301\u00a0\u3000Ｘ')).toBe('caf\u00e9  Ｘ')
})

describe('a link', () => {
  const link = 'https://x.com/a/status/20'
  it.each([
    [`look at ${link} please`, link],
    [`<${link}>`, link],
    [`${link}.`, link],
    [`看${link}吧`, link],
    [`Link: ${link}?s=20&t=a-b_c-!`, `${link}?s=20&t=a-b_c-`],
    ['see x.com/a/status/20, ok?', 'x.com/a/status/20'],
    [`${link} ${link}`, link],
    [`Link:${link}`, link],
    [`${link}\r\nHost: evil.example`, `${link}\r\nHost: evil.example`],
    [`data:text/html,<a href="${link}">`, `data:text/html,<a href="${link}">`],
    [`${link} https://x.com/b/status/21`, `${link} https://x.com/b/status/21`],
    [' 20 ', '20'],
    ['about 20 of them', 'about 20 of them'],
  ])('in %j is %j', (text, expected) => {
    expect(linkText(text)).toBe(expected)
  })

  it.each([
    `https://evil.com/${link}`,
    `https://evil.com/?u=${link}`,
    'https://evil.comеx.com/a/status/20',
    'https://x.com.evil.com/a/status/20',
    'https://x.com/a/status/20abc',
    'user@x.com/a/status/20',
    'see ftp://x.com/a/status/20 there',
  ])('is none in %j', (text) => {
    expect(postLinksIn(text)).toEqual([])
  })
})

const gates: Record<string, (text: string) => string> = {
  handle: handleText,
  code: codeText,
  link: linkText,
  ...Object.fromEntries(credentialNames.map((name) => [name, (text: string) => keyText(name, text)])),
}

describe.each(Object.entries(gates))('the normal form of a text as a %s', (_, gate) => {
  it('is its own normal form, and never longer than the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const read = gate(text)
        expect(gate(read)).toBe(read)
        expect(read.length).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})

it('the normal form of a password is its own', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(opaqueText(opaqueText(text))).toBe(opaqueText(text))
    }),
  )
})

/** X's own form: base64url with a colon, a dot or padding. */
const validKey = fc.stringMatching(/^[\w-][\w.~:+/-]{3,60}={0,2}$/)

describe.each(credentialNames)('a valid %s', (name) => {
  it('does not depend on surrounding characters', () => {
    const wrapping = fc.constantFrom('', '"', '\u200b', ' ', '`', '\ufeff', '\u00a0', '\r\n')
    const label = fc.constantFrom('', `${keyLabels[name]}: `, `${name}=`, `- **${keyLabels[name]}**: `)
    fc.assert(
      fc.property(validKey, wrapping, wrapping, label, (key, before, after, named) => {
        expect(keyText(name, key)).toBe(key)
        expect(keyText(name, `${named}${before}${key}${after}`)).toBe(key)
        expect(keysIn(`${keyLabels[name]}: ${before}${key}${after}`)).toEqual({ [name]: key })
      }),
    )
  })
})
