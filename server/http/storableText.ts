import { z } from 'zod'
import type { Schema } from '../../src/schemas/call'
import { HttpProblem, invalid } from '../problems'
import * as words from './words'

const deepest = 32

/**
 * Refuses input that no schema checks: text that PostgreSQL cannot store or would change (NUL, half of a surrogate
 * pair), and nesting deeper than 32.
 *
 * @throws HttpProblem 422 with the field
 */
export const assertStorable = (input: unknown, path: readonly string[] = []): void => {
  if (typeof input === 'string') assertStorableText(input, path)
  if (typeof input !== 'object' || input === null) return
  if (path.length >= deepest) throw new HttpProblem(422, words.tooDeep(deepest))
  for (const [key, value] of Object.entries(input)) {
    assertStorableText(key, path)
    assertStorable(value, [...path, key])
  }
}

const assertStorableText = (text: string, path: readonly string[]): void => {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw invalid(path.join('.') || 'body', words.badText)
  }
}

/**
 * Refuses the first unknown field, because a schema would list all fields of a hostile body.
 *
 * @throws HttpProblem 422 with the field's name, shortened
 */
export const assertKnownKeys = (schema: Schema | undefined, body: unknown): void => {
  if (!(schema instanceof z.core.$ZodObject) || typeof body !== 'object' || body === null) return
  const known = schema._zod.def.shape
  for (const key in body) {
    if (!Object.hasOwn(known, key)) throw new HttpProblem(422, words.unknownKey(key.slice(0, longestNamedKey)))
  }
}

const longestNamedKey = 100
