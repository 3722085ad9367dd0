import * as z from 'zod/mini'

/** A number chosen by the provider; 1 and upward. */
export const id = z.int().check(z.minimum(1))

/** Date and time as the provider writes it; our server writes ISO 8601 in UTC with milliseconds. */
export const timestamp = z.string()

/** A string with content once trimmed, at most `max` UTF-16 code units. */
export const text = (max: number, required: string) =>
  z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(max, `At most ${max} characters`))

/** Embeddings, overrides and isolates (Unicode, annex 9): after one of them a name reads as another. */
const turned = z.refine<string>(
  (written) => !/[\u202a-\u202e\u2066-\u2069]/.test(written),
  'Holds a sign that turns the direction of writing: take it out',
)

/** As `text`, of which nothing reads otherwise than it stands there. */
export const nameText = (max: number, required: string) => text(max, required).check(turned)

export const optionalText = (max: number) => z.string().check(z.maxLength(max, `At most ${max} characters`))

/** The refusal of every other call while an operator has to set up a second factor: the console leads them there. */
export const enrolFirst = 'Set up a second factor under Your account first.'

/** Every error answer: the one field that the console reads. */
export const problem = z.object({ detail: z.string() })

/** An error that the server answered, with its HTTP status. */
export const answered = z.object({ status: z.int() })

/** Whether a refusal with that HTTP status is final: nothing of the call took effect, and the same again is a new intention. */
export const isDecisive = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 408, 429].includes(status)

/** An answer whose content nobody reads. */
export const nothing = z.unknown()

/** An identifier that the console only passes on: our server sends strings, other providers may send numbers. */
export const opaqueId = z.union([z.string().check(z.minLength(1), z.maxLength(64)), z.int()])

/** An X post id: 1 to 19 digits (X API v2, `PostId`). */
export const postId = z.string().check(z.regex(/^[0-9]{1,19}$/, 'must be 1 to 19 digits'))

/** The address where it is one that a link may lead to, http or https; a provider may send any text. */
export const webAddress = (text: string | null | undefined): string | undefined =>
  text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined
