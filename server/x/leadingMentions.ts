import type { LeadingMention } from './types'

interface MentionEntity {
  start: number
  end: number
  username: string
}

/**
 * The mentions that a post's text begins with, as X's entities place them. Nothing stands before or between them but
 * spaces, so it does not matter whether X counts code points, or the escapes of the text behind them.
 *
 * @param repliedTo handle of the user who is replied to; taken where X gave no entities.
 */
export const leadingMentions = (
  text: string,
  mentions: MentionEntity[],
  repliedTo: string | undefined,
): LeadingMention[] => {
  const leading: LeadingMention[] = []
  let last = 0
  for (const { start, end, username } of mentions.toSorted((a, b) => a.start - b.start)) {
    if (start < last || end <= start || text.slice(last, start).trim() !== '') break
    leading.push({ username, end })
    last = end
  }
  if (leading.length > 0 || repliedTo === undefined) return leading
  return beginsWithMention(text, repliedTo) ? [{ username: repliedTo, end: repliedTo.length + 1 }] : []
}

/** Whether the text begins with this very handle, not with a longer one. */
export const beginsWithMention = (text: string, username: string): boolean => {
  const mention = `@${username}`
  return (
    text.slice(0, mention.length).toLowerCase() === mention.toLowerCase() && !/^\w/.test(text.slice(mention.length))
  )
}
