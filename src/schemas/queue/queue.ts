import * as z from 'zod/mini'
import { opaqueId } from '../base'
import { sendMode, writtenReply } from '../composer/draft'
import { parsePostLink } from '../composer/postLink'
import { withoutInvisible } from '../gate/characters'
import { postLinksIn } from '../gate/links'
import { atHandle } from '../handle'
import { postName } from './queue.words'

/** More than a day's work, and less than a browser's storage. */
export const mostQueued = 500
/** Any page can open an address of the console, so links from outside are limited and wait for the operator. */
export const mostOutside = 50
/** Characters of a paste or a file. */
export const mostPasted = 200_000
/** X charges for each post that is loaded. */
export const mostAhead = 10
/** Each generation costs money. */
export const mostDrafts = 5
const excerptLength = 140

/** The composer's fields at the last send, without the link. */
export const lastFields = z.object({
  mode: sendMode,
  role_id: z.string(),
  group_name: z.string(),
  count: z.string(),
  account_id: z.string(),
})
export type LastFields = z.infer<typeof lastFields>

const preparedDrafts = z.object({
  /** The fields of the request. */
  fields: lastFields,
  /** In order of progress. `none`: see `problem`. `handed`: the composer has the replies. */
  phase: z.enum(['none', 'ready', 'handed']),
  replies: z.array(writtenReply),
  /** The server's reason for fewer replies than requested. */
  incomplete: z.optional(z.string()),
  problem: z.optional(z.string()),
})
export type PreparedDrafts = z.infer<typeof preparedDrafts>

export const queueEntry = z.object({
  /** The post's id. */
  id: z.string(),
  /** As pasted, without invisible characters. */
  tweet_url: z.string(),
  /** True after an early load with any outcome. */
  isRead: z.boolean(),
  /** Without the @. */
  author: z.optional(z.string()),
  excerpt: z.optional(z.string()),
  problem: z.optional(z.string()),
  isSkipped: z.boolean(),
  /**
   * The page that added the link. Until the operator accepts it, the post counts as skipped, so that nothing is loaded
   * or charged.
   */
  from: z.optional(z.string()),
  drafts: z.optional(preparedDrafts),
})
export type QueueEntry = z.infer<typeof queueEntry>

export const queueSettings = z.object({
  ahead: z.int().check(z.minimum(0), z.maximum(mostAhead)),
  /** Queues of earlier versions lack it. */
  drafts: z._default(z.int().check(z.minimum(0), z.maximum(mostDrafts)), 0),
  refills: z.boolean(),
})
export type QueueSettings = z.infer<typeof queueSettings>

export const storedQueue = z.object({
  /** No limit, because restored posts may exceed it. */
  entries: z.array(queueEntry),
  /** How many posts were sent since the queue was last empty. */
  sent: z.int(),
  sending: z.optional(z.string()),
  sending_ids: z.optional(z.array(opaqueId)),
  sending_fields: z.optional(lastFields),
  /** Includes the lines that had no link. */
  text: z.string(),
  settings: queueSettings,
  last: z.optional(lastFields),
})
export type StoredQueue = z.infer<typeof storedQueue>

export const emptyQueue: StoredQueue = {
  entries: [],
  sent: 0,
  sending: undefined,
  sending_ids: undefined,
  sending_fields: undefined,
  text: '',
  settings: { ahead: 2, drafts: 0, refills: false },
  last: undefined,
}

export interface Line {
  /** From 1. */
  line: number
  text: string
}

export interface Intake {
  added: number
  /** Posts that were already in the queue or in the same paste. */
  doubles: Line[]
  wrong: Line[]
  left: Line[]
  /** For links from outside, which wait for the operator. */
  isWaiting?: true
}

/**
 * Reads pasted text or a file line by line: every link to a post, or a bare post id.
 *
 * @returns the new entries; lines that were not used are in `wrong` and `left`
 */
export const readLinks = (pasted: string, known: readonly QueueEntry[]): { entries: QueueEntry[] } & Intake => {
  const entries: QueueEntry[] = []
  const intake: Intake = { added: 0, doubles: [], wrong: [], left: [] }
  const ids = new Set(known.map(({ id }) => id))
  for (const [index, raw] of withoutInvisible(pasted)
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = { line: index + 1, text: raw.trim() }
    if (line.text === '') continue
    const links = postLinksIn(line.text)
    if (links.length === 0) intake.wrong.push(line)
    for (const { id, tweet_url } of links) {
      if (ids.has(id)) intake.doubles.push({ ...line, text: tweet_url })
      else if (known.length + entries.length >= mostQueued) intake.left.push({ ...line, text: tweet_url })
      else {
        ids.add(id)
        entries.push({ id, tweet_url, isRead: false, isSkipped: false })
      }
    }
  }
  return { ...intake, entries, added: entries.length }
}

export const hasManyLinks = (pasted: string): boolean => readLinks(pasted, []).added > 1

export const excerptOf = (text: string | undefined): string | undefined => {
  const line = text?.replace(/\s+/g, ' ').trim()
  if (!line) return undefined
  const letters = Array.from(line)
  return letters.length > excerptLength ? `${letters.slice(0, excerptLength - 1).join('')}…` : line
}

export const nameOf = ({ author, tweet_url, id }: Pick<QueueEntry, 'author' | 'tweet_url' | 'id'>): string => {
  const username = author ?? parsePostLink(tweet_url)?.username
  return username && username !== 'i' ? atHandle(username) : postName(id)
}

export const nextOf = (entries: readonly QueueEntry[], current: QueueEntry['id'] | undefined): QueueEntry | undefined =>
  entries.find(({ id, isSkipped }) => !isSkipped && id !== current)
