import { z } from 'zod'
import { cleanText } from '../cleanText'

const longest = 2000

/** Clean, since PostgreSQL stores no NUL and no half of a surrogate pair: the outcome would never be stored. */
const text = z.string().transform(cleanText).pipe(z.string().min(1).max(longest)).optional().catch(undefined)
const names = { type: text, title: text, reason: text, detail: text, message: text }
const problem = z.looseObject({ ...names, code: z.coerce.number().int().optional().catch(undefined) })

/** More than X was ever seen to give; whatever comes after them says nothing new. */
const errorsRead = 10

const spoken = z.looseObject({
  ...names,
  code: problem.shape.code,
  errors: z
    .array(z.unknown())
    .transform((errors) =>
      errors.slice(0, errorsRead).flatMap((each) => {
        const parsed = problem.safeParse(each)
        return parsed.success ? [parsed.data] : []
      }),
    )
    .optional()
    .catch(undefined),
})

/**
 * X's own words in an error body of any of its shapes: `{detail}` (v2 problem), `{errors: [{message | detail}]}`,
 * `{message}`, or a detail with errors that tell more.
 *
 * @returns undefined where the body says nothing.
 */
export const wordsOf = (body: unknown): string | undefined => {
  const parsed = spoken.safeParse(body)
  if (!parsed.success) return undefined
  const { detail, title, message, errors = [] } = parsed.data
  const listed = errors.flatMap((error) => error.detail ?? error.message ?? error.title ?? [])
  const told = [...new Set([detail ?? message, ...listed].filter((each) => each !== undefined))]
  return told.length > 0 ? told.join('; ').replaceAll('.; ', '. ').slice(0, longest) : title
}

/** Everything in an error body that tells one refusal from another. */
export const saidIn = (body: unknown): { words: string[]; codes: number[] } => {
  const parsed = spoken.safeParse(body)
  if (!parsed.success) return { words: [], codes: [] }
  const problems = [parsed.data, ...(parsed.data.errors ?? [])]
  return {
    words: problems.flatMap(({ type, title, reason, detail, message }) =>
      [type, title, reason, detail, message].filter((each) => each !== undefined),
    ),
    codes: problems.flatMap(({ code }) => code ?? []),
  }
}

/** X's words with the full stop that some of them lack, for more to follow. */
export const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)
