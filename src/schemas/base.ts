import * as z from 'zod/mini'

export const id = z.int().check(z.minimum(1))

/** Other providers may use another format. Our server sends ISO 8601 in UTC with milliseconds. */
export const timestamp = z.string()

export const tooLong = (most: number): string => `At most ${most} characters`

/** Trimmed, not empty, at most `max` UTF-16 code units. */
export const text = (max: number, required: string) =>
  z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(max, tooLong(max)))

/** Embeddings, overrides and isolates (Unicode, annex 9) make the text after them look like another. */
const turned = z.refine<string>(
  (written) => !/[\u202a-\u202e\u2066-\u2069]/.test(written),
  'Remove the character that changes the direction of writing',
)

/** Like `text`, without characters that change how the name looks. */
export const nameText = (max: number, required: string) => text(max, required).check(turned)

/** Refuses control characters, except `allowed`, and characters that reverse the text after them. */
export const noControls = (allowed = '') =>
  z.refine<string>(
    (written) => !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(written.replaceAll(allowed, '')),
    'Remove the control character',
  )

export const optionalText = (max: number) => z.string().check(z.maxLength(max, tooLong(max)))

/** The refusal of other calls until the operator has set up a second factor. The console then opens that page. */
export const enrolFirst = 'Set up a second factor in Settings first.'

export const problem = z.object({ detail: z.string() })

export const answered = z.object({ status: z.int() })

/** True if nothing of the refused call took effect, so the same call again is a new intention. */
export const isDecisive = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 408, 429].includes(status)

export const nothing = z.unknown()

/** Our server sends strings; other providers may send numbers. */
export const opaqueId = z.union([z.string().check(z.minLength(1), z.maxLength(64)), z.int()])

/** The specification's ids are numbers; a provider may have others. */
export const recordId = (text: string): RecordId => (/^\d{1,15}$/.test(text) ? Number(text) : text)

/** The number of our server's record; 0, which no record has, for every other id. */
export const ownId = (given: RecordId): number => {
  const read = id.safeParse(recordId(String(given)))
  return read.success ? read.data : 0
}

export type RecordId = z.infer<typeof opaqueId>

/** An X post id: 1 to 19 digits (X API v2, `PostId`). */
export const postId = z.string().check(z.regex(/^[0-9]{1,19}$/, 'must be 1 to 19 digits'))

/** Undefined unless the address is http or https: a provider may send any text, and the console links to it. */
export const webAddress = (text: string | null | undefined): string | undefined =>
  text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined
