import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonError } from '../../src/schemas/characters/jsonError'
import { parseJsonObject } from '../../src/schemas/characters/jsonText'

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
    ['{"a": 1} // no comment', 1, 10],
    ['\n\n x', 3, 2],
    ['{"a": 1,\n', 2, 1],
  ])('finds where %j stops being JSON', (text, line, column) => {
    expect(jsonError(text)).toEqual({ line, column })
  })

  it('points into the text, or behind its end, wherever one edit breaks JSON', () => {
    const edits = fc.constantFrom('', ',', '"', '}', ']', ':', '\\', '0', 'x', '\n')
    fc.assert(
      fc.property(fc.json(), fc.nat(), edits, (json, at, edit) => {
        expect(jsonError(json)).toBeUndefined()
        const index = at % (json.length + 1)
        const broken = json.slice(0, index) + edit + json.slice(index + 1)
        const found = jsonError(broken)
        expect(found === undefined, broken).toBe(isJson(broken))
        if (!found) return
        const line = broken.split('\n')[found.line - 1]
        expect(line, broken).toBeDefined()
        expect(found.column).toBeLessThanOrEqual((line?.length ?? 0) + 1)
      }),
      { numRuns: 500 },
    )
  })

  it('reports brackets that are nested too deep for the parser', () => {
    expect(jsonError('['.repeat(100_000))).toEqual({ line: 1, column: 100_001 })
  })
})

describe('parseJsonObject', () => {
  it('reads an object, and a blank text as an empty object', () => {
    expect(parseJsonObject('{"a": [1]}')).toEqual({ a: [1] })
    expect(parseJsonObject(' \n')).toEqual({})
  })

  it.each(['[1]', '"text"', 'null', '1', 'true'])('refuses %s, which is no object', (text) => {
    expect(() => parseJsonObject(text)).toThrow(new TypeError('not a JSON object'))
  })

  it('refuses text that is not JSON', () => {
    expect(() => parseJsonObject('{')).toThrow(SyntaxError)
  })
})
