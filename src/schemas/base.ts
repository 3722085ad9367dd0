import * as z from 'zod/mini'

/** A number chosen by the provider; 1 and upward. */
export const id = z.int().check(z.minimum(1))

/** Date and time as the provider writes it; our server writes ISO 8601 in UTC with milliseconds. */
export const timestamp = z.string()

/** A string with content once trimmed, at most `max` UTF-16 code units. */
export const text = (max: number, required: string) =>
  z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(max, `At most ${max} characters`))

export const optionalText = (max: number) => z.string().check(z.maxLength(max, `At most ${max} characters`))

/** Every error answer: the one field that the console reads. */
export const problem = z.object({ detail: z.string() })

/** An answer whose content nobody reads. */
export const nothing = z.unknown()
