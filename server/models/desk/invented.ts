import type { Check } from '../../../src/schemas/desk/check'
import type { About } from './about'

/** A number of several digits, or one with a unit, as written: `4,000`, `3.5`, `40%`, `$9`. */
const numbers = /(?<![\p{L}\d])[$€£¥]?\d+(?:[., {2}'’]\d+)*\s?(?:%|[€£¥k]\b)?/giu
const capitalised = /(?<![\p{L}\p{N}'’@#$&.-])\p{Lu}[\p{L}’'-]*(?:\s+\p{Lu}[\p{L}’'-]*)*/gu

/** Capitalised in English and other languages without being anybody's name. */
const common = new Set(
  "i i’m i’d i’ll i’ve i'm i'd i'll i've monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december english french german spanish italian japanese chinese christmas easter halloween x tv ok okay ai api css html sql id ui ux pdf diy faq usa uk eu god".split(
    ' ',
  ),
)

/** Numbers and names that stand neither in the post nor in what the character is told: the model made them up. */
export const invented: Check<Pick<About, 'post' | 'sources' | 'language'>> = (text, { post, sources, language }) => {
  const told = [post, ...sources].join('\n')
  const made = [...numbersIn(text, told), ...(writesNounsLarge.has(language ?? '') ? [] : namesIn(text, told))]
  return made.length > 0 ? `names what no source has: ${[...new Set(made)].join(', ')}` : undefined
}

/** German capitalises every noun. */
const writesNounsLarge = new Set(['de', 'lb'])

const amountOf = (number: string) =>
  Number(
    number
      .replaceAll(/[^\d.,]/g, '')
      .replace(/[.,](?=\d{3}(?!\d))/g, '')
      .replace(',', '.'),
  )

const numbersIn = (text: string, told: string): string[] => {
  const known = (told.match(/\d+(?:[., {2}'’]\d+)*/gu) ?? []).map(amountOf)
  return (text.match(numbers) ?? [])
    .map((number) => number.trim())
    .filter((number) => {
      const value = amountOf(number)
      const isSmall = /^\d$/.test(number) || value <= 10
      /** "The 401st" may follow 400. */
      return !(isSmall && !/[%$€£¥]/u.test(number)) && !known.some((each) => Math.abs(each - value) <= 1)
    })
}

const namesIn = (text: string, told: string): string[] => {
  const known = told.toLowerCase()
  return [...text.matchAll(capitalised)].flatMap(({ 0: name, index }) => {
    const words = name.split(/\s+/)
    const before = text.slice(0, index).trimEnd()
    const isFirst = before === '' || /[.!?…:;"“”„«»(\n—–-]$/u.test(before)
    const rest = (isFirst ? words.slice(1) : words).filter((word) => isUnknown(word, known))
    return rest.length === 0 ? [] : [rest.join(' ')]
  })
}

const isUnknown = (word: string, known: string): boolean => {
  const plain = word.toLowerCase().replace(/['’]s$/, '')
  return plain.length > 1 && !common.has(plain) && !known.includes(plain) && !/^\p{Lu}{2,}$/u.test(word)
}
