import * as words from '../../schemas/composer/composer.words'
import { cashtags } from '../../schemas/composer/draftChecks/cashtags'
import { reasonsOf } from '../../schemas/composer/draftChecks/check'
import { hashtags } from '../../schemas/composer/draftChecks/hashtags'
import { links } from '../../schemas/composer/draftChecks/links'
import { markdown } from '../../schemas/composer/draftChecks/markdown'
import { mentions } from '../../schemas/composer/draftChecks/mentions'
import { numbering } from '../../schemas/composer/draftChecks/numbering'
import { quotation } from '../../schemas/composer/draftChecks/quotation'
import type { LeakFinder } from '../../schemas/composer/leaks'
import { postLength, weightedLength } from '../../schemas/composer/postText'
import { nearIdenticalGroups } from '../../schemas/composer/similar'
import { shortTime } from '../ui/localTimes'

const contacts = [links, mentions]

const plain = [hashtags, cashtags, numbering, quotation, markdown]

const contactsIn = (text: string, author: string | undefined) => reasonsOf(contacts, text, { author })
const formIn = (text: string) => reasonsOf(plain, text, undefined)

const noLeaks: LeakFinder = () => []

/** Phrases that follow "This reply". */
export const cautionsOf = (text: string, author: string | undefined, findLeaks = noLeaks): string[] => [
  ...contactsIn(text, author),
  ...findLeaks(text),
  ...formIn(text),
]

export const repeatCaution = (sender: string, postedAt: string): string =>
  words.repeatsPost(sender, shortTime(new Date(postedAt)))

/** The send bar stays above the replies, so it names only a few. */
const mostNamed = 8
const mostAlikeNamed = 2
const inWords = new Intl.ListFormat('en-GB')

const repliesNamed = (numbers: number[]): string => {
  const isCut = numbers.length > mostNamed + 1
  const named = isCut ? [...numbers.slice(0, mostNamed), `${numbers.length - mostNamed} more`] : numbers
  return words.repliesNamed(inWords.format(named.map(String)), numbers.length)
}

const numbersWhere = (texts: string[], holds: (text: string) => boolean): number[] =>
  texts.flatMap((text, index) => (holds(text) ? [index + 1] : []))

export const warningsOf = (texts: string[], author: string | undefined, findLeaks = noLeaks): string[] => {
  const tooLong = numbersWhere(texts, (text) => weightedLength(text) > postLength)
  const toRead = numbersWhere(texts, (text) => contactsIn(text, author).length > 0)
  const leaking = numbersWhere(texts, (text) => findLeaks(text).length > 0)
  const unplain = numbersWhere(texts, (text) => formIn(text).length > 0)
  const alike = nearIdenticalGroups(texts).map((group) => group.map((index) => index + 1))
  const others = alike.slice(mostAlikeNamed).flat()
  return [
    ...alike.slice(0, mostAlikeNamed).map((group) => words.nearlySame(repliesNamed(group))),
    ...(others.length > 0 ? [words.moreNearlySame(others.length)] : []),
    ...(tooLong.length > 0 ? [words.tooLong(repliesNamed(tooLong), tooLong.length, postLength)] : []),
    ...(toRead.length > 0 ? [words.hasContacts(repliesNamed(toRead), toRead.length)] : []),
    ...(leaking.length > 0 ? [words.leaks(repliesNamed(leaking), leaking.length)] : []),
    ...(unplain.length > 0 ? [words.notPlain(repliesNamed(unplain), unplain.length)] : []),
  ]
}

export const repeatWarning = (repeats: (string | undefined)[]): string[] => {
  const numbers = repeats.flatMap((postedAt, index) => (postedAt === undefined ? [] : [index + 1]))
  return numbers.length === 0 ? [] : [words.repeatsPosts(repliesNamed(numbers), numbers.length)]
}
