import { atHandle, bareHandle } from '../handle'

export const placeholders = ['name', 'handle'] as const
export type Placeholder = (typeof placeholders)[number]

/** Undefined if not known. */
export type Author = Record<Placeholder, string | undefined>

const inBraces = /\{([^{}\n]*)\}/g

const placeholderOf = (word: string): Placeholder | undefined => placeholders.find((each) => each === word)

export const unknownPlaceholder = (text: string): string | undefined =>
  [...text.matchAll(inBraces)].find(([, word = '']) => placeholderOf(word) === undefined)?.[0]

export const missingIn = (text: string, author: Author): Placeholder[] => [
  ...new Set(
    [...text.matchAll(inBraces)]
      .flatMap(([, word = '']) => placeholderOf(word) ?? [])
      .filter((each) => author[each] === undefined),
  ),
]

/** Braces in an author's name are not filled in again. */
export const fillIn = (text: string, author: Author): string =>
  text.replaceAll(inBraces, (written, word: string) => {
    const placeholder = placeholderOf(word)
    return (placeholder && author[placeholder]) ?? written
  })

/** Line breaks, control characters, and characters that reverse the text after them. */
const unwanted = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

const known = (text: string | undefined): string | undefined => text?.replace(unwanted, ' ').trim() || undefined

/** Names of other providers may contain characters that our server removes. */
export const authorNamed = (name: string | undefined, handle: string | undefined): Author => {
  const bare = bareHandle(known(handle) ?? '')
  return { name: known(name), handle: bare ? atHandle(bare) : undefined }
}
