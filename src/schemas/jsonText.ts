const blank = /[ \t\n\r]*/y
const token =
  /[{}[\],:]|"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or close' | 'end'

/** Where a text stops being JSON; both from 1, columns in UTF-16 code units. */
export interface JsonError {
  line: number
  column: number
}

/**
 * Finds the first character at which the text stops being JSON (RFC 8259).
 * Browsers word `JSON.parse` errors differently and leave the position out of some of them.
 *
 * @returns undefined where the text is JSON.
 */
export const jsonError = (text: string): JsonError | undefined => {
  const at = errorIndex(text)
  if (at === undefined) return undefined
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

const errorIndex = (text: string): number | undefined => {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = 0
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0] ?? ''
  }
  for (;;) {
    at += match(blank).length
    if (at === text.length) return expected === 'end' ? undefined : at
    const found = match(token)
    const next: Expected | undefined = found ? step(expected, found, open) : undefined
    if (!next) return at
    expected = next
    at += found.length
  }
}

/** What may follow, or undefined where the token may not stand here. */
const step = (expected: Expected, found: string, open: ('{' | '[')[]): Expected | undefined => {
  const closes = (bracket: '{' | '[') => {
    if (open.at(-1) !== bracket) return undefined
    open.pop()
    return open.length ? 'comma or close' : 'end'
  }
  if (found === '}') return expected === 'key or }' || expected === 'comma or close' ? closes('{') : undefined
  if (found === ']') return expected === 'value or ]' || expected === 'comma or close' ? closes('[') : undefined
  if (found === ':') return expected === 'colon' ? 'value' : undefined
  if (found === ',') {
    if (expected !== 'comma or close') return undefined
    return open.at(-1) === '{' ? 'key' : 'value'
  }
  if (expected === 'key' || expected === 'key or }') return found.startsWith('"') ? 'colon' : undefined
  if (expected !== 'value' && expected !== 'value or ]') return undefined
  if (found === '{' || found === '[') {
    open.push(found)
    return found === '{' ? 'key or }' : 'value or ]'
  }
  return open.length ? 'comma or close' : 'end'
}

/**
 * Reads a JSON object as a form holds it; blank is an empty object.
 *
 * @throws SyntaxError where the text is no JSON, TypeError where it is JSON but no object.
 */
export const parseJsonObject = (text: string): Record<string, unknown> => {
  if (text.trim() === '') return {}
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) throw new TypeError('not a JSON object')
  return value
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
