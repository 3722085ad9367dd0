import { cleanText } from '../../cleanText'

const kinds: [string, RegExp][] = [
  ['text in tag characters', /[\u{e0020}-\u{e007e}]/gu],
  ['characters of no width', /[\u200b-\u200d\u2060\ufeff\u00ad\u180e]|\u034f/gu],
  ['marks that turn the direction of writing', /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu],
  ['variation selectors', /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu],
]

/**
 * Names the characters that show nothing and that `cleanText` takes out of a text.
 *
 * @returns "7 invisible characters (text in tag characters)", undefined where all of it can be seen.
 */
export const invisibleIn = (text: string): string | undefined => {
  const seen = countsOf(cleanText(text))
  const found = countsOf(text.normalize('NFC'))
  const gone = found.map((count, at) => Math.max(0, count - (seen[at] ?? 0)))
  const total = gone.reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  const named = kinds.flatMap(([name], at) => ((gone[at] ?? 0) > 0 ? [name] : []))
  return `${total} invisible ${total === 1 ? 'character' : 'characters'} (${named.join(', ')})`
}

const countsOf = (text: string): number[] => kinds.map(([, kind]) => text.match(kind)?.length ?? 0)
