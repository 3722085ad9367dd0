import type { Post } from '../../schemas/composer/replies'
import {
  excerptOf,
  type Intake,
  type Line,
  mostOutside,
  mostPasted,
  type QueueEntry,
  readLinks,
  type StoredQueue,
} from '../../schemas/queue/queue'

export type EntryId = QueueEntry['id']

export interface Removed {
  entries: { entry: QueueEntry; at: number }[]
  sent: number
}

/** A post whose replies will be generated needs no separate read. */
export const unreadOf = (
  { entries, settings, last }: Pick<StoredQueue, 'entries' | 'settings' | 'last'>,
  current: EntryId | undefined,
): QueueEntry | undefined =>
  entries
    .filter(({ id, isSkipped }) => !isSkipped && id !== current)
    .slice(0, Math.max(settings.ahead, last ? settings.drafts : 0))
    .find(({ isRead }) => !isRead)

export const changed = (entries: QueueEntry[], id: EntryId, change: Partial<QueueEntry>): QueueEntry[] =>
  entries.some((entry) => entry.id === id)
    ? entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))
    : entries

export const readingOf = ({ author_username, text }: Pick<Post, 'author_username' | 'text'>): Partial<QueueEntry> => ({
  isRead: true,
  author: author_username,
  excerpt: excerptOf(text),
  problem: undefined,
})

export const putLast = (entries: QueueEntry[], id: EntryId | undefined): QueueEntry[] => [
  ...entries.filter((entry) => entry.id !== id),
  ...entries.filter((entry) => entry.id === id),
]

export const without = (entries: QueueEntry[], id: EntryId): QueueEntry[] => entries.filter((entry) => entry.id !== id)

export const withRemoved = (entries: QueueEntry[], removed: Removed): QueueEntry[] => {
  const whole = [...entries]
  for (const { entry, at } of removed.entries) {
    if (!whole.some(({ id }) => id === entry.id)) whole.splice(Math.min(at, whole.length), 0, entry)
  }
  return whole
}

export const merged = (entries: QueueEntry[], first: QueueEntry[]): QueueEntry[] => [
  ...first,
  ...entries.filter(({ id }) => first.every((entry) => entry.id !== id)),
]

/** `rest` is the text without a usable link, for the operator to correct. */
export const withPasted = (entries: QueueEntry[], pasted: string) => {
  const own = entries.filter((entry) => !isWaiting(entry))
  const { entries: added, ...intake } = readLinks(pasted.slice(0, mostPasted), own)
  const others = entries.filter((entry) => !isWaiting(entry) || added.every(({ id }) => id !== entry.id))
  return { entries: [...others, ...added], intake, rest: restOf(intake, pasted.slice(mostPasted)) }
}

export const isWaiting = ({ from }: Pick<QueueEntry, 'from'>): boolean => from !== undefined

export const withOutside = (entries: QueueEntry[], text: string, from: string) => {
  const { entries: found, ...intake } = readLinks(text.slice(0, mostPasted), entries)
  const room = mostOutside - entries.filter(isWaiting).length
  const taken = found.slice(0, Math.max(0, room)).map((entry) => ({ ...entry, isSkipped: true, from }))
  const left = found.slice(taken.length).map(({ tweet_url }, index) => ({ line: index + 1, text: tweet_url }))
  const outside: Intake = { ...intake, added: taken.length, left: [...intake.left, ...left], isWaiting: true }
  return { entries: [...entries, ...taken], intake: outside }
}

export const accepted = (entries: QueueEntry[]): QueueEntry[] =>
  entries.map((entry) => (isWaiting(entry) ? { ...entry, isSkipped: false, from: undefined } : entry))

const restOf = ({ wrong, left }: Intake, beyond: string): string =>
  [...[...wrong, ...left].sort(byLine).map(({ text }) => text), ...(beyond === '' ? [] : [beyond])].join('\n')

const byLine = (one: Line, other: Line): number => one.line - other.line
