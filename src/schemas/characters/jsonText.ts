/**
 * A blank text is an empty object.
 * @throws SyntaxError if the text is no JSON, TypeError if it is JSON but no object
 */
export const parseJsonObject = (text: string): Record<string, unknown> => {
  if (text.trim() === '') return {}
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) throw new TypeError('not a JSON object')
  return value
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
