import type { Inbox, Mention } from '../../schemas/inbox/inbox'
import type { InboxFilter } from '../../schemas/inbox/inboxFilter'
import { keepEqual } from '../crud/keepEqual'

export type MentionId = Mention['id']

export interface Change {
  id: MentionId
  state: 'unread' | 'dismissed'
  was: Mention
}

export const indexOf = (mentions: Mention[], id: MentionId | undefined): number =>
  mentions.findIndex((mention) => mention.id === id)

export const changedBy = (inbox: Inbox, changes: Change[], { state }: InboxFilter): Inbox => {
  const mentions = inbox.mentions.map((mention) => {
    const last = changes.findLast(({ id }) => id === mention.id)
    return last === undefined || last.state === mention.state ? mention : { ...mention, state: last.state }
  })
  const unread = (list: Mention[]) => list.filter((mention) => fits(mention, 'unread')).length
  return {
    ...inbox,
    unread: Math.max(0, inbox.unread + unread(mentions) - unread(inbox.mentions)),
    mentions: mentions.filter((mention, index) => mention === inbox.mentions[index] || fits(mention, state)),
  }
}

/** The server also treats a mention as closed if its author is on the do-not-reply list. */
const fits = ({ state, declined }: Mention, asked: InboxFilter['state']): boolean =>
  asked === 'all' || (state === asked && (state !== 'unread' || declined === undefined))

/**
 * Rows keep their place: `left` names those that no longer belong here, older ones are appended, and `arrived` counts
 * the newer ones.
 */
export const mergedWith = (shown: Inbox, latest: Inbox): { shown: Inbox; arrived: number; left: MentionId[] } => {
  const known = new Map(latest.mentions.map((mention) => [mention.id, mention]))
  const listed = shown.mentions.map((mention) => known.get(mention.id) ?? mention)
  const lastKnown = listed.findLastIndex(({ id }) => known.has(id))
  const older = latest.mentions.slice(indexOf(latest.mentions, listed[lastKnown]?.id) + 1)
  const mentions = lastKnown >= 0 || listed.length === 0 ? [...listed, ...older] : listed
  return {
    shown: { ...latest, mentions: keepEqual(shown.mentions, mentions) },
    arrived: latest.mentions.filter(({ id }) => indexOf(mentions, id) < 0).length,
    left: listed.flatMap(({ id }, index) =>
      !known.has(id) && (latest.next === null || index < lastKnown) ? [id] : [],
    ),
  }
}

export const withMention = (inbox: Inbox, mention: Mention): Inbox => ({
  ...inbox,
  mentions: [...inbox.mentions.filter(({ id }) => id !== mention.id), mention].sort((one, other) =>
    isNewer(one, other) ? -1 : 1,
  ),
})

const isNewer = (one: Mention, other: Mention): boolean =>
  one.created_at === other.created_at ? one.id > other.id : one.created_at > other.created_at
