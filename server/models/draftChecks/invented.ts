import type { Check } from '../../../src/schemas/composer/draftChecks/check'
import * as modelsWords from '../words'
import type { About } from './about'
import { perAbout } from './perAbout'

/** A number with several digits or a unit: `4,000`, `3.5`, `40%`, `$9`. */
const numbers = /(?<![\p{L}\d])[$€£¥]?(?:\d{1,3}(?: \d{3})+(?!\d)|\d+(?:[.,'’\u00a0\u202f]\d+)*)\s?(?:%|[€£¥kK]\b)?/gu
const amounts = /\d{1,3}(?: \d{3})+(?!\d)|\d+(?:[.,'’\u00a0\u202f]\d+)*/gu
const capitalised = /(?<![\p{L}\p{N}'’@#$&.-])\p{Lu}[\p{L}’'-]*(?:\s+\p{Lu}[\p{L}’'-]*)*/gu

/** Capitalised words that are not names. */
const common = new Set(
  "i i’m i’d i’ll i’ve i'm i'd i'll i've monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december english french german spanish italian japanese chinese christmas easter halloween x tv ok okay ai api css html sql id ui ux pdf diy faq usa uk eu god".split(
    ' ',
  ),
)

type AboutSources = Pick<About, 'post' | 'sources' | 'language'>

/** Finds numbers and names that neither the post nor the sources contain. */
export const invented: Check<AboutSources> = (text, about) => {
  const { amounts, words } = readSources(about)
  const made = [
    ...numbersIn(text, amounts),
    ...(writesNounsLarge.has(about.language ?? '') ? [] : namesIn(text, words)),
  ]
  return made.length > 0 ? modelsWords.inventedNames([...new Set(made)].join(', ')) : undefined
}

/** German and Luxembourgish capitalise every noun. */
const writesNounsLarge = new Set(['de', 'lb'])

const amountOf = (number: string) =>
  Number(
    number
      .replaceAll(/[^\d.,]/g, '')
      .replace(/[.,](?=\d{3}(?!\d))/g, '')
      .replace(',', '.'),
  )

const readSources = perAbout(({ post, sources }: AboutSources) => {
  const text = [post, ...sources].join('\n')
  return { amounts: (text.match(amounts) ?? []).map(amountOf), words: text.toLowerCase() }
})

const numbersIn = (text: string, known: readonly number[]): string[] =>
  (text.match(numbers) ?? [])
    .map((number) => number.trim())
    .filter((number) => {
      const value = amountOf(number)
      const isSmall = /^\d$/.test(number) || value <= 10
      /** "The 401st" may follow 400. */
      return !(isSmall && !/[%$€£¥]/u.test(number)) && !known.some((each) => Math.abs(each - value) <= 1)
    })

const namesIn = (text: string, known: string): string[] =>
  [...text.matchAll(capitalised)].flatMap(({ 0: name, index }) => {
    const words = name.split(/\s+/)
    const before = text.slice(0, index).trimEnd()
    const isFirst = before === '' || /[.!?…:;"“”„«»(\n—–-]$/u.test(before)
    const rest = (isFirst ? words.slice(1) : words).filter((word) => isUnknown(word, known))
    return rest.length === 0 ? [] : [rest.join(' ')]
  })

const isUnknown = (word: string, known: string): boolean => {
  const plain = word.toLowerCase().replace(/['’]s$/, '')
  return plain.length > 1 && !common.has(plain) && !known.includes(plain) && !/^\p{Lu}{2,}$/u.test(word)
}
