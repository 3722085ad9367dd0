import { firstLinkAt } from '../../src/schemas/entities'
import type { XPost } from '../x/types'

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
const link = '\uFFFC'
const mention = /^@\w{1,15}$/

/**
 * The part of a post's text that X does not rewrite: entities undone, the @mentions that X puts before a reply left
 * out, every link replaced (X makes t.co of it, also where it is written without https://), NFC, spaces collapsed.
 */
export const normalise = (text: string): string =>
  withoutLeadingMentions(
    text
      .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
      .normalize('NFC')
      .trim()
      .split(/\s+/),
  )
    .map(withoutLink)
    .join(' ')

const withoutLeadingMentions = (words: string[]): string[] => {
  const first = words.findIndex((word) => !mention.test(word))
  return first === -1 ? [] : words.slice(first)
}

/** What follows a link up to the next space goes with it: where exactly X ends the link does not matter then. */
const withoutLink = (word: string): string => {
  const start = firstLinkAt(word)
  return start === undefined ? word : word.slice(0, start) + link
}

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
  normalise(post.text) === normalise(content)
