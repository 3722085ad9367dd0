import { inner } from '../../src/recording/actorsOf'
import type { Entry } from '../../src/recording/recording'

/** `where` joins the names that lead to the difference: `context.form.tweet_url`. */
export interface Parting {
  where: string
  recorded: unknown
  today: unknown
}

/**
 * Compares a recording with today's charts. A recording has placeholders instead of words: a text of today's code
 * matches any placeholder of its length, a recorded one only itself. Functions and machines are equal to others.
 */
export const createMatcher = (
  entries: Entry[],
): ((recorded: object, today: object | undefined) => Parting | undefined) => {
  const words = wordsIn(entries)
  const isSameText = (recorded: string, today: string): boolean => {
    if (recorded === today) return true
    const [were, are] = [piecesOf(recorded), piecesOf(today)]
    return (
      were.length === are.length &&
      were.every((piece, index) => {
        const now = are[index] ?? ''
        return (
          piece === now || (isWord.test(now) && isWord.test(piece) && piece.length === now.length && !words.has(now))
        )
      })
    )
  }
  const part = (recorded: unknown, today: unknown, where: string): Parting | undefined => {
    if (recorded === today || (isNothing(recorded) && isNothing(today))) return undefined
    if (typeof recorded === 'string' && typeof today === 'string' && isSameText(recorded, today)) return undefined
    if (!isObject(recorded) || !isObject(today)) return { where, recorded, today }
    if (isCode(recorded) && isCode(today)) return undefined
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(today)])) {
      const found = part(inner(recorded, name), inner(today, name), where === '' ? name : `${where}.${name}`)
      if (found) return found
    }
    return undefined
  }
  return (recorded, today) => (today ? part(recorded, today, '') : { where: 'event', recorded, today: undefined })
}

const isNothing = (value: unknown): boolean => value === undefined || value === null
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isCode = (value: object): boolean => '$function' in value || '$machine' in value

const isWord = /^[\p{L}\p{N}]/u
const piecesOf = (text: string): string[] => text.match(/\p{L}[\p{L}\p{M}]*|\p{N}+|[^\p{L}\p{N}]+/gu) ?? []

const wordsIn = (entries: Entry[]): Set<string> => {
  const words = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value === 'string') for (const piece of piecesOf(value)) words.add(piece)
    else if (isObject(value)) for (const each of Object.values(value)) look(each)
  }
  for (const entry of entries) {
    if (entry.kind === 'event') look(entry.event)
    else if (entry.kind === 'actor') look(entry.input)
    else if (entry.kind === 'snapshot') look(entry.snapshot.context)
  }
  return words
}
