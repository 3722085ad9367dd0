import { firstLinkAt } from '../../src/schemas/postText'
import { beginsWithMention } from '../x/leadingMentions'
import type { XPost } from '../x/types'

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
const link = '\uFFFC'

/**
 * The part of a post's text that X does not rewrite: entities undone, every link replaced (X makes t.co of it, also
 * where it is written without https://), NFC, spaces collapsed.
 */
const normalise = (text: string): string =>
  text
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .normalize('NFC')
    .trim()
    .split(/\s+/)
    .map(withoutLink)
    .join(' ')

/** What follows a link up to the next space goes with it: where exactly X ends the link does not matter then. */
const withoutLink = (word: string): string => {
  const start = firstLinkAt(word)
  return start === undefined ? word : word.slice(0, start) + link
}

/**
 * Whether X shows these words as this post. X puts mentions before a reply and does not repeat those that were written
 * there, so the mentions that X says the post begins with are left out on both sides.
 */
const says = ({ text, leadingMentions = [] }: XPost, content: string): boolean => {
  const usernames = leadingMentions.map(({ username }) => username)
  return (
    normalise(text.slice(leadingMentions.at(-1)?.end ?? 0)) === normalise(withoutLeading(content.trim(), usernames))
  )
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
  post.inReplyTo === targetId &&
  (post.createdAt === undefined || Date.parse(post.createdAt) >= since.getTime() - 1000) &&
  says(post, content)
