import { cleanText } from '../cleanText'
import { authorOf, referenceOf, textOf } from './context'
import { idAt } from './ids'
import { standingOf } from './standing'
import { type MentionsPage, type MentionsWindow, type ReceivedPost, XError } from './types'
import { displayFields, isAnswered, type PageAnswer, type ReadAnswer, type WirePost } from './wire'

type Read = (path: string, query: Record<string, string | number>) => Promise<PageAnswer>

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
  let poor: PageAnswer | undefined
  let refused: unknown
  for (const fields of displayFields) {
    try {
      const page = await read(`users/${userId}/mentions`, { ...window, ...fields })
      if (page.posts.length === 0 || page.posts.some(({ data }) => isAnswered(data))) return pageOf(page, userId)
      poor ??= page
    } catch (error) {
      if (!(error instanceof XError) || error.status !== 400) throw error
      refused ??= error
    }
  }
  if (poor !== undefined) return pageOf(poor, userId)
  throw refused
}

const pageOf = ({ posts, oldest, hasMore }: PageAnswer, userId: string): MentionsPage => {
  const ids = posts.map(({ data }) => BigInt(data.id)).sort((a, b) => (a < b ? -1 : 1))
  return {
    posts: posts.flatMap((post) => receivedOf(post, userId) ?? []),
    newestId: ids.at(-1)?.toString(),
    oldestId: ids[0]?.toString() ?? oldest,
    hasMore,
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
  if (data.author_id === userId || isRepost(data)) return undefined
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

/** A repost's text begins so, if X did not load what it refers to. */
const isRepost = (post: WirePost): boolean =>
  referenceOf(post, 'retweeted') !== undefined || (post.references.length === 0 && /^RT @\w+:/.test(post.text))

/** A post is left out only if X loaded all that makes it none for the account. */
const kindOf = (answer: ReadAnswer, userId: string): ReceivedPost['kind'] | undefined => {
  const { answers, quotes, mentions = [], mayMention = [], notLoaded = [] } = standingOf(answer, undefined)
  if (answers?.id === userId) return 'reply'
  if (typeof quotes === 'object' && quotes.id === userId) return 'quote'
  if (mentions.some(({ id }) => id === undefined || id === userId)) return 'mention'
  if (quotes === 'unknown') return 'quote'
  return mayMention.length > 0 || notLoaded.length > 0 ? 'mention' : undefined
}

const nameOf = (name: string): string => cleanText(name.slice(0, 100))
