import { linksIn, mentionsIn } from '../../schemas/entities'
import { limit, weightedLength } from '../../schemas/weightedLength'

const sameHandle = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** What the operator should look at before this text goes out under an account's name. */
export const cautionsOf = (text: string, author: string | undefined): string[] => {
  const links = linksIn(text)
  const strangers = mentionsIn(text).filter((handle) => !author || !sameHandle(handle, author.replace(/^@/, '')))
  return [
    ...(links.length > 0 ? [`contains ${links.length === 1 ? 'a link' : 'links'}: ${links.join(', ')}`] : []),
    ...(strangers.length > 0
      ? [`mentions ${strangers.map((handle) => `@${handle}`).join(', ')}, who did not write the post`]
      : []),
  ]
}

/** "Reply 2", "Replies 2 and 4", "Replies 1, 2 and 4". */
const repliesNamed = (numbers: number[]): string =>
  numbers.length === 1
    ? `Reply ${numbers[0]}`
    : `Replies ${numbers.slice(0, -1).join(', ')} and ${numbers[numbers.length - 1]}`

const numbersWhere = (texts: string[], holds: (text: string) => boolean): number[] =>
  texts.flatMap((text, index) => (holds(text) ? [index + 1] : []))

/** One line per kind of problem for the send bar; empty where there is nothing to say. */
export const warningsOf = (texts: string[], author: string | undefined): string[] => {
  const tooLong = numbersWhere(texts, (text) => weightedLength(text) > limit)
  const toRead = numbersWhere(texts, (text) => cautionsOf(text, author).length > 0)
  return [
    ...(tooLong.length > 0
      ? [
          `${repliesNamed(tooLong)} ${tooLong.length === 1 ? 'is' : 'are'} over ${limit}; X may refuse ${tooLong.length === 1 ? 'it' : 'them'} on standard accounts.`,
        ]
      : []),
    ...(toRead.length > 0
      ? [`${repliesNamed(toRead)} ${toRead.length === 1 ? 'contains' : 'contain'} a link or mentions somebody else.`]
      : []),
  ]
}
