import type { LeadingMention } from './types'

interface MentionEntity {
  start: number
  end: number
  username: string
}

/**
 * The mentions at the beginning of a post's text, by X's entities. Only spaces separate them, so their positions are
 * the same in code points and in escaped text.
 */
export const leadingMentions = (text: string, mentions: MentionEntity[]): LeadingMention[] => {
  const leading: LeadingMention[] = []
  let last = 0
  for (const { start, end, username } of mentions.toSorted((a, b) => a.start - b.start)) {
    if (start < last || end <= start || text.slice(last, start).trim() !== '') break
    leading.push({ username, end })
    last = end
  }
  return leading
}

/** The words at the beginning that may be mentions, for a post without loaded entities. */
export const leadingHandles = (text: string): LeadingMention[] => {
  const [run = ''] = /^(?:\s*@\w+)*/.exec(text) ?? []
  return [...run.matchAll(/@(\w+)/g)].map(({ 1: username = '', index }) => ({
    username,
    end: index + username.length + 1,
  }))
}

/** True if the text begins with exactly this handle, not a longer one. */
export const beginsWithMention = (text: string, username: string): boolean => {
  const mention = `@${username}`
  return (
    text.slice(0, mention.length).toLowerCase() === mention.toLowerCase() && !/^\w/.test(text.slice(mention.length))
  )
}
