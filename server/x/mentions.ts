import type { z } from 'zod'
import { cleanText } from '../cleanText'
import { authorOf, referenceOf, textOf } from './context'
import { idAt } from './ids'
import { standingOf } from './standing'
import { type MentionsPage, type MentionsWindow, type ReceivedPost, XError } from './types'
import { displayFields, type mentionsAnswer, type ReadAnswer } from './wire'

type Page = z.output<typeof mentionsAnswer>
type Read = (path: string, query: Record<string, string | number>) => Promise<Page>

/**
 * One page of `GET /2/users/{id}/mentions` (docs.x.com, timelines): the newest of the window. X refuses a whole request
 * for a field that it does not know (400), or passes over all names of the other generation.
 *
 * @throws XError
 */
export const readMentions = async (
  userId: string,
  { sinceId, since, untilId }: MentionsWindow,
  read: Read,
): Promise<MentionsPage> => {
  // Its searches refuse `until_id` beside `start_time` (twarc#451), of timelines nobody says.
  const from = sinceId ?? (untilId !== undefined && since !== undefined ? idAt(since) : undefined)
  const window = {
    max_results: 100,
    ...(from === undefined ? {} : { since_id: from }),
    ...(from === undefined && since !== undefined ? { start_time: `${since.toISOString().slice(0, 19)}Z` } : {}),
    ...(untilId === undefined ? {} : { until_id: untilId }),
  }
  let poor: Page | undefined
  let refused: unknown
  for (const fields of displayFields) {
    try {
      const page = await read(`users/${userId}/mentions`, { ...window, ...fields })
      if (page.posts.every(({ data }) => data.created_at !== undefined)) return pageOf(page, userId)
      poor ??= page
    } catch (error) {
      if (!(error instanceof XError) || error.status !== 400) throw error
      refused ??= error
    }
  }
  if (poor !== undefined) return pageOf(poor, userId)
  throw refused
}

const pageOf = ({ posts, next, oldest }: Page, userId: string): MentionsPage => {
  const ids = posts.map(({ data }) => BigInt(data.id)).sort((a, b) => (a < b ? -1 : 1))
  return {
    posts: posts.flatMap((post) => receivedOf(post, userId) ?? []),
    newestId: ids.at(-1)?.toString(),
    oldestId: ids[0]?.toString() ?? oldest,
    hasMore: next !== undefined,
  }
}

/**
 * What a post is to the account with that id.
 *
 * @param said what X itself says that it is, where it does.
 * @returns undefined for its own posts, reposts, and answers that name it only because X puts all names of a thread there.
 */
export const receivedOf = (
  answer: ReadAnswer,
  userId: string,
  said?: ReceivedPost['kind'],
): ReceivedPost | undefined => {
  const { data } = answer
  if (data.author_id === userId || referenceOf(data, 'retweeted') !== undefined) return undefined
  const kind = said ?? kindOf(answer, userId)
  if (kind === undefined) return undefined
  const author = authorOf(data, answer)
  return {
    id: data.id,
    kind,
    text: textOf(data),
    ...(data.author_id === undefined ? {} : { authorId: data.author_id }),
    ...(author === undefined
      ? {}
      : { authorUsername: nameOf(author.username), authorName: nameOf(author.name ?? author.username) }),
    ...(data.created_at === undefined ? {} : { createdAt: data.created_at }),
  }
}

const kindOf = (answer: ReadAnswer, userId: string): ReceivedPost['kind'] | undefined => {
  const { answers, quotes, mentions } = standingOf(answer, undefined)
  if (answers?.id === userId) return 'reply'
  if (typeof quotes === 'object' && quotes.id === userId) return 'quote'
  if (mentions === undefined || mentions.some(({ id }) => id === undefined || id === userId)) return 'mention'
  return quotes === 'unknown' ? 'quote' : undefined
}

const nameOf = (name: string): string => cleanText(name.slice(0, 100))
