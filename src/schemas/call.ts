import * as z from 'zod/mini'

export type Schema = z.core.$ZodType

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the API base, with `{name}` for each path parameter. */
  path: string
  /** False where no bearer token is asked for. */
  auth: boolean
  params?: Schema
  query?: Schema
  body?: Schema
  /** Status of our server's success. */
  status: 200 | 201 | 204
  answer: Schema
  /**
   * `required`: the console cannot go on without it, so another shape is an error.
   * `optional`: used where it is there (the specification does not show it).
   * `ignored`: never read, nor waited for: the status says that the call took effect.
   */
  reads: 'required' | 'optional' | 'ignored'
}

/** Keeps the literal types of one call's definition. */
export const call = <const C extends Call>(definition: C): C => definition

export const numericId = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, 'must be a number')),
  z.transform(Number),
)
/** An id, or 0 for what comes before the first. */
export const afterId = z.pipe(
  z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,15})$/, 'must be a number')),
  z.transform(Number),
)
export const wireId = z.string().check(z.minLength(1), z.maxLength(64))
/** The most rows of a list that an answer holds. */
export const largestPage = 100
export const pageLimit = z._default(
  z.pipe(z.string().check(z.regex(/^(?:[1-9][0-9]?|100)$/, 'must be 1 to 100')), z.transform(Number)),
  largestPage,
)
export const skip = z._default(
  z.pipe(z.string().check(z.regex(/^[0-9]{1,9}$/, 'must be a number')), z.transform(Number)),
  0,
)
