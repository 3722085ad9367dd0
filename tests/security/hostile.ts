import fc from 'fast-check'

/** Percent-encoded if possible; a surrogate without its other half is left out. */
export const encodeLoosely = (text: string): string => encodeURIComponent(text.toWellFormed())

export const plainText = (minLength: number, maxLength: number) =>
  fc.string({ unit: 'grapheme', minLength, maxLength }).filter((text) => text.length <= maxLength)

/** One character of each of Unicode's general categories, and invisible ones. */
const classes = [
  ...['Lu', 'Ll', 'Lt', 'Lm', 'Lo', 'Mn', 'Mc', 'Me', 'Nd', 'Nl', 'No', 'Pc', 'Pd', 'Ps', 'Pe', 'Pi', 'Pf', 'Po'],
  ...['Sm', 'Sc', 'Sk', 'So', 'Zs', 'Zl', 'Zp', 'Cc', 'Cf', 'Co', 'Cn', 'Default_Ignorable_Code_Point'],
]
const [firstSparse, lastCodePoint] = [0x3000, 0x10ffff]
const isSampled = (code: number) => code < firstSparse || (code % 37 === 0 && (code < 0xd800 || code > 0xdfff))
const sampled = Array.from({ length: lastCodePoint + 1 }, (_, code) => code)
  .filter(isSampled)
  .map((code) => String.fromCodePoint(code))

const ofClass = (name: string): fc.Arbitrary<string> => {
  const pattern = new RegExp(`\\p{${name}}`, 'u')
  return fc.constantFrom(...sampled.filter((character) => pattern.test(character)))
}

const characters = fc.oneof(...classes.map(ofClass), fc.constantFrom('1', 'a', '-', ' '))

/** Text of any class of characters, mixed with the digits and letters of codes, keys and names. */
export const classedText = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: characters, minLength, maxLength }).filter((text) => text.length <= maxLength)

export const anyJson = fc.jsonValue({ maxDepth: 3 })

const deepest = 100_000

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 53,
    2 ** 53 + 2,
    -(2 ** 53),
    1e308,
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udc00y',
    '\u202e\u2066',
    '\ufeff',
    "' or 1=1 --",
    '"; drop table users; --',
    '{{7*7}}<%= 7*7 %>',
    '<script>alert(1)</script>',
    'x'.repeat(200_000),
    [],
    {},
    [[]],
    [null],
    { length: -1 },
    { toString: null, valueOf: null },
    { toJSON: 'x' },
  ),
  anyJson,
)

/** The end of a path or the value of a query parameter, in its form in the URL. */
export const hostileSegment = fc.oneof(
  fc.constantFrom(
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    '9007199254740993',
    '99999999999999999999',
    '%00',
    '1%00',
    '%',
    '%zz',
    '%E0%A4%A',
    '%ED%A0%80',
    '..%2f..%2fetc%2fpasswd',
    "1'%20or%20'1'='1",
    '1;drop%20table%20users',
    '1%20union%20select%20*%20from%20users',
    '__proto__',
    'constructor',
    'null',
    '%F0%9F%98%80',
    'a'.repeat(5000),
  ),
  fc.string({ unit: 'binary', maxLength: 80 }).map(encodeLoosely),
)

/** Members that no object of the contract has, in their form in JSON. */
export const hostileMember = fc.constantFrom(
  '"__proto__":{"admin":true}',
  '"constructor":{"prototype":{"admin":true}}',
  '"owner_id":1',
  '"id":1',
  '"is_active":true',
  '"extra":1e400',
  '"":""',
  '"\\u0000":1',
  '"\\ud800":1',
  '"hasOwnProperty":1',
)

/** Bodies that are no JSON, or JSON that breaks readers. */
export const hostileText: fc.Arbitrary<string | Buffer> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '[',
    '{"a":}',
    "{'a':1}",
    'undefined',
    'NaN',
    '1e400',
    '-0',
    '"\\ud800"',
    '[1e999999]',
    '{"id":9007199254740993}',
    '\ufeff{}',
    '{}{}',
    '{"a":1}\0',
    '[['.repeat(deepest / 2) + ']]'.repeat(deepest / 2),
    `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    `{"name":${'['.repeat(deepest)}${']'.repeat(deepest)}}`,
    `{"knowledge_base":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
    'a=1&b=2',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  ),
  fc
    .constantFrom([0xff, 0xfe, 0x7b, 0x00], [0xc0, 0x80], [0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])
    .map((bytes) => Buffer.from(bytes)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
)
