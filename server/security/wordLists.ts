import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import * as german from '@zxcvbn-ts/language-de'
import * as english from '@zxcvbn-ts/language-en'
import * as spanish from '@zxcvbn-ts/language-es-es'
import * as french from '@zxcvbn-ts/language-fr'
import * as italian from '@zxcvbn-ts/language-it'
import * as portuguese from '@zxcvbn-ts/language-pt-br'
import { asListed, isAscii } from './asListed'

const packs = [english, spanish, french, german, portuguese, italian]

const product = 'twitter tweet xpress auto comment bot reply root admin'.split(' ')

/** Months and days in all languages of Node. */
const datesInWords = (): string[] => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const days = Array.from({ length: 12 }, (_, index) => Date.UTC(2024, index, index + 1))
  return Intl.DateTimeFormat.supportedLocalesOf(codes).flatMap((language) =>
    [{ month: 'long' } as const, { weekday: 'long' } as const].flatMap((part) => {
      const { format } = new Intl.DateTimeFormat(language, { ...part, timeZone: 'UTC' })
      return days.map((day) => format(day).toLowerCase())
    }),
  )
}

/** Shorter words are guessed anyway, and occur in random passwords. */
const longer = (list: string[]) => list.filter((word) => word.length > 3)

const ranked = {
  graphs: adjacencyGraphs,
  dictionary: {
    passwords: dictionary['passwords-common'],
    product,
    commonWords: longer(english.dictionary['commonWords-en']),
    titles: longer(english.dictionary['wikipedia-en']),
  },
}
export type RankedWords = typeof ranked

/**
 * A server that gathers the words needs 100 MB of memory and a second, so the build writes them to files.
 *
 * @returns `listed` has each word on a line, with a line break before the first and after the last
 */
export const gatherWords = (): { ranked: RankedWords; listed: string } => {
  const words = [product, datesInWords(), ...packs.flatMap((pack) => Object.values<string[]>(pack.dictionary))].flat()
  const unaccented = words.filter((word) => !isAscii(word)).map(asListed)
  return { ranked, listed: `\n${[...new Set([...words, ...unaccented])].join('\n')}\n` }
}
