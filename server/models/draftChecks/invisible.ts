import { cleanText } from '../../cleanText'
import * as words from '../words'

const kinds: [string, RegExp][] = [
  [words.tagText, /[\u{e0020}-\u{e007e}]/gu],
  [words.zeroWidth, /[\u200b-\u200d\u2060\ufeff\u00ad\u180e]|\u034f/gu],
  [words.directionMarks, /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu],
  [words.variationSelectors, /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu],
]

/**
 * Names the invisible characters that `cleanText` removes from a text.
 *
 * @returns for example "7 invisible characters (text in tag characters)"; undefined without such characters.
 */
export const invisibleIn = (text: string): string | undefined => {
  const seen = countsOf(cleanText(text))
  const found = countsOf(text.normalize('NFC'))
  const gone = found.map((count, at) => Math.max(0, count - (seen[at] ?? 0)))
  const total = gone.reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  const names = [...kinds.map(([name]) => name), words.otherInvisible]
  const named = names.filter((_, at) => (gone[at] ?? 0) > 0)
  return words.invisibleCharacters(total, named.join(', '))
}

/** The last count is for other characters that Unicode calls default-ignorable. */
const countsOf = (text: string): number[] => {
  const others = kinds.reduce((left, [, kind]) => left.replace(kind, ''), text)
  return [
    ...kinds.map(([, kind]) => text.match(kind)?.length ?? 0),
    others.match(/\p{Default_Ignorable_Code_Point}/gu)?.length ?? 0,
  ]
}
