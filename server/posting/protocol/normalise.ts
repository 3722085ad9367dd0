import { firstLinkAt } from '../../../src/schemas/composer/postText'
import { digestOf } from '../../db/trail/digest'
import { beginsWithMention, leadingHandles } from '../../x/leadingMentions'
import type { XPost } from '../../x/types'

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
const link = '\uFFFC'

/** Decodes entities, applies NFC and collapses spaces. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .normalize('NFC')
    .trim()
    .split(/\s+/)

/** Equal for texts that X treats as the same words; a different link counts as a different word. */
export const keyOfWords = (text: string): string => digestOf(wordsOf(text)).slice(0, 24)

/**
 * The words of a post's text that X does not rewrite: X replaces every link by a t.co link, even a link without
 * https://.
 */
const normalise = (text: string): string => wordsOf(text).map(withoutLink).join(' ')

/**
 * Replaces everything after a link up to the next space too, so that X's rule for the end of a link does not matter.
 */
const withoutLink = (word: string): string => {
  const start = firstLinkAt(word)
  return start === undefined ? word : word.slice(0, start) + link
}

/**
 * The words that X shows and the words that were sent. X puts mentions before a reply and does not repeat mentions that
 * the text begins with, so both lists omit the leading mentions.
 */
const compared = ({ text, leadingMentions = [] }: Shown, content: string): [shown: string, sent: string] => {
  const usernames = leadingMentions.map(({ username }) => username)
  return [normalise(text.slice(leadingMentions.at(-1)?.end ?? 0)), normalise(withoutLeading(content.trim(), usernames))]
}

type Shown = Pick<XPost, 'text' | 'leadingMentions'>

const says = (post: Shown, content: string): boolean => {
  const [shown, sent] = compared(post, content)
  return shown === sent
}

/** X may cut the last word in two and append a link. */
const mayGoOnAs = ({ text, leadingMentions = [] }: Shown, content: string): boolean => {
  const link = /https:\/\/t\.co\/\w{1,40}\s{0,20}$/.exec(text)
  const withoutLast = link === null ? text : text.slice(0, link.index).trimEnd()
  const beginning = withoutLast.split(/(\s)/).slice(0, -1).join('')
  const [shown, sent] = compared({ text: beginning, leadingMentions }, content)
  return sent.startsWith(shown)
}

const withoutLeading = (text: string, usernames: string[]): string => {
  const first = usernames.find((username) => beginsWithMention(text, username))
  return first === undefined ? text : withoutLeading(text.slice(first.length + 1).trimStart(), usernames)
}

export const oldestFirst = (posts: XPost[]): XPost[] => posts.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))

interface Sought {
  content: string
  targetId: string
  /** The earliest time at which the reply can have been posted. */
  since: Date
}

/** True if the post has the reply's target and words and is not older than the sending. */
export const matches = (post: XPost, { content, targetId, since }: Sought): boolean =>
  post.inReplyTo === targetId && isSince(post, since) && says(post, content)

/** True if X did not send the post's target or ending, or did not mark which of its first words are mentions. */
export const isHidden = ({ inReplyTo, isCut, text, leadingMentions = [] }: XPost): boolean =>
  inReplyTo === undefined || isCut === true || leadingHandles(text).length > leadingMentions.length

/** Compares an incomplete post with the sent reply by the parts that X did send. */
export const mayMatch = (post: XPost, { content, targetId, since }: Sought): boolean => {
  if (!isHidden(post) || (post.inReplyTo !== undefined && post.inReplyTo !== targetId)) return false
  const { text, isCut = false } = post
  return (
    isSince(post, since) &&
    [post, { text, leadingMentions: leadingHandles(text) }].some(
      (each) => says(each, content) || (isCut && mayGoOnAs(each, content)),
    )
  )
}

const isSince = ({ createdAt }: XPost, since: Date): boolean =>
  createdAt === undefined || Date.parse(createdAt) >= since.getTime() - 1000
