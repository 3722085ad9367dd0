import { z } from 'zod'
import { cleanText } from '../cleanText'

/** Clean, since PostgreSQL stores no NUL and no half of a surrogate pair: the outcome would never be stored. */
const text = z.string().transform(cleanText).pipe(z.string().min(1).max(2000))
const spoken = z.looseObject({
  detail: text.optional().catch(undefined),
  title: text.optional().catch(undefined),
  message: text.optional().catch(undefined),
  errors: z
    .array(
      z.looseObject({
        detail: text.optional().catch(undefined),
        message: text.optional().catch(undefined),
        title: text.optional().catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
})

/**
 * X's own words in an error body of any of its shapes: `{detail}` (v2 problem), `{errors: [{message | detail}]}`,
 * `{message}`.
 *
 * @returns undefined where the body says nothing.
 */
export const wordsOf = (body: unknown): string | undefined => {
  const parsed = spoken.safeParse(body)
  if (!parsed.success) return undefined
  const { detail, title, message, errors = [] } = parsed.data
  const listed = errors.flatMap((error) => error.detail ?? error.message ?? error.title ?? [])
  return detail ?? message ?? (listed.length > 0 ? listed.join('; ') : title)
}

/** Whether type, title, reason or words of an error body fit. */
export const speaksOf = (body: unknown, pattern: RegExp): boolean => {
  if (typeof body !== 'object' || body === null) return false
  return ['type', 'title', 'reason', 'detail', 'message'].some((name) => {
    const value: unknown = Reflect.get(body, name)
    return typeof value === 'string' && pattern.test(value)
  })
}

/** Whether a 403 is about the app, whichever account asked with its keys: not enrolled, usage cap, no credits. */
export const forbidsApp = (body: unknown): boolean => speaksOf(body, /client-forbidden|usage-?capped|credits/i)
