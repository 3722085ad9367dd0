import { atHandle } from '../../schemas/handle'
import { parsePostLink } from '../../schemas/postLink'
import type { Intake, Line, QueueEntry } from '../../schemas/queue'
import * as words from '../../schemas/queue.words'

export const nameOf = ({ author, tweet_url, id }: QueueEntry): string => {
  const username = author ?? parsePostLink(tweet_url)?.username
  return username && username !== 'i' ? atHandle(username) : words.postName(id)
}

export const preparedText = ({ drafts }: QueueEntry, isWriting: boolean): string | undefined => {
  if (isWriting) return words.writing
  return drafts?.phase === 'ready' ? words.ready : undefined
}

const mostNamed = 5

const linesOf = (lines: Line[]): string => {
  const numbers = [...new Set(lines.map(({ line }) => line))]
  return words.lines(numbers.slice(0, mostNamed), numbers.length - mostNamed)
}

export const intakeText = ({ added, doubles, wrong, left, isWaiting }: Intake): string =>
  [
    words.added(added, isWaiting ?? false),
    ...(doubles.length > 0 ? [words.doubles(linesOf(doubles))] : []),
    ...(wrong.length > 0 ? [words.wrong(linesOf(wrong))] : []),
    ...(left.length > 0 ? [words.left(linesOf(left))] : []),
  ].join(' ')
