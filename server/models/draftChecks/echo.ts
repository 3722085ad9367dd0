import type { Check } from '../../../src/schemas/composer/draftChecks/check'
import * as modelsWords from '../words'
import type { About } from './about'
import { perAbout } from './perAbout'
import { runsOf, wordsOf } from './words'

/** A shared run of this many words is a quote, not a coincidence. */
const longRun = 6
const shortRun = 3
/** A reply that shares this part of its short runs repeats the post. */
const mostShared = 0.5
const fewestWords = 4

const readPost = perAbout(({ post }: Pick<About, 'post'>) => {
  const words = wordsOf(post)
  return { count: words.length, long: new Set(runsOf(words, longRun)), short: new Set(runsOf(words, shortRun)) }
})

export const echo: Check<Pick<About, 'post'>> = (text, about) => {
  const words = wordsOf(text)
  const { count, long, short } = readPost(about)
  if (words.length < fewestWords || count < fewestWords) return undefined
  const repeated = runsOf(words, longRun).find((run) => long.has(run))
  if (repeated !== undefined) return modelsWords.repeatsPost(repeated)
  const runs = runsOf(words, shortRun)
  const shared = runs.filter((run) => short.has(run))
  const [first, second] = shared
  return first !== undefined && second !== undefined && shared.length >= runs.length * mostShared
    ? modelsWords.repeatsPost(first)
    : undefined
}
