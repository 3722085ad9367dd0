import { atHandle, bareHandle } from './handle'

/** What a saved text may hold in braces: the author's name, and the author's handle with its @. */
export const placeholders = ['name', 'handle'] as const
export type Placeholder = (typeof placeholders)[number]

/** The author of a post, as far as that is known. */
export type Author = Record<Placeholder, string | undefined>

const inBraces = /\{([^{}\n]*)\}/g

const placeholderOf = (word: string): Placeholder | undefined => placeholders.find((each) => each === word)

/** The first text in braces that nothing takes the place of, as it was written. */
export const unknownPlaceholder = (text: string): string | undefined =>
  [...text.matchAll(inBraces)].find(([, word = '']) => placeholderOf(word) === undefined)?.[0]

/** Those in the text of which nothing is known, each once. */
export const missingIn = (text: string, author: Author): Placeholder[] => [
  ...new Set(
    [...text.matchAll(inBraces)]
      .flatMap(([, word = '']) => placeholderOf(word) ?? [])
      .filter((each) => author[each] === undefined),
  ),
]

/** The text with the author in it. What stands in an author's name is never filled in itself. */
export const fillIn = (text: string, author: Author): string =>
  text.replaceAll(inBraces, (written, word: string) => {
    const placeholder = placeholderOf(word)
    return (placeholder && author[placeholder]) ?? written
  })

/** Line breaks, other controls, and what turns the text after it around. */
const unwanted = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

const known = (text: string | undefined): string | undefined => text?.replace(unwanted, ' ').trim() || undefined

/** The author of a post for placeholders. Another provider's names may hold what our server takes out. */
export const authorNamed = (name: string | undefined, handle: string | undefined): Author => {
  const bare = bareHandle(known(handle) ?? '')
  return { name: known(name), handle: bare ? atHandle(bare) : undefined }
}
