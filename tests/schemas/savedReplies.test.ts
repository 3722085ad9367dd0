import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { authorNamed, fillIn, missingIn, unknownPlaceholder } from '../../src/schemas/savedReplies/placeholders'
import { savedReplyBody } from '../../src/schemas/savedReplies/savedReplies'

const zoe = authorNamed('Zoe Q.', 'zoe_q')
const body = { name: 'Thanks', kind: 'opening', text: 'Thank you, {name}!' } as const
const problems = (changed: object) => {
  const read = savedReplyBody.safeParse({ ...body, ...changed })
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('placeholders', () => {
  it('become the name and the handle of the author, at each place', () => {
    expect(fillIn('{name} ({handle}), yes {name}', zoe)).toBe('Zoe Q. (@zoe_q), yes Zoe Q.')
  })

  it('are missing if the author is not known, each named once', () => {
    expect(missingIn('{name} and {handle}, {name}', authorNamed(undefined, 'zoe_q'))).toEqual(['name'])
    expect(missingIn('{handle} {name}', authorNamed(' \u200f', ''))).toEqual(['handle', 'name'])
    expect(missingIn('no braces', authorNamed(undefined, undefined))).toEqual([])
  })

  it('in a name stay unchanged, and a name is no pattern', () => {
    expect(fillIn('{name}!', authorNamed('{handle} $& $1', '@zoe_q'))).toBe('{handle} $& $1!')
  })

  it('insert a name on one line, without characters that change the direction of writing', () => {
    expect(fillIn('Hi {name}', authorNamed('\u202eZoe\n\tQ.\u0000 ', 'z'))).toBe('Hi Zoe Q.')
  })

  it('except these two are found, as they were written', () => {
    expect(unknownPlaceholder('{name} {Name} {}')).toBe('{Name}')
    expect(unknownPlaceholder('one { alone, and {\n}')).toBeUndefined()
  })

  it('leave no braces in an accepted text, whoever wrote the post', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{name}', '{handle}', '{', '}', ' ', 'a', '\n'), { maxLength: 12 }),
        fc.string({ minLength: 1 }),
        (pieces, name) => {
          const text = pieces.join('')
          const author = authorNamed(name, 'zoe')
          fc.pre(unknownPlaceholder(text) === undefined && author.name !== undefined)
          const plain = authorNamed('N', 'H')
          expect(fillIn(text, plain)).not.toMatch(/\{(?:name|handle)\}/)
          expect(fillIn(text, author).split(author.name).length).toBeGreaterThanOrEqual(text.split('{name}').length)
        },
      ),
    )
  })
})

describe('the author of a post', () => {
  it.each([
    ['Zoe', '@zoe', { name: 'Zoe', handle: '@zoe' }],
    ['Zoe', 'zo@e', { name: 'Zoe', handle: '@zo@e' }],
    [' ', '@', { name: undefined, handle: undefined }],
    [undefined, undefined, { name: undefined, handle: undefined }],
    ['a\u0007\u202e\u2069b', ' zoe\ufeff ', { name: 'a b', handle: '@zoe' }],
    ['\u061ca\u200eb\u200fc', 'z', { name: 'a b c', handle: '@z' }],
    ['\u200da\u2065b', 'z', { name: '\u200da\u2065b', handle: '@z' }],
  ])('is named by %j and %j', (name, handle, author) => {
    expect(authorNamed(name, handle)).toEqual(author)
  })

  it('replaces its placeholder if known, and the placeholder stays visible if not', () => {
    const half = authorNamed(undefined, 'zoe')
    expect(fillIn('{name} {handle} {else} {}', half)).toBe('{name} @zoe {else} {}')
    expect(missingIn('{else} {handle}', half)).toEqual([])
    expect([unknownPlaceholder('{handle} {name}'), unknownPlaceholder('{}'), unknownPlaceholder('{a {b}')]).toEqual([
      undefined,
      '{}',
      '{b}',
    ])
  })
})

describe('a saved reply', () => {
  it('shows only the beginning of an unknown placeholder', () => {
    expect(problems({ text: `{${'p'.repeat(50)}}` })).toEqual([
      `text: {${'p'.repeat(39)} is not a placeholder. Write {name} or {handle}, or no braces`,
    ])
  })

  it('is trimmed, with one kind of line break and no tabs', () => {
    expect(savedReplyBody.parse({ name: ' Thanks ', kind: 'reply', text: ' a\r\nb\tc\u2028d ' })).toEqual({
      name: 'Thanks',
      kind: 'reply',
      text: 'a\nb c\nd',
    })
  })

  it('has a name of one line and a text, both with a maximum length', () => {
    expect(problems({ name: ' ', text: ' \n ' })).toEqual(['name: Name is required', 'text: Text is required'])
    expect(problems({ name: 'n'.repeat(61), text: 't'.repeat(1001) })).toEqual([
      'name: At most 60 characters',
      'text: At most 1000 characters',
    ])
    expect(problems({ name: 'n'.repeat(60), text: 't'.repeat(1000) })).toEqual([])
    expect(problems({ name: 'two\nlines' })).toEqual(['name: Use a single line'])
    expect(problems({ name: 'turned \u202earound', text: 'bell\u2066' })).toEqual([
      'name: Remove the control character',
      'text: Remove the control character',
    ])
    expect(problems({ name: 'שלום', text: 'מרחבא \u200f{name}' })).toEqual([])
    expect(problems({ text: 'bell \u0007' })).toEqual(['text: Remove the control character'])
  })

  it('is refused with an unknown placeholder, named at its field', () => {
    expect(problems({ text: 'Hi {first name}!' })).toEqual([
      'text: {first name} is not a placeholder. Write {name} or {handle}, or no braces',
    ])
  })

  it('is an opening or a whole reply', () => {
    expect(problems({ kind: 'reply' })).toEqual([])
    expect(problems({ kind: 'ending' })).toHaveLength(1)
  })
})
