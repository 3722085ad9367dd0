import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonError, parseJsonObject } from '../../src/schemas/jsonText'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('jsonError', () => {
  it.each([
    ['{"a": 1,}', 1, 9],
    ['{\n  "tone": "dry",\n  "topics": [1 2]\n}', 3, 16],
    ['{a: 1}', 1, 2],
    ["{'a': 1}", 1, 2],
    ['{"a": "open', 1, 7],
    ['{"a": 1', 1, 8],
    ['', 1, 1],
    ['[1, 2}', 1, 6],
    ['{"a": 01}', 1, 8],
    ['{} {}', 1, 4],
  ])('finds where %j stops being JSON', (text, line, column) => {
    expect(jsonError(text)).toEqual({ line, column })
  })

  it('agrees with JSON.parse about every JSON text, and about texts broken by one edit', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', '"', '}', ']', ':', '\\', '0', 'x', '\n'),
        (json, at, edit) => {
          expect(jsonError(json)).toBeUndefined()
          const index = at % (json.length + 1)
          const broken = json.slice(0, index) + edit + json.slice(index + 1)
          expect(jsonError(broken) === undefined, broken).toBe(isJson(broken))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('agrees with JSON.parse about text of JSON characters', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"a"',
      '"\\u00e9"',
      '1',
      '-0.5e+3',
      'true',
      'null',
      ' ',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join('')
        expect(jsonError(text) === undefined, text).toBe(isJson(text))
      }),
      { numRuns: 5000 },
    )
  })
})

describe('parseJsonObject', () => {
  it('reads an object, and blank as an empty one', () => {
    expect(parseJsonObject('{"a": [1]}')).toEqual({ a: [1] })
    expect(parseJsonObject(' \n')).toEqual({})
  })

  it.each(['[1]', '"text"', 'null', '{'])('refuses %s', (text) => {
    expect(() => parseJsonObject(text)).toThrow()
  })
})
