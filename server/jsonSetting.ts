import { existsSync, readFileSync } from 'node:fs'
import type { z } from 'zod'
import { messageOf } from './messageOf'

/**
 * Reads a setting that is JSON or the name of a file with JSON.
 *
 * @throws Error that names the variable and each wrong value.
 */
export const jsonSetting = <Schema extends z.ZodType>(
  variable: string,
  value: string,
  schema: Schema,
): z.output<Schema> => {
  const wrong = (what: string) => new Error(`Configuration: ${variable}: ${what}`)
  const parsed = schema.safeParse(parse(textOf(value, wrong), wrong))
  if (parsed.success) return parsed.data
  throw wrong(parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the whole'}: ${message}`).join('; '))
}

type Wrong = (what: string) => Error

const textOf = (value: string, wrong: Wrong): string => {
  if (!existsSync(value)) return value
  try {
    return readFileSync(value, 'utf8')
  } catch (error) {
    throw wrong(`its file cannot be read: ${messageOf(error)}`)
  }
}

const parse = (text: string, wrong: Wrong): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw wrong('must be JSON, or the name of a file with JSON')
  }
}
