import { type ParseError, parse } from 'jsonc-parser'

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
  if (isJson(text)) return undefined
  const before = text.slice(0, errorOffset(text)).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The text's end where the parser finds no fault, or where brackets are nested deeper than it can follow. */
const errorOffset = (text: string): number => {
  const errors: ParseError[] = []
  try {
    parse(text, errors, { disallowComments: true })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return errors[0]?.offset ?? text.length
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
