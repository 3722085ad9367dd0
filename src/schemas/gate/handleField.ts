import * as z from 'zod/mini'
import { handleText } from './handles'

/** A handle with or without its @. X gives them at most 15 characters today; some old ones have up to 20. */
const handlePattern = /^@?\w{1,20}$/

const refused = 'A username on X has letters (a to z), digits and underscores only, 20 at most'

/**
 * Used by form, CSV, paste and API.
 * @param required the error for a missing handle; without it the handle is optional.
 * @param stored a value that passes unchecked, because another provider may have accepted it.
 */
export const handle = ({ required, stored = '' }: { required?: string; stored?: string }) =>
  z.string(required).check(
    z.overwrite((text) => (text === stored ? text : handleText(text))),
    z.minLength(required === undefined ? 0 : 1, { error: required, abort: true }),
    z.refine((text) => text === stored || handlePattern.test(text), refused),
  )
