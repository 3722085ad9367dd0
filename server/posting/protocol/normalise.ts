import { firstLinkAt } from '../../../src/schemas/postText'
import { digestOf } from '../../db/digest'
import { beginsWithMention, leadingHandles } from '../../x/leadingMentions'
import type { XPost } from '../../x/types'

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
const link = '\uFFFC'

/** Entities undone, NFC, spaces collapsed. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .normalize('NFC')
    .trim()
    .split(/\s+/)

/** Equal for texts that X takes for the same words: other links are other words. */
export const keyOfWords = (text: string): string => digestOf(wordsOf(text)).slice(0, 24)

/**
 * The part of a post's text that X does not rewrite: every link is replaced, because X makes t.co of it, even of one
 * without https://.
 */
const normalise = (text: string): string => wordsOf(text).map(withoutLink).join(' ')

/** What follows a link up to the next space goes with it: where exactly X ends the link does not matter then. */
const withoutLink = (word: string): string => {
  const start = firstLinkAt(word)
  return start === undefined ? word : word.slice(0, start) + link
}

/**
 * The words that X shows and those that were sent. X puts mentions before a reply and does not repeat those that were
 * written there, so the mentions that the post begins with are left out of both.
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

/** The last word may be cut in two, and X puts a link behind it. */
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
  /** The first moment at which it can have been posted. */
  since: Date
}

/** Whether the post is the reply that was sent: same target, same words, not older than the sending. */
export const matches = (post: XPost, { content, targetId, since }: Sought): boolean =>
  post.inReplyTo === targetId && isSince(post, since) && says(post, content)

/** Whether X left out of the post what it answers, how it goes on, or which of its first words are mentions. */
export const isHidden = ({ inReplyTo, isCut, text, leadingMentions = [] }: XPost): boolean =>
  inReplyTo === undefined || isCut === true || leadingHandles(text).length > leadingMentions.length

/** Whether a hidden post is the reply that was sent, for all that X loaded of it. */
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
