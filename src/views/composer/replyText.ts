import { cashtags } from '../../schemas/desk/cashtags'
import { reasonsOf } from '../../schemas/desk/check'
import { hashtags } from '../../schemas/desk/hashtags'
import { links } from '../../schemas/desk/links'
import { markdown } from '../../schemas/desk/markdown'
import { mentions } from '../../schemas/desk/mentions'
import { numbering } from '../../schemas/desk/numbering'
import { quotation } from '../../schemas/desk/quotation'
import type { LeakFinder } from '../../schemas/leaks'
import { postLength, weightedLength } from '../../schemas/postText'
import { nearIdenticalGroups } from '../../schemas/similar'

const contacts = [links, mentions]

/** Where the text is not plain, as every character is told to write it. */
const plain = [hashtags, cashtags, numbering, quotation, markdown]

const contactsIn = (text: string, author: string | undefined) => reasonsOf(contacts, text, { author })
const formIn = (text: string) => reasonsOf(plain, text, undefined)

const noLeaks: LeakFinder = () => []

/** What the operator should look at before this text goes out under an account's name; to follow "This reply". */
export const cautionsOf = (text: string, author: string | undefined, findLeaks = noLeaks): string[] => [
  ...contactsIn(text, author),
  ...findLeaks(text),
  ...formIn(text),
]

const day = new Intl.DateTimeFormat([], { day: 'numeric', month: 'short' })
const clock = new Intl.DateTimeFormat([], { hour: '2-digit', minute: '2-digit' })
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

/** "today at 12:59", "yesterday at 12:59", "24 Nov at 12:59" */
const momentInWords = (moment: Date): string => {
  const midnights = [new Date(), moment].map((each) => new Date(each).setHours(0, 0, 0, 0))
  const days = Math.round(((midnights[1] ?? 0) - (midnights[0] ?? 0)) / 86_400_000)
  return `${days === 0 || days === -1 ? relative.format(days, 'day') : day.format(moment)} at ${clock.format(moment)}`
}

export const repeatCaution = (sender: string, postedAt: string): string =>
  `${sender} posted these words ${momentInWords(new Date(postedAt))}. X refuses repeats: rewrite this reply.`

/** The send bar stays in sight above the replies: it says no more than leaves them to be read. */
const mostNamed = 8
const mostAlikeNamed = 2
const inWords = new Intl.ListFormat('en-GB')

/** "Reply 2", "Replies 2 and 4", "Replies 1, 2 and 4", "Replies 1, 2, 3, 4, 5, 6, 7, 8 and 12 more". */
const repliesNamed = (numbers: number[]): string => {
  if (numbers.length === 1) return `Reply ${numbers[0]}`
  const isCut = numbers.length > mostNamed + 1
  const named = isCut ? [...numbers.slice(0, mostNamed), `${numbers.length - mostNamed} more`] : numbers
  return `Replies ${inWords.format(named.map(String))}`
}

const numbersWhere = (texts: string[], holds: (text: string) => boolean): number[] =>
  texts.flatMap((text, index) => (holds(text) ? [index + 1] : []))

/** One line per kind of problem for the send bar; empty where there is nothing to say. */
export const warningsOf = (texts: string[], author: string | undefined, findLeaks = noLeaks): string[] => {
  const tooLong = numbersWhere(texts, (text) => weightedLength(text) > postLength)
  const toRead = numbersWhere(texts, (text) => contactsIn(text, author).length > 0)
  const leaking = numbersWhere(texts, (text) => findLeaks(text).length > 0)
  const unplain = numbersWhere(texts, (text) => formIn(text).length > 0)
  const alike = nearIdenticalGroups(texts).map((group) => group.map((index) => index + 1))
  const others = alike.slice(mostAlikeNamed).flat()
  return [
    ...alike
      .slice(0, mostAlikeNamed)
      .map((group) => `${repliesNamed(group)} say nearly the same, which X forbids: rewrite all but one.`),
    ...(others.length > 0
      ? [`${others.length} more replies say nearly the same as another: they are named once these are rewritten.`]
      : []),
    ...(tooLong.length > 0
      ? [
          `${repliesNamed(tooLong)} ${tooLong.length === 1 ? 'is' : 'are'} over ${postLength}; X may refuse ${tooLong.length === 1 ? 'it' : 'them'} on standard accounts.`,
        ]
      : []),
    ...(toRead.length > 0
      ? [
          `${repliesNamed(toRead)} ${toRead.length === 1 ? 'contains a link or mentions' : 'contain a link or mention'} somebody else.`,
        ]
      : []),
    ...(leaking.length > 0
      ? [`${repliesNamed(leaking)} ${leaking.length === 1 ? 'repeats' : 'repeat'} what a character was told.`]
      : []),
    ...(unplain.length > 0
      ? [
          `${repliesNamed(unplain)} ${unplain.length === 1 ? 'is' : 'are'} not plain text: a hashtag, a list, marks or quotation marks.`,
        ]
      : []),
  ]
}

/** @param repeats when each reply's sender posted the same words */
export const repeatWarning = (repeats: (string | undefined)[]): string[] => {
  const numbers = repeats.flatMap((postedAt, index) => (postedAt === undefined ? [] : [index + 1]))
  if (numbers.length === 0) return []
  const which = numbers.length === 1 ? 'repeats what its account' : 'repeat what their accounts'
  return [`${repliesNamed(numbers)} ${which} posted within the last day: X refuses repeats.`]
}
