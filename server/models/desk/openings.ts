import type { Check } from '../../../src/schemas/desk/check'
import type { About } from './about'
import { wordsOf } from './words'

const opening = 3

/** The first words are those of an earlier reply of this character. */
export const openings: Check<Pick<About, 'openings'>> = (text, { openings: earlier }) => {
  const begun = wordsOf(text).slice(0, opening)
  if (begun.length < opening) return undefined
  const same = earlier.find((each) => wordsOf(each).slice(0, opening).join(' ') === begun.join(' '))
  return same === undefined ? undefined : `begins like an earlier reply of this character: “${same}”`
}
