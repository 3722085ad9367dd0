import { atHandle } from '../../schemas/handle'
import { parsePostLink } from '../../schemas/postLink'
import type { Intake, Line, QueueEntry } from '../../schemas/queue'
import { counted } from '../ui'

/** Who wrote it, as X or its link says, or else which post it is. */
export const nameOf = ({ author, tweet_url, id }: QueueEntry): string => {
  const username = author ?? parsePostLink(tweet_url)?.username
  return username && username !== 'i' ? atHandle(username) : `Post ${id}`
}

/** What there is of the replies that are written before its turn; undefined where there is nothing to say. */
export const preparedText = ({ drafts }: QueueEntry, isWriting: boolean): string | undefined => {
  if (isWriting) return 'Writing replies'
  return drafts?.phase === 'ready' ? 'Replies ready' : undefined
}

const mostNamed = 5

const linesOf = (lines: Line[]): string => {
  const numbers = [...new Set(lines.map(({ line }) => line))]
  const named = numbers.slice(0, mostNamed).join(', ')
  return `${numbers.length === 1 ? 'Line' : 'Lines'} ${named}${numbers.length > mostNamed ? ` and ${numbers.length - mostNamed} more` : ''}`
}

/** What became of a paste, in sentences. */
export const intakeText = ({ added, doubles, wrong, left, isWaiting }: Intake): string =>
  [
    isWaiting ? `${counted(added, 'post')} for you to accept.` : `${counted(added, 'post')} added.`,
    ...(doubles.length > 0 ? [`${linesOf(doubles)}: in the queue already.`] : []),
    ...(wrong.length > 0 ? [`${linesOf(wrong)}: no link to a post.`] : []),
    ...(left.length > 0 ? [`${linesOf(left)}: the queue is full.`] : []),
  ].join(' ')
