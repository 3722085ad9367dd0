import type { Check } from '../../../src/schemas/desk/check'
import type { About } from './about'
import { runsOf, wordsOf } from './words'

/** So many words in a row from the post are a quote, and no coincidence. */
const longRun = 6
const shortRun = 3
/** From this share of its short runs on, the reply says what the post says. */
const mostShared = 0.5
const fewestWords = 4

/** The reply says the post again. */
export const echo: Check<Pick<About, 'post'>> = (text, { post }) => {
  const words = wordsOf(text)
  const source = wordsOf(post)
  if (words.length < fewestWords || source.length < fewestWords) return undefined
  const long = new Set(runsOf(source, longRun))
  const repeated = runsOf(words, longRun).find((run) => long.has(run))
  if (repeated !== undefined) return `repeats the post: “${repeated}”`
  const short = new Set(runsOf(source, shortRun))
  const runs = runsOf(words, shortRun)
  const shared = runs.filter((run) => short.has(run))
  return shared.length >= 2 && shared.length >= runs.length * mostShared
    ? `repeats the post: “${shared[0]}”`
    : undefined
}
