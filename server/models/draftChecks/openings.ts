import type { Check } from '../../../src/schemas/composer/draftChecks/check'
import * as words from '../words'
import type { About } from './about'
import { perAbout } from './perAbout'
import { wordsOf } from './words'

const opening = 3

const begins = (text: string) => wordsOf(text).slice(0, opening)

const readOpenings = perAbout(
  ({ openings: earlier }: Pick<About, 'openings'>) =>
    new Map(earlier.toReversed().map((each) => [begins(each).join(' '), each])),
)

export const openings: Check<Pick<About, 'openings'>> = (text, about) => {
  const begun = begins(text)
  if (begun.length < opening) return undefined
  const same = readOpenings(about).get(begun.join(' '))
  return same === undefined ? undefined : words.sameOpening(same)
}
