import * as z from 'zod/mini'
import { plainText, withoutWrapping } from './characters'

/** A handle with or without its @. X gives them at most 15 characters today; some old ones have up to 20. */
const handlePattern = /^@?\w{1,20}$/

const refused = 'A username on X has letters (a to z), digits and underscores only, 20 at most'

const profile = /^(?:https?:\/\/)?(?:(?:www|mobile|m)\.)?(?:x|twitter)\.com\/@?(\w{1,20})(?:[/?#].*)?$/i

/** First parts of X's addresses that are no handles. */
const reserved = new Set(['explore', 'hashtag', 'home', 'i', 'intent', 'search', 'settings', 'share'])

/** A handle as people copy it: of a link to somebody's profile or post, the @handle. Anything else is left to be refused. */
export const handleText = (text: string): string => {
  const handle = withoutWrapping(plainText(text))
  const linked = profile.exec(handle)?.[1]
  return linked === undefined || reserved.has(linked.toLowerCase()) ? handle : `@${linked}`
}

/**
 * The same for every way in: form, CSV, paste and API.
 *
 * @param required what is said if there is none; without it there may be none.
 * @param kept what is taken as it stands: another provider's own, which a form shows.
 */
export const handle = ({ required, kept = '' }: { required?: string; kept?: string }) =>
  z.string(required).check(
    z.overwrite((text) => (text === kept ? text : handleText(text))),
    z.minLength(required === undefined ? 0 : 1, { error: required, abort: true }),
    z.refine((text) => text === kept || handlePattern.test(text), refused),
  )
