import type { Check } from '../../../src/schemas/desk/check'
import { createLikeness } from '../../../src/schemas/similar'
import * as words from '../words'
import type { About } from './about'
import { perAbout } from './perAbout'

/** X calls two posts near-identical from about nine tenths on; readers of one account notice sooner. */
const mostAlike = 0.72

type Earlier = Pick<About, 'earlier'>

const likeness = perAbout(({ earlier }: Earlier) => createLikeness(earlier, mostAlike))

/** Nearly what the operator said to another post. */
export const nearness: Check<Earlier> = (text, about) => {
  const [same] = likeness(about)(text).flatMap((at) => about.earlier[at] ?? [])
  return same === undefined ? undefined : words.nearlyEarlier(same)
}
