import * as z from 'zod/mini'

export type Schema = z.core.$ZodType

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to the API base, with `{name}` for each path parameter. */
  path: string
  /** False if the call needs no bearer token. */
  auth: boolean
  params?: Schema
  query?: Schema
  body?: Schema
  /** The status that our server sends on success. */
  status: 200 | 201 | 204
  answer: Schema
  /**
   * `required`: the console needs the answer, so another shape is an error. `optional`: used if present, because the
   * specification does not show it. `ignored`: never read; the status shows that the call took effect.
   */
  reads: 'required' | 'optional' | 'ignored'
  /**
   * The fields of query and body that the specification names. Missing if it does not name the call; then only our
   * server receives it.
   */
  specified?: readonly string[]
}

/** Keeps literal types. */
export const call = <const C extends Call>(definition: C): C => definition

export const numericId = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, 'must be a number')),
  z.transform(Number),
)
/** 0 starts at the beginning. */
export const afterId = z.pipe(
  z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,15})$/, 'must be a number')),
  z.transform(Number),
)
export const wireId = z.string().check(z.minLength(1), z.maxLength(64))
/** Rows per answer. */
export const largestPage = 100
export const pageLimit = z._default(
  z.pipe(z.string().check(z.regex(/^(?:[1-9][0-9]?|100)$/, 'must be 1 to 100')), z.transform(Number)),
  largestPage,
)
export const skip = z._default(
  z.pipe(z.string().check(z.regex(/^[0-9]{1,9}$/, 'must be a number')), z.transform(Number)),
  0,
)
