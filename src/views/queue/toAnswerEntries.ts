import type { Inbox, Mention } from '../../schemas/inbox/inbox'
import type { QueueEntry } from '../../schemas/queue/queue'

export interface Mentions {
  isLoading: boolean
  /** Of all pages. */
  unread: number
  mentions: Inbox['mentions']
  /** No longer waiting. */
  left: Mention['id'][]
  next: Mention | undefined
  onAnswer: (mention: Mention) => void
}

export const noMentions: Mentions = {
  isLoading: false,
  unread: 0,
  mentions: [],
  left: [],
  next: undefined,
  onAnswer: () => {},
}

export interface MentionedPost {
  /** The newest of the post, of an active account if there is one. */
  mention: Mention
  accounts: string[]
}

/** By post: one that mentions several accounts is one entry. */
export const mentionedPosts = (mentions: readonly Mention[]): MentionedPost[] => {
  const posts = new Map<string, MentionedPost>()
  for (const mention of mentions) {
    const known = posts.get(mention.tweet_id)
    if (known?.mention.account_is_active === false) known.mention = mention
    if (known) known.accounts.push(mention.account_username)
    else posts.set(mention.tweet_id, { mention, accounts: [mention.account_username] })
  }
  return [...posts.values()]
}

/** The mentioned posts without those whose accepted link is in the queue, because the link is the entry then. */
export const mentionsBeside = (
  links: readonly QueueEntry[],
  { mentions }: Pick<Mentions, 'mentions'>,
): MentionedPost[] => {
  const queued = new Set(links.filter(({ from }) => from === undefined).map(({ id }) => id))
  return mentionedPosts(mentions).filter(({ mention }) => !queued.has(mention.tweet_id))
}

export const countOf = (links: readonly QueueEntry[], { unread, mentions, left }: Mentions): number => {
  const waiting = mentions.filter(({ id }) => !left.includes(id))
  const onOtherPages = Math.max(0, unread - waiting.length)
  return links.length + mentionsBeside(links, { mentions: waiting }).length + onOtherPages
}
