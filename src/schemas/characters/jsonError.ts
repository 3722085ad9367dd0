import { type ParseError, parse } from 'jsonc-parser'

/** The position of the first invalid character, from 1. Columns count UTF-16 code units. */
export interface JsonError {
  line: number
  column: number
}

/**
 * Finds the first character that is no JSON (RFC 8259). Browsers word `JSON.parse` errors differently and some leave
 * out the position.
 * @returns undefined if the text is JSON
 */
export const jsonError = (text: string): JsonError | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch {
    const before = text.slice(0, errorOffset(text)).split('\n')
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  }
}

/** The end of the text if the parser finds no error, or if brackets are nested too deeply for it. */
const errorOffset = (text: string): number => {
  const errors: ParseError[] = []
  try {
    parse(text, errors, { disallowComments: true })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return errors[0]?.offset ?? text.length
}
