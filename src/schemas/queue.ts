import * as z from 'zod/mini'
import { opaqueId } from './base'
import { sendMode, writtenReply } from './draft'
import { withoutInvisible } from './gate/characters'
import { postLinksIn } from './gate/links'

export const queueMessages = {
  unread: 'This post could not be read. Get Content says why.',
  fileUnreadable: 'The file could not be read. Is it a text or CSV file of at most 1 MB?',
  filesUnreadable: 'Not all files could be read. Are they text or CSV files of at most 1 MB each?',
  unkept: 'The queue is no longer kept on this device. Send what matters before you close the page.',
  notWritten: 'No replies were written.',
  nobodyMayAnswer: 'No replies were prepared: nobody they would be sent through may answer this post by API.',
  declined: 'No replies were prepared.',
  askedBefore: 'Replies were asked for before, in another tab or before the page was left. Each request costs.',
  blind: 'The queue no longer sees what the composer sends. Reload the page.',
} as const

/** How many posts one operator's queue holds: more than a day's work, and less than a browser's storage. */
export const mostQueued = 500
/** How many links from outside wait for the operator at once. Every page can open an address of the console. */
export const mostOutside = 50
/** How much of a paste or a file is read, in characters. */
export const mostPasted = 200_000
/** How many posts may be read before their turn: each costs money at X. */
export const mostAhead = 10
/** How many posts may hold replies that were written before their turn: each is a generation that costs. */
export const mostDrafts = 5
const excerptLength = 140

/** What the composer's fields held when replies were last sent, without the link. */
export const lastFields = z.object({
  mode: sendMode,
  role_id: z.string(),
  group_name: z.string(),
  count: z.string(),
  account_id: z.string(),
})
export type LastFields = z.infer<typeof lastFields>

/** Replies that were written before their post's turn. */
const preparedDrafts = z.object({
  /** What they were asked for with. */
  fields: lastFields,
  /** From the least to the most: `none` came, and `problem` says why; `handed`: the composer has them. */
  phase: z.enum(['none', 'ready', 'handed']),
  replies: z.array(writtenReply),
  /** Why there are fewer than were asked for, in the server's words. */
  incomplete: z.optional(z.string()),
  problem: z.optional(z.string()),
})
export type PreparedDrafts = z.infer<typeof preparedDrafts>

/** One post that waits for its turn. */
export const queueEntry = z.object({
  /** The post's. */
  id: z.string(),
  /** As it was pasted, without characters that nobody sees. */
  tweet_url: z.string(),
  /** Whether X was asked for it before its turn, whatever came of it. */
  isRead: z.boolean(),
  /** Without the @; undefined where nobody said. */
  author: z.optional(z.string()),
  /** How its text begins. */
  excerpt: z.optional(z.string()),
  /** Why it could not be read. */
  problem: z.optional(z.string()),
  /** Left out until it is put back. */
  isSkipped: z.boolean(),
  /** The page that it came from, until the operator accepts it; skipped, so that nothing is read or paid before. */
  from: z.optional(z.string()),
  drafts: z.optional(preparedDrafts),
})
export type QueueEntry = z.infer<typeof queueEntry>

export const queueSettings = z.object({
  /** How many posts are read before their turn. */
  ahead: z.int().check(z.minimum(0), z.maximum(mostAhead)),
  /** How many posts have their replies written before their turn; 0 for none, which earlier versions left out. */
  drafts: z._default(z.int().check(z.minimum(0), z.maximum(mostDrafts)), 0),
  /** Whether the fields of the last send come back by themselves. */
  refills: z.boolean(),
})
export type QueueSettings = z.infer<typeof queueSettings>

/** What outlives a reload. */
export const keptQueue = z.object({
  /** What was taken out and is brought back may come on top of as many as are taken in. */
  entries: z.array(queueEntry),
  /** How many were sent since the queue was last empty. */
  sent: z.int(),
  /** The post whose replies were on their way. */
  sending: z.optional(z.string()),
  sending_ids: z.optional(z.array(opaqueId)),
  /** What the composer's fields held then. */
  sending_fields: z.optional(lastFields),
  /** What stands in the field for many links: also the lines that were no links. */
  text: z.string(),
  settings: queueSettings,
  last: z.optional(lastFields),
})
export type KeptQueue = z.infer<typeof keptQueue>

export const emptyQueue: KeptQueue = {
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
  /** From 1, in what was pasted. */
  line: number
  text: string
}

/** What became of what was pasted. */
export interface Intake {
  added: number
  /** Posts that were there already, or stood there twice. */
  doubles: Line[]
  /** Lines without a link to a post. */
  wrong: Line[]
  /** Lines for which there was no room. */
  left: Line[]
  /** True for links from outside, which wait for the operator. */
  isWaiting?: true
}

/**
 * Reads pasted text or a file, line by line: of a line every link to a post, or the bare id that it is. Blank lines are
 * passed over.
 *
 * @returns the entries to add to `known`, and what to tell of the other lines. No line is lost: those that were not taken
 * are in `wrong` and `left`.
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

/** Whether it is more than the link field takes. */
export const hasManyLinks = (pasted: string): boolean => readLinks(pasted, []).added > 1

/** How a post's text begins, on one line. */
export const excerptOf = (text: string | undefined): string | undefined => {
  const line = text?.replace(/\s+/g, ' ').trim()
  if (!line) return undefined
  const letters = Array.from(line)
  return letters.length > excerptLength ? `${letters.slice(0, excerptLength - 1).join('')}…` : line
}

/** The post that comes next: the first that is neither in the composer nor skipped. */
export const nextOf = (entries: readonly QueueEntry[], current: QueueEntry['id'] | undefined): QueueEntry | undefined =>
  entries.find(({ id, isSkipped }) => !isSkipped && id !== current)
