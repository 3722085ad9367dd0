import type { Check } from '../../../src/schemas/composer/draftChecks/check'
import { createLikeness } from '../../../src/schemas/composer/similar'
import * as words from '../words'
import type { About } from './about'
import { perAbout } from './perAbout'

/** X calls posts near-identical from about 0.9. Readers of one account notice sooner. */
const mostAlike = 0.72

type Earlier = Pick<About, 'earlier'>

const likeness = perAbout(({ earlier }: Earlier) => createLikeness(earlier, mostAlike))

export const nearness: Check<Earlier> = (text, about) => {
  const [same] = likeness(about)(text).flatMap((at) => about.earlier[at] ?? [])
  return same === undefined ? undefined : words.nearlyEarlier(same)
}
