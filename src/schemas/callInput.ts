import * as z from 'zod/mini'

export const numericId = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, 'must be a number')),
  z.transform(Number),
)
export const wireId = z.string().check(z.minLength(1), z.maxLength(64))
export const limit = z._default(
  z.pipe(z.string().check(z.regex(/^(?:[1-9][0-9]?|100)$/, 'must be 1 to 100')), z.transform(Number)),
  100,
)
export const skip = z._default(
  z.pipe(z.string().check(z.regex(/^[0-9]{1,9}$/, 'must be a number')), z.transform(Number)),
  0,
)
