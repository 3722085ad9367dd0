import type { LeadingMention } from './types'

interface MentionEntity {
  start: number
  end: number
  username: string
}

/**
 * The mentions that a post's text begins with, as X's entities place them. Nothing stands before or between them but
 * spaces, so it does not matter whether X counts code points, or the escapes of the text behind them.
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

/** The words that a text begins with and that may be mentions, for a post whose entities X did not load. */
export const leadingHandles = (text: string): LeadingMention[] => {
  const [run = ''] = /^(?:\s*@\w+)*/.exec(text) ?? []
  return [...run.matchAll(/@(\w+)/g)].map(({ 1: username = '', index }) => ({
    username,
    end: index + username.length + 1,
  }))
}

/** Whether the text begins with this very handle, not with a longer one. */
export const beginsWithMention = (text: string, username: string): boolean => {
  const mention = `@${username}`
  return (
    text.slice(0, mention.length).toLowerCase() === mention.toLowerCase() && !/^\w/.test(text.slice(mention.length))
  )
}
