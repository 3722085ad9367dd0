import { z } from 'zod'
import { cleanText } from '../cleanText'

const longest = 2000

/** PostgreSQL stores neither NUL nor half of a surrogate pair, so without cleaning the outcome could not be stored. */
const clean = (words: string): string => cleanText(words.slice(0, 2 * longest)).slice(0, longest)
const text = z.string().transform(clean).pipe(z.string().min(1)).optional().catch(undefined)

const problem = z.looseObject({
  type: text,
  title: text,
  reason: text,
  detail: text,
  message: text,
  code: z.coerce.number().int().optional().catch(undefined),
})
type Problem = z.output<typeof problem>

/** More than X is known to send. Later errors add nothing. */
const errorsRead = 10

/** The body of an error and the list in `errors` or `error`. A body that is a list contains only errors. */
export const problemsIn = (body: unknown): Problem[] => {
  if (typeof body !== 'object' || body === null) return []
  const listed = (Array.isArray(body) ? body : [Reflect.get(body, 'errors'), Reflect.get(body, 'error')].flat())
    .filter((each) => each !== undefined)
    .slice(0, errorsRead)
    .map((each) => (typeof each === 'string' ? { message: each } : each))
  return [body, ...listed].flatMap((each) => {
    const parsed = problem.safeParse(each)
    return parsed.success ? [parsed.data] : []
  })
}

/**
 * X's own words in an error body of any known form: `{detail}` (v2 problem), `{errors: [{message | detail}]}`,
 * `{message}`, `{error}`, or a detail with more detailed errors.
 *
 * @returns undefined if the body contains no words.
 */
export const wordsOf = (body: unknown): string | undefined => {
  const problems = problemsIn(body)
  const details = problems.flatMap(({ detail, message, title }, index) => {
    const said = [detail, message].filter((each) => each !== undefined)
    return said.length > 0 || index === 0 || title === undefined ? said : [title]
  })
  if (details.length === 0) return problems.map(({ title }) => title).find((title) => title !== undefined)
  return [...new Set(details)].join('; ').replaceAll('.; ', '. ').slice(0, longest)
}

/** @returns the body as text, for an answer with an unexpected form; undefined for an empty body. */
export const rawOf = (body: unknown): string | undefined => {
  const raw = clean(JSON.stringify(body) ?? '')
  return ['', '{}', '[]', 'null'].includes(raw) ? undefined : raw
}

/** Adds the full stop that some of X's words lack, so that more text can follow. */
export const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)

/** Parts of X's sentences that differ between requests. */
const ofOneRequest =
  /https?:\/\/\S+|[@＠]\w+|[“"'‘][^“”"'‘’]*[”"'’](?!\w)|\b[0-9a-f]{8,}\b|[0-9](?:[\d.,:/TZ+-]*\d)?Z?/gi

/** Replaces ids, handles, numbers and quotations in a sentence of X. */
export const patternOf = (words: string, username: string): string => {
  const name = username.replace(/^@/, '').toLowerCase()
  return words
    .replace(ofOneRequest, '…')
    .split(/\b/)
    .map((word) => (word.toLowerCase() === name ? '…' : word))
    .join('')
    .replaceAll(/…(?:[\s,;-]*…)+/g, '…')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 300)
    .trim()
}
