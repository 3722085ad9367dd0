import { cashtags } from '../../../src/schemas/composer/draftChecks/cashtags'
import { type Check, reasonsOf } from '../../../src/schemas/composer/draftChecks/check'
import { hashtags } from '../../../src/schemas/composer/draftChecks/hashtags'
import { length } from '../../../src/schemas/composer/draftChecks/length'
import { links } from '../../../src/schemas/composer/draftChecks/links'
import { markdown } from '../../../src/schemas/composer/draftChecks/markdown'
import { mentions } from '../../../src/schemas/composer/draftChecks/mentions'
import { numbering } from '../../../src/schemas/composer/draftChecks/numbering'
import { quotation } from '../../../src/schemas/composer/draftChecks/quotation'
import type { About } from './about'
import { echo } from './echo'
import { invented } from './invented'
import { language } from './language'
import { nearness } from './nearness'
import { openings } from './openings'
import { tellsOfMachine } from './tells'

/** Finds text of the prompt, which must not be posted. */
export const leaks: Check<Pick<About, 'findLeaks'>> = (text, { findLeaks }) => findLeaks(text)[0]

const unwantedHashtags: Check<Pick<About, 'wantsHashtags'>> = (text, { wantsHashtags }) =>
  wantsHashtags ? undefined : hashtags(text, undefined)

/** The most serious check first. */
const checks: readonly Check<About>[] = [
  leaks,
  language,
  length,
  links,
  mentions,
  cashtags,
  numbering,
  quotation,
  markdown,
  unwantedHashtags,
  echo,
  nearness,
  invented,
  openings,
  tellsOfMachine,
]

/** @returns reasons to look at a draft, in words that follow "This reply". */
export const draftReasons = (text: string, about: About): string[] => reasonsOf(checks, text, about)
